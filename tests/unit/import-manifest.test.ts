import { expect, test } from 'vitest';
import { CommandError, UsageError } from '#analytics/cli/command-error.ts';
import { readArguments } from '#server/commands/import/arguments.ts';
import { readManifest } from '#server/commands/import/manifest.ts';

const heading = 'file,customer,from,to,representative,imported';
const read = (text: string) => readManifest('manifest.csv', Buffer.from(text));

test('lines say of their files what stands below the headings, whatever separates them and in whatever order', () => {
  const expected = {
    file: 'a.xlsx',
    customer: '4711',
    from: '2019-01',
    to: '2019-12',
    representative: 'rep@portal.example',
    imported: '2020-01-15',
    consent: '',
    'consent place': 'Ordner 3, Zug',
    name: '',
    comment: '',
    test: '',
    line: 3,
  };
  const commas = `${heading},consent place\n\na.xlsx,4711,2019-01,2019-12,rep@portal.example,2020-01-15,"Ordner 3, Zug"\n`;
  // As Excel writes in Switzerland: a mark, semicolons, empty lines of separators.
  const semicolons =
    '\ufeffCustomer; File;From;To;Representative;Imported;Consent place\r\n;;;;;;\r\n4711;a.xlsx;2019-01;2019-12;rep@portal.example;2020-01-15;Ordner 3, Zug\r\n;;;;;;\r\n';
  expect(read(commas)).toEqual([expected]);
  expect(read(semicolons)).toEqual([expected]);
});

test.each([
  ['', 'manifest.csv has no line below its heading.'],
  [heading, 'manifest.csv has no line below its heading.'],
  ['file,customer\na,b', 'manifest.csv lacks the columns from, to, representative, imported.'],
  [`${heading},consnet\na,b,c,d,e,f,g`, 'manifest.csv has columns that mean nothing: “consnet”.'],
  [`${heading},file\na,b,c,d,e,f,g`, 'manifest.csv has a column twice: file.'],
  [`${heading}\na,b,c`, 'got 3 on line 2'],
  [`${heading}\n"a,b`, 'at line 2'],
])('%j can not be read, and the reason is said', (text, message) => {
  expect(() => read(text)).toThrow(CommandError);
  expect(() => read(text)).toThrow(message);
});

test('a manifest that is not UTF-8 can not be read', () => {
  const bytes = Buffer.from(`${heading},comment\na,b,c,d,e,f,Zürich`, 'latin1');
  expect(() => readManifest('manifest.csv', bytes)).toThrow('reference_not_utf8');
});

test.each([
  [[], 'Say which folder.'],
  [['files'], 'Say which manifest: --manifest FILE.'],
  [['files', 'more', '--manifest', 'm.csv'], 'Too much: more'],
  [['files', '--manifest', 'm.csv', '--report', './m.csv'], '--report would replace the manifest.'],
  [['files', '--manifest', 'm.csv', '--dry-run'], "Unknown option '--dry-run'"],
])('%j is refused with the reason', (parameters, message) => {
  expect(() => readArguments(parameters)).toThrow(UsageError);
  expect(() => readArguments(parameters)).toThrow(message);
});

test('the report stands beside the manifest', () => {
  expect(readArguments(['/old', '--manifest', '/old/manifest.csv'])).toEqual({
    folder: '/old',
    manifest: '/old/manifest.csv',
    report: '/old/manifest-report.csv',
    check: false,
  });
});
