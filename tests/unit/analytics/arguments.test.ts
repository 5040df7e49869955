import { expect, test } from 'vitest';
import { readArguments } from '#analytics/cli/arguments.ts';
import { UsageError } from '#analytics/cli/command-error.ts';

function problem(...words: string[]): string {
  try {
    readArguments(words);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('The words were accepted.');
}

test('a statistic, a file, and the parameters of the file in any order', () => {
  const words = '--type all --statistic AbC-_d --general=match sql/v1/atc.sql --general sb20';
  expect(readArguments(words.split(' '))).toMatchObject({
    source: { type: 'statistic', directLinkId: 'AbC-_d' },
    file: 'sql/v1/atc.sql',
    parameters: { type: 'all', general: ['match', 'sb20'] },
    format: 'table',
    explain: false,
    exportTo: undefined,
  });
});

test('values keep what a shell gave: empty, with blanks, with an equals sign, beginning with two hyphens', () => {
  const { parameters } = readArguments([
    '--statistic',
    'x',
    'a.sql',
    '--a=',
    '--b',
    'x y',
    '--c=d=e',
    '--f=--g',
    '--h',
    '-1',
  ]);
  expect(parameters).toEqual({ a: '', b: 'x y', c: 'd=e', f: '--g', h: '-1' });
});

test('--param reaches every name and gives NULL without a value', () => {
  const { parameters } = readArguments(
    '--statistic x a.sql --param format=1 --param output --param list=a --list b'.split(' '),
  );
  expect(parameters).toEqual({ format: '1', output: null, list: ['a', 'b'] });
});

test('a name like one of JavaScript is a name', () => {
  const { parameters } = readArguments('--statistic x a.sql --constructor 1 --toString 2'.split(' '));
  expect(parameters).toEqual({ constructor: '1', toString: '2' });
});

test('the format is what is said, else what the output ends in, else a table', () => {
  const format = (words: string) => readArguments(`--statistic x a.sql ${words}`.trim().split(' ')).format;
  expect(format('')).toBe('table');
  expect(format('--output a.parquet')).toBe('parquet');
  expect(format('--output a.txt')).toBe('table');
  expect(format('--output A.CSV')).toBe('csv');
  expect(format('--output -')).toBe('table');
  expect(format('--output a.parquet --format csv')).toBe('csv');
  expect(problem(...'--statistic x a.sql --output a.xyz'.split(' '))).toContain('--output a.xyz: its ending');
  expect(problem(...'--statistic x a.sql --format xlsx'.split(' '))).toBe(
    '--format xlsx: there is table, csv, json, parquet, arrow.',
  );
});

test('a workbook needs its catalogue and may have months', () => {
  expect(
    readArguments('--xlsx a.xlsx --catalogue b --months 2024-07..2025-06 c.sql'.split(' ')).source,
  ).toEqual({
    type: 'xlsx',
    file: 'a.xlsx',
    catalogue: 'b',
    months: { timeMonthFrom: 7, timeYearFrom: 2024, timeMonthTo: 6, timeYearTo: 2025 },
  });
  expect(problem(...'--xlsx a.xlsx --catalogue b --months 2025-07..2025-06 c.sql'.split(' '))).toBe(
    '--months 2025-07..2025-06: the last month comes before the first.',
  );
  expect(problem(...'--xlsx a.xlsx c.sql'.split(' '))).toBe('--xlsx and --catalogue belong together.');
  expect(problem(...'--months 2025-01..2025-12 c.sql'.split(' '))).toBe('--months belongs to --xlsx.');
  expect(problem(...'--xlsx a --catalogue b --months 2025-13..2025-14 c.sql'.split(' '))).toContain(
    '2025-01..2025-12',
  );
  expect(problem(...'--statistic x --xlsx a --catalogue b c.sql'.split(' '))).toContain('--statistic');
});

test('what makes no sense is refused', () => {
  expect(problem()).toContain('Say where the tables come from');
  expect(problem('a.sql')).toContain('Say where the tables come from');
  expect(problem('--statistic', 'x')).toContain('Name a SQL file');
  expect(problem('--statistic')).toContain('--statistic needs a value');
  expect(problem('--statistic', 'x', 'a.sql', '--type', '--sortBy', 'y')).toContain('--type needs a value');
  expect(problem('--statistic', 'x', '--statistic', 'y', 'a.sql')).toBe('--statistic was given twice.');
  expect(problem('--statistic', 'x', 'a.sql', 'b.sql')).toBe('One SQL file at a time, not a.sql and b.sql.');
  expect(problem('--statistic', 'x', 'a.sql', '--explain=yes')).toBe('--explain takes no value.');
  expect(problem('--statistic', 'x', 'a.sql', '--explain', '--output', 'y.csv')).toContain('--explain');
  expect(problem('--statistic', 'x', '--export', 'e.duckdb', '--type', 'all')).toContain(
    'belong to a SQL file',
  );
  expect(problem('--statistic', 'x', 'a.sql', '--a-b', '1')).toBe("--a-b can't be a parameter.");
  expect(problem('--statistic', 'x', 'a.sql', '--param', 'a', '--a', '1')).toBe('--param a was given twice.');
});

test('what comes out never replaces a SQL file or a workbook', () => {
  expect(problem('--statistic', 'x', '--export', 'sql/v1/atc.sql')).toBe(
    '--export sql/v1/atc.sql would replace a SQL file or a workbook; give another name.',
  );
  for (const target of ['own.sql', 'own.SQL', 'file.xlsx'])
    expect(problem('--statistic', 'x', 'own.sql', '--format', 'csv', '--output', target)).toContain(
      `--output ${target} would replace`,
    );
});

test('an export needs no SQL file, and help needs nothing', () => {
  expect(readArguments(['--statistic', 'x', '--export', 'e.duckdb'])).toMatchObject({
    exportTo: 'e.duckdb',
    file: undefined,
  });
  expect(readArguments(['--help'])).toMatchObject({ help: true });
});
