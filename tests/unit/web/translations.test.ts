import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pages } from '../../../web/page-list.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const languages = ['de', 'en', 'fr', 'it'];
const namespaces = readdirSync(`${root}translations/en`).map((file) => file.replace('.json', ''));
/** Those of the web client; the ATC groups are named by letters that come from the server. */
const declared = readFileSync(`${root}web/i18n/i18next.d.ts`, 'utf8').matchAll(
  /translations\/en\/(\w+)\.json/g,
);
const clientNamespaces = [...declared].map(([, name]) => name!).filter((name) => name !== 'atc');
const pluralForms = /_(zero|one|many|other)$/;

const sources = sourcesOf('web');

function sourcesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${folder}/${path}`, 'utf8') }));
}

const messages = (language: string, namespace: string): Map<string, string> =>
  flatten(JSON.parse(readFileSync(`${root}translations/${language}/${namespace}.json`, 'utf8')));

function flatten(texts: Record<string, unknown>, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value] as const]
        : [...flatten(value as Record<string, unknown>, `${prefix}${key}.`)],
    ),
  );
}

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\d>/g) ?? []).toSorted();

test.each(namespaces)('%s has the same texts with the same parameters in every language', (namespace) => {
  const parametersOf = (language: string) => {
    const texts = [...messages(language, namespace)];
    return Object.fromEntries(texts.map(([key, text]) => [key.replace(pluralForms, ''), placeholders(text)]));
  };
  for (const language of languages) {
    expect(parametersOf(language), language).toEqual(parametersOf('en'));
    for (const [key, text] of messages(language, namespace))
      expect(text.trim(), `${language} ${key}`).not.toBe('');
  }
});

test.each(languages)('texts with a number have every plural form that %s has', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const namespace of namespaces) {
    const keys = new Set(messages(language, namespace).keys());
    const stems = [...keys]
      .filter((key) => key.endsWith('_other'))
      .map((key) => key.replace(pluralForms, ''));
    for (const stem of stems) {
      const missing = pluralCategories.filter((form) => !keys.has(`${stem}_${form}`));
      expect(missing, `${namespace} ${stem}`).toEqual([]);
    }
  }
});

test('no text stands twice under the same name, of which only the last would be read', () => {
  const namesIn = (texts: object): number =>
    Object.values(texts).reduce(
      (sum, value) => sum + 1 + (typeof value === 'object' ? namesIn(value) : 0),
      0,
    );
  for (const language of languages) {
    for (const namespace of namespaces) {
      const text = readFileSync(`${root}translations/${language}/${namespace}.json`, 'utf8');
      const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon);
      expect(written.length, `${language} ${namespace}`).toBe(namesIn(JSON.parse(text)));
    }
  }
});

test('German texts are Swiss: no ß', () => {
  for (const namespace of namespaces) {
    for (const [key, text] of messages('de', namespace)) expect(text, key).not.toContain('ß');
  }
});

test('French texts have a space that does not break before and inside what French sets apart', () => {
  const symbols = new Set(['products badge.undeliverable.short']);
  for (const namespace of namespaces) {
    for (const [key, text] of messages('fr', namespace)) {
      if (symbols.has(`${namespace} ${key}`)) continue;
      const words = text.replace(/\{\{[^}]*\}\}|\$t\([^)]*\)|https?:\/\/\S+|<\/?\w+\/?>/g, '0');
      const tight = words.match(/.{0,20}[^\u00a0\u202f](?:[;!?»]|:(?!\d))|«(?![\u00a0\u202f])/);
      expect(tight, `${namespace} ${key}`).toBeNull();
    }
  }
});

test('a number stays on the line of the days, weeks, months or packs that it counts', () => {
  const units =
    /\}\} (Tage?n?|Wochen?|Monate?n?|Packung(en)?|(day|week|month|pack|jour|semaine|emballage)s?|mois|giorn[oi]|settiman[ae]|mes[ei]|confezion[ei])(?![a-zà-ÿ])/;
  for (const namespace of clientNamespaces) {
    for (const language of languages)
      for (const [key, text] of messages(language, namespace))
        expect(text, `${language} ${namespace} ${key}`).not.toMatch(units);
  }
});

test('apostrophes and quotation marks are those of print', () => {
  // As the specification has it.
  const given = new Set(['account reset.invalid', 'errors reset_token_invalid']);
  for (const language of languages)
    for (const namespace of namespaces)
      for (const [key, text] of messages(language, namespace)) {
        if (language === 'en' && given.has(`${namespace} ${key}`)) continue;
        expect(text, `${language} ${namespace} ${key}`).not.toMatch(/"|(?<!\d)'|'(?!\d{3})/);
      }
});

test('numbers within texts have the thousands of all others', () => {
  for (const language of languages)
    for (const namespace of namespaces)
      for (const [key, text] of messages(language, namespace)) {
        const numbers = text.replace(/\+\d[\d ]+/g, '');
        expect(numbers, `${language} ${namespace} ${key}`).not.toMatch(/\d[ ,’\u00a0\u202f]\d{3}(?!\d)/);
      }
});

test('English and Italian write percent without a space', () => {
  for (const language of ['en', 'it'] as const)
    for (const namespace of namespaces)
      for (const [key, text] of messages(language, namespace))
        expect(text, `${language} ${namespace} ${key}`).not.toMatch(/[\d}]\s%/);
});

test('French has one word for uploading', () => {
  for (const namespace of namespaces)
    for (const [key, text] of messages('fr', namespace)) expect(text, key).not.toMatch(/télévers/i);
});

/** Keys written out in the sources, and the shapes of those put together there, e.g. `progress.${stage}`. */
function keysUsed(): { whole: Set<string>; shapes: RegExp[] } {
  const all = [...sources, ...['server', 'shared', 'analytics'].flatMap(sourcesOf)]
    .map(({ text }) => text)
    .join('\n');
  const whole = new Set([...all.matchAll(/['"](?:\w+:)?(\w+(?:\.\w+)+)['"]/g)].map(([, key]) => key!));
  for (const { key } of keysCalled()) whole.add(key);
  // One of several, as in t(isNew ? 'create' : 'edit').
  for (const [, chosen] of all.matchAll(/\bt\(([^()]*\?[^()]*)/g))
    for (const [, key] of chosen!.matchAll(/'(?:\w+:)?(\w+)'/g)) whole.add(key!);
  // Listed, as in const forms = ['excel', 'csv'] as const.
  for (const [, list] of all.matchAll(/\[([^[\]]*)\] as const/g))
    for (const [, key] of list!.matchAll(/'(\w+)'/g)) whole.add(key!);
  for (const { label } of pages) whole.add(label.split(':').at(-1)!);
  const shapes = [...all.matchAll(/`(?:\w+:)?((?:[\w.]|\$\{[^}]*\})+)`/g)]
    .map(([, template]) => template!.replace(/\$\{[^}]*\}/g, '*'))
    .filter((template) => template.includes('.') && template.includes('*') && /\w/.test(template))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '[\\w./-]+')}$`));
  return { whole, shapes };
}

/** What all keys of a source begin with. */
function prefixIn(text: string): string {
  const prefix = /\bkeyPrefix: '([\w.]+)'/.exec(text)?.[1];
  return prefix ? `${prefix}.` : '';
}

/** Keys given to `t` as they stand. */
function keysCalled(): { path: string; key: string }[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => ({
      path,
      key: prefixIn(text) + key!.split(':').at(-1)!,
    })),
  );
}

test('every text is used by the client or the server', () => {
  const { whole, shapes } = keysUsed();
  const prefixes = sources.map(({ text }) => prefixIn(text)).filter(Boolean);
  const isUsed = (key: string): boolean =>
    whole.has(key) ||
    shapes.some((shape) => shape.test(key)) ||
    prefixes.some((prefix) => key.startsWith(prefix) && isUsed(key.slice(prefix.length)));
  const unused = namespaces.flatMap((namespace) =>
    [...messages('en', namespace).keys()]
      .map((key) => key.replace(pluralForms, ''))
      // The server names the namespace too: `explain.conditions.…`.
      .filter((key) => !isUsed(key) && !isUsed(`${namespace}.${key}`))
      .map((key) => `${namespace}.${key}`),
  );
  expect(unused).toEqual([]);
});

test('no sentence is the same in two languages', () => {
  const words = (text: string) => text.replace(/\{\{.*?\}\}|<[^>]*>/g, '').match(/\p{L}{3,}/gu) ?? [];
  const same = namespaces.flatMap((namespace) => {
    const texts = languages.map((language) => messages(language, namespace));
    return [...texts[0]!.keys()].filter((key) => {
      const sentences = texts.map((each) => each.get(key)).filter((text) => text && words(text).length > 3);
      return new Set(sentences).size < sentences.length;
    });
  });
  expect(same).toEqual([]);
});

test('every key used has a text', () => {
  const known = new Set(
    clientNamespaces.flatMap((namespace) =>
      [...messages('en', namespace).keys()].map((key) => key.replace(pluralForms, '')),
    ),
  );
  const called = keysCalled();
  const boot = new Set(['failed', 'retry', 'loading']);
  expect(called.filter(({ key }) => !known.has(key) && !boot.has(key))).toEqual([]);
  expect(called.length).toBeGreaterThan(50);
});

test('no text stands in JSX', () => {
  const fixed = sources
    // But on the page of parts, which only developers see.
    .filter(({ path }) => path.endsWith('.tsx') && path !== 'styles/parts.tsx')
    .flatMap(({ path, text }) => [
      ...[...text.matchAll(/<[a-zA-Z][^<>]*[^=]>\s*([^<>{}]*[A-Za-zÀ-ÿ]{2,}[^<>{}]*)<\//g)].map(
        ([, found]) => [path, found],
      ),
      ...[...text.matchAll(/\b(?:title|alt|placeholder|aria-label|label|text)="([^"]+)"/g)].map(
        ([, found]) => [path, found],
      ),
    ])
    // A currency code is the same in every language.
    .filter(([, found]) => found!.trim() !== 'CHF');
  expect(fixed).toEqual([]);
});

test.each(languages)('explanations in %s say the words that stand on the pages', (language) => {
  const page = (namespace: string, key: string) => messages(language, namespace).get(key)!.toLowerCase();
  const explained = (key: string) => page('explain', key);
  const price = page('lists', 'column.efPreis').replace(' chf', '');
  const formulas = [...messages(language, 'explain')].filter(([key]) => key.startsWith('formulas.exFactory'));
  expect(formulas.length).toBeGreaterThan(0);
  for (const [, text] of formulas) expect(text.toLowerCase()).toContain(price);
  expect(explained('formulas.publicPrice')).toContain(page('lists', 'column.pPreis').replace(' chf', ''));
  for (const group of ['molecule', 'manufacturer', 'atc', 'focusGroup']) {
    expect(page('groups', `${group}.condition`)).toContain(page('groups', `${group}.chip`));
  }
  expect(page('figures', 'totalMolecules.label')).toContain(page('groups', 'molecule.title'));
  expect(page('figures', 'totalManufacturer.label')).toContain(page('groups', 'manufacturer.title'));
});

test.each(languages)('what a text in %s sends to somewhere is called so there', (language) => {
  const text = (namespace: string, key: string) => messages(language, namespace).get(key)!.toLowerCase();
  const requestNumber = text('portal', 'failure.requestId').split(/\u00a0?: /)[0];
  expect(text('errors', 'internal')).toContain(requestNumber);
  expect(text('subscriptions', 'feeds.how')).toContain(text('market', 'saveAsFeed'));
  expect(text('operation', 'findings.catalogue.missing')).toContain(text('templateFiles', 'title'));
  for (const key of ['consent_required', 'no_consent_file'])
    expect(text('errors', key)).toContain(text('upload', 'form.consentFile'));
  expect(text('reference', 'facts.exFactoryPricesMissing')).toContain(
    text('preview', 'field.exFactoryPrice'),
  );
});
