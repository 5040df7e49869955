import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IMPORT_ERROR_CODES } from '#server/workbooks/reading/import-error.ts';
import { NOTICE_CODES, SKIP_REASONS } from '#shared/read-report.ts';

const LANGUAGES = ['de', 'en', 'fr', 'it'] as const;

type Texts = Record<'errors' | 'reasons' | 'notices', Record<string, string>>;

function texts(language: string): Texts {
  const file = new URL(`../../../translations/${language}/import.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** Without the forms of plurals, and what a heading may say that makes it none of packs. */
function codes(section: Record<string, string>): string[] {
  return [
    ...new Set(Object.keys(section).map((key) => key.replace(/_(one|many|other|contents|factor)$/, ''))),
  ].sort();
}

test.each(LANGUAGES)('%s has a text for every error, reason and notice, and no other', (language) => {
  const { errors, reasons, notices } = texts(language);
  expect(codes(errors)).toEqual([...IMPORT_ERROR_CODES].sort());
  expect(Object.keys(reasons).sort()).toEqual([...SKIP_REASONS].sort());
  expect(codes(notices)).toEqual([...NOTICE_CODES].sort());
});

test.each(LANGUAGES)('%s uses the same params as English', (language) => {
  const params = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
  const [these, english] = [texts(language), texts('en')];
  for (const section of ['errors', 'reasons'] as const) {
    for (const [code, text] of Object.entries(these[section])) {
      expect(params(text), code).toEqual(params(english[section][code]!));
    }
  }
});

test('every plural has all the forms its language needs', () => {
  for (const language of LANGUAGES) {
    const { notices } = texts(language);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of Object.keys(notices).filter((k) => k.endsWith('_other'))) {
      for (const form of forms) expect(notices).toHaveProperty(key.replace(/other$/, form));
    }
  }
});
