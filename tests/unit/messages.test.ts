import { expect, test } from 'vitest';
import { translate } from '#server/platform/i18n/messages.ts';
import { languages } from '#shared/languages.ts';

test('counts in texts of the server have thousands as numbers on pages have, in every language', () => {
  for (const language of languages) {
    expect(translate(language, 'warnings.skipped', { count: 12_345 })).toContain("12'345");
    expect(translate(language, 'mail.alert.customers', { count: 1_234 })).toContain("1'234");
    const bad = { file: 'x', bad: 1_234, rows: 20_000, line: 13_456, reason: 'no_gtin' };
    const said = translate(language, 'errors.reference_too_many_bad_rows', bad);
    expect(said).toContain("1'234");
    expect(said).toContain("20'000");
  }
});

test('numbers that name something stay as they are: a line of a file, an order', () => {
  for (const language of languages) {
    expect(translate(language, 'orderForm.title', { order: 12_345 })).toContain('12345');
    const bad = { file: 'x', bad: 2, rows: 3, line: 13_456, reason: 'no_gtin' };
    expect(translate(language, 'errors.reference_too_many_bad_rows', bad)).toContain('13456');
  }
});

test('one is told in the singular', () => {
  const one = languages.map((language) => translate(language, 'templateFiles.warning.unused', { count: 1 }));
  expect(one).toEqual([
    '1 Zeile ist unbrauchbar und zählt nicht.',
    '1 row can’t be used and does not count.',
    '1 ligne est inutilisable et ne compte pas.',
    '1 riga non è utilizzabile e non conta.',
  ]);
});
