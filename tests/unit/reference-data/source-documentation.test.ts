import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { translate, translations } from '#server/platform/i18n/messages.ts';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import { headedColumns, type TableKey } from '#server/reference-data/sources/reading/heading-words.ts';
import { sourceKinds } from '#server/reference-data/sources/reading/source-limits.ts';
import type { SourceKey } from '#server/reference-data/sources/rows.ts';
import { mergedKeys } from '#shared/catalogue-columns.ts';
import { languages } from '#shared/languages.ts';

type Names = Record<string, string>;

const root = new URL('../../../', import.meta.url);
const documentation = readFileSync(new URL('docs/reference-data.md', root), 'utf8').split(
  '\n## Sources\n',
)[1]!;
const code = ['', 'reading/'].flatMap((folder) => {
  const path = new URL(`server/reference-data/sources/${folder}`, root);
  return readdirSync(path)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, path), 'utf8'));
});
const keys = Object.keys(sourceReaders) as SourceKey[];

test.each(keys)('the documentation says what %s is read from', (key) => {
  const [, , kinds = '', needed = '', further = ''] =
    documentation
      .split('\n')
      .find((line) => line.startsWith(`| \`${key}\` `))
      ?.split('|') ?? [];
  for (const extension of sourceKinds[key].extensions.filter((each) => each !== '.htm'))
    expect(kinds).toContain(extension);
  if (key === 'bag-sl-fhir') return;
  for (const { name, required } of Object.values(headedColumns[key as TableKey])) {
    expect(required ? needed : further, name).toContain(name);
  }
});

describe('what readers say of files and rows', () => {
  const matches = (pattern: RegExp) =>
    new Set(code.flatMap((text) => [...text.matchAll(pattern)].map(([, word]) => word!)));
  const reasons = Object.keys((translations.en.reference as { row: object }).row);
  const facts = Object.keys((translations.en.reference as { facts: object }).facts);

  test('has a text in every language', () => {
    const said = {
      errors: matches(/'(source_\w+)'/g),
      'reference.facts': matches(/count\(\s*(?:[^'(),]+\? )?'(\w+)'/g),
    };
    expect(said.errors.size).toBeGreaterThan(12);
    expect(said['reference.facts'].size).toBeGreaterThan(20);
    for (const language of languages) {
      for (const [section, words] of Object.entries(said)) {
        for (const word of words) {
          const text = translate(language, `${section}.${word}`, {
            file: 'F',
            found: 'customers',
            wanted: 'portfolio',
            reason: word === 'source_unreadable' ? 'import_file_truncated' : 'gtin_missing',
          });
          expect(text, `${language} ${word}`).not.toContain(`${section}.`);
          expect(text, `${language} ${word}`).not.toContain('reference.');
          expect(text, `${language} ${word}`).not.toContain('templateFiles.');
        }
      }
      for (const key of keys)
        expect(translate(language, `templateFiles.file.${key}.name`)).not.toContain('templateFiles.');
    }
  });

  test('calls a template file the same on every page', () => {
    for (const language of languages) {
      const { current, ...names } = (translations[language].merged as { file: Names }).file;
      expect(current).toBeTruthy();
      expect(Object.keys(names).sort()).toEqual([...mergedKeys].sort());
      for (const [key, name] of Object.entries(names)) {
        expect(name, `${language} ${key}`).toBe(translate(language, `templateFiles.file.${key}.name`));
      }
    }
  });

  test('is documented, as far as rows are concerned', () => {
    const whole = readFileSync(new URL('docs/reference-data.md', root), 'utf8');
    for (const reason of reasons) expect(whole).toContain(`\`${reason}\``);
    const used = [...matches(/'([a-z]+(?:_[a-z]+)+)'/g)].filter((word) => !/^(source|import)_/.test(word));
    const unknown = used.filter((word) => !reasons.includes(word) && !technical.has(word));
    expect(unknown).toEqual([]);
  });

  test('has no text for what is never counted', () => {
    const all = code.join('\n');
    for (const fact of facts) expect(all).toContain(`'${fact}'`);
  });
});

/** Options and names of others that look like reasons. */
const technical = new Set(['on_record']);
