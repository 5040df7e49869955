import { expect, test } from 'vitest';
import { csvText, swissCsv } from '#server/workbooks/csv.ts';

const written = (cell: string) => csvText([['a', cell]]).slice('a,'.length, -'\r\n'.length);
const swiss = (cell: string) =>
  Buffer.from(swissCsv([['a', cell]]))
    .toString()
    .slice('\ufeffa;'.length, -'\r\n'.length);

test('no text becomes a formula in a spreadsheet that takes another separator than the file has', () => {
  // What stands behind the separator would be the next cell, also within quotes, for the cell does not begin with them.
  expect(swiss('Oberdorf,=HYPERLINK("https://evil.example")')).toBe(
    `"Oberdorf,'=HYPERLINK(""https://evil.example"")"`,
  );
  expect(written('Oberdorf; \t=1+1')).toBe(`"Oberdorf; \t'=1+1"`);
  expect(written("Oberdorf;+cmd|' /C calc'!A1")).toBe(`"Oberdorf;'+cmd|' /C calc'!A1"`);
  expect(swiss('Oberdorf,@SUM(A1)')).toBe(`"Oberdorf,'@SUM(A1)"`);
  expect(swiss('Oberdorf,"=1+1"')).toBe(`"Oberdorf,""'=1+1"""`);
  // A line break ends a row there.
  expect(swiss('Oberdorf\r\n=1+1')).toBe(`"Oberdorf\r\n'=1+1"`);
  expect(swiss('Oberdorf\n,-2+3+cmd|x')).toBe(`"Oberdorf\n,'-2+3+cmd|x"`);
});

test('what is none stays as it is', () => {
  expect(written('Rabatt, -5 %; +Versand')).toBe('"Rabatt, -5 %; +Versand"');
  expect(swiss('2,-Dimethyl, a=b')).toBe('"2,-Dimethyl, a=b"');
  expect(swiss('Apotheke Oberdorf')).toBe('Apotheke Oberdorf');
});

test('a text of nothing but separators costs no time', () => {
  const started = performance.now();
  expect(written(';'.repeat(5000))).toBe(`"${';'.repeat(5000)}"`);
  expect(performance.now() - started).toBeLessThan(1000);
});
