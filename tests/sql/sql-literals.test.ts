import { readdirSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqlParameters } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import { withLiterals } from '#analytics/sql-literals.ts';
import { essence, sqlPieces } from '#analytics/sql-text.ts';

let instance: DuckDBInstance;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
});
afterAll(() => instance.closeSync());

async function answer(sql: string, values: SqlParameters): Promise<unknown> {
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(withLiterals(sqlPieces(sql), values));
    return result.getRowsJS()[0];
  } finally {
    connection.closeSync();
  }
}

/** Anything a request can carry: quotes, comments, dollar quotes, zero characters, whole planes of Unicode. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc
    .array(fc.constantFrom("'", '"', '--', '/*', '$$', '$a', '\0', '\\', ';', ')', '\n', 'x'))
    .map((parts) => parts.join('')),
);

describe('a literal is the value it stands for', () => {
  test('any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await answer('select $a::varchar, 1', { a: text })).toEqual([text, 1]);
      }),
      { numRuns: 300 },
    );
  });

  test('any list of texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText), async (texts) => {
        const [list, end] = (await answer('select to_json($a::varchar[])::varchar, 1', { a: texts })) as [
          string,
          number,
        ];
        expect([JSON.parse(list), end]).toEqual([texts, 1]);
      }),
      { numRuns: 200 },
    );
  });

  test('numbers, truth values and nothing', async () => {
    const sql = 'select $i::integer, $n::bigint::varchar, $d::double, $b::boolean, $z::bigint';
    const values = { i: -7, n: Number.MAX_SAFE_INTEGER, d: -0.1, b: false, z: null };
    expect(await answer(sql, values)).toEqual([-7, '9007199254740991', -0.1, false, null]);
  });
});

test('a parameter named several times has the same value everywhere; names in quotes and comments are text', async () => {
  const sql = `select $a, $a || '$a' as "$a" -- $b\n, '-- ' || $ab /* $a */`;
  expect(await answer(sql, { a: 'x', ab: 'y' })).toEqual(['x', 'x$a', '-- y']);
});

test('a filter of which nothing is chosen is left out, and no other list', () => {
  const sql =
    'select $a::varchar[] where x_filter($a::varchar[], null, b)\n  and name_filter($c::varchar[], d) and e_filter($a::varchar[]) and gtins_name($a::varchar[], f)';
  expect(withLiterals(sqlPieces(sql), { a: [], c: ['x_filter($a::varchar[], b)'] })).toBe(
    "select '[]'::varchar[] where true\n  and name_filter(['x_filter($a::varchar[], b)']::varchar[], d) and true and gtins_name('[]'::varchar[], f)",
  );
});

test('no statement asks a filter in words that are not left out when nothing is chosen', () => {
  const files = readdirSync(new URL('../../sql/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const asking = files
    .filter((file) => file.endsWith('.sql') && file !== 'load/filters.sql')
    .map((file) => sqlFile(file))
    .filter(({ text }) => essence(text).match(/\b(?!list_)\w+_filter\(/));
  expect(asking.length).toBeGreaterThan(20);
  for (const { file, pieces } of asking) {
    const nothing = Object.fromEntries(pieces.names.map((name) => [name, []]));
    expect(essence(withLiterals(pieces, nothing)), file).not.toMatch(/\b(?!list_)\w+_filter\(/);
  }
});

test('every filter of which nothing is chosen leaves a row of which nothing is known', async () => {
  const { text } = sqlFile('load/filters.sql');
  const filters = [...text.matchAll(/^create macro (\w+_filter)\(([^)]*)\)/gm)];
  expect(filters.length).toBeGreaterThan(7);
  const connection = await instance.connect();
  await connection.run(text);
  for (const [, name, parameters] of filters) {
    const unknown = parameters!
      .split(',')
      .slice(1)
      .map(() => 'null');
    const reader = await connection.runAndReadAll(
      `select ${name}(${["'[]'::varchar[]", ...unknown].join(', ')})`,
    );
    expect(reader.getRowsJS(), name).toEqual([[true]]);
  }
  connection.closeSync();
});

test.each([
  ['a parameter without value', 'select $a', {}, 'No value for the SQL parameter $a'],
  ['a name that every object inherits', 'select $toString', {}, 'No value for the SQL parameter $toString'],
  ['a value without parameter', 'select 1', { a: 1 }, 'does not use all of: a'],
  ['an infinite number', 'select $a', { a: Number.POSITIVE_INFINITY }, 'Infinity has no place'],
])('%s is refused', (_, sql, values, message) => {
  expect(() => withLiterals(sqlPieces(sql), values)).toThrow(message);
});
