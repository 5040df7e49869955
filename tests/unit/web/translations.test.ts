import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const languages = ['de', 'en', 'fr', 'it'];
const namespaces = ['portal', 'upload', 'dashboard', 'atc'];
const pluralForms = /_(one|other|many)$/;

const sources = readdirSync(`${root}web`, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}web/${path}`, 'utf8') }));

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
  const english = messages('en', namespace);
  for (const language of languages) {
    const others = messages(language, namespace);
    expect([...others.keys()], language).toEqual([...english.keys()]);
    for (const [key, text] of others) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(english.get(key)!));
    }
  }
});

test('German texts are Swiss: no ß', () => {
  for (const namespace of namespaces) {
    for (const [key, text] of messages('de', namespace)) expect(text, key).not.toContain('ß');
  }
});

/** Keys written out in the sources, and the beginnings of those put together there, e.g. `progress.${stage}`. */
function keysUsed(): { whole: Set<string>; beginnings: string[] } {
  const all = sources.map(({ text }) => text).join('\n');
  const whole = new Set(
    [...all.matchAll(/['"]((?:\w+:)?\w+(?:\.\w+)+)['"]/g)].map(([, key]) => key!.split(':').at(-1)!),
  );
  for (const { key } of keysCalled()) whole.add(key);
  const beginnings = [...all.matchAll(/`((?:\w+\.)+\w*)\$\{/g)].map(([, beginning]) => beginning!);
  return { whole, beginnings };
}

/** Keys given to `t` as they stand. */
function keysCalled(): { path: string; key: string }[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => ({ path, key: key!.split(':').at(-1)! })),
  );
}

test('every text is used somewhere', () => {
  const { whole, beginnings } = keysUsed();
  const unused = ['portal', 'upload', 'dashboard'].flatMap((namespace) =>
    [...messages('en', namespace).keys()]
      .map((key) => key.replace(pluralForms, ''))
      .filter((key) => !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning))),
  );
  expect(unused).toEqual([]);
});

test('every key used has a text', () => {
  const known = new Set(
    ['portal', 'upload', 'dashboard'].flatMap((namespace) =>
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
    .filter(({ path }) => path.endsWith('.tsx'))
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
