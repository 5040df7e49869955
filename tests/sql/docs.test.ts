import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readArguments } from '#analytics/cli/arguments.ts';
import { fileParameters, viewParameters } from '#analytics/cli/parameters.ts';
import { readQueryFile } from '#analytics/cli/query-file.ts';
import { parameterTypes } from '#analytics/sql-text.ts';
import { tables } from '#analytics/tables.ts';
import { views } from '#analytics/views/index.ts';
import { gtin, openWorld } from '#tests/support/world.ts';
import { columnTypes, withSqlReference } from '../../scripts/sql-reference.ts';

let page: string;
beforeAll(async () => {
  page = await readFile(new URL('../../docs/sql.md', import.meta.url), 'utf8');
});

/** Code blocks of the page in one language. */
function blocks(language: string): string[] {
  return [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

const commands = () =>
  blocks('sh').flatMap((block) => block.split('\n').filter((line) => line.startsWith('npm run sql -- ')));

/** Words of a command line in which only double quotes quote. */
function words(line: string): string[] {
  return [...line.replace(/^npm run sql -- /, '').matchAll(/"([^"]*)"|\S+/g)].map(
    ([word, inner]) => inner ?? word,
  );
}

test('docs/sql.md is what npm run docs writes', async () => {
  expect(await withSqlReference(page), 'npm run docs brings it up to date').toBe(page);
});

test('every table and column that SQL files see is described in analytics/tables.ts, and nothing else', async () => {
  const described = tables.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  // line_rows is lines before it is matched: no file has to name it.
  const there = [...(await columnTypes()).keys()].filter((name) => !name.startsWith('line_rows.'));
  expect(described.toSorted()).toEqual(there.toSorted());
});

test('every figure of every view has its unit or meaning', () => {
  const silent = views.flatMap(({ name, row }) => {
    const { properties = {} } = z.toJSONSchema(row, { io: 'output' });
    return Object.entries(properties as Record<string, { type?: string | string[]; description?: string }>)
      .filter(([, { type, description }]) => /number|integer/.test(String(type)) && !description)
      .map(([column]) => `${name}.${column}`);
  });
  expect(silent).toEqual([]);
});

test('every file of the dashboards says what it answers', () => {
  for (const { name } of views) {
    const section = page.split(`\n### ${name}\n`)[1]!.split('\n### ')[0]!;
    expect(section.split('\n\n')[1]).toMatch(/^[A-Z].{20,}/);
  }
});

describe('what the page tells to type', () => {
  test('are commands that are understood, with files and parameters that there are', async () => {
    expect(commands().length).toBeGreaterThanOrEqual(6);
    const [own] = blocks('sql');
    for (const line of commands()) {
      const { file, parameters } = readArguments(words(line));
      if (file === undefined) continue;
      if (file === 'own.sql') fileParameters(file, parameterTypes(own!), parameters);
      else viewParameters((await readQueryFile(file, '/')).view!, file, parameters);
    }
  });

  test('the own file and the PREPARE line run', async () => {
    const pack = gtin('768012345001');
    const world = await openWorld({
      products: [
        {
          gtin: pack,
          description: 'Pack',
          manufacturer: 'Provider AG',
          atc: 'A01',
          ex_factory_price: '2.50',
        },
      ],
      lines: [{ gtin: pack, quantity: 12 }],
    });
    try {
      const [own] = blocks('sql');
      const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };
      await world.statistics.use(key, async ({ connection, rows }) => {
        expect(await rows(own!, { manufacturer: 'Provider AG', least: 10 })).toEqual([
          { product_name: 'Pack', quantity: 12n, ex_factory_sum: expect.anything() },
        ]);
        const [line] = blocks('sh').flatMap((block) =>
          block.split('\n').filter((each) => each.endsWith('| duckdb statistic.duckdb')),
        );
        const script = execFileSync('sh', ['-c', line!.replace(/\| duckdb .*/, '')], { encoding: 'utf8' });
        const statements = await connection.extractStatements(script);
        expect(statements.count).toBe(2);
        await (await statements.prepare(0)).run();
        const answer = await (await statements.prepare(1)).runAndReadAll();
        expect(answer.getRowObjectsJson()).toMatchObject([{ atcCategory: 'A', count: 1, efPreisSum: 30 }]);
      });
    } finally {
      await world.close();
    }
  });
});
