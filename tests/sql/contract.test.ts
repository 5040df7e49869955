import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Column } from '#analytics/columns.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { views } from '#analytics/views/index.ts';
import { groupings } from '#shared/groupings.ts';
import { pharmacy, today } from '#tests/support/pharmacy.ts';
import { singleChoices } from '#tests/support/view-parameters.ts';
import { gtin, type OpenWorld, openWorld, type World } from '#tests/support/world.ts';

const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };

let world: OpenWorld;
let turned: OpenWorld;
let ties: OpenWorld;
let turnedTies: OpenWorld;
let empty: OpenWorld;
beforeAll(async () => {
  [world, turned, ties, turnedTies, empty] = await Promise.all([
    openWorld(grouped(pharmacy)),
    openWorld(backToFront(grouped(pharmacy))),
    openWorld(grouped(equalArticles())),
    openWorld(backToFront(grouped(equalArticles()))),
    openWorld({ products: [], lines: [] }),
  ]);
});
afterAll(() => Promise.all([world, turned, ties, turnedTies, empty].map((each) => each.close())));

test('every file of the version is the one file of a view, and every name is given once', () => {
  const files = readdirSync(new URL('../../sql/v1/', import.meta.url)).map((file) => `v1/${file}`);
  expect(views.map(({ sql }) => sql).toSorted()).toEqual(files.toSorted());
  expect(new Set(views.map(({ name }) => name)).size).toBe(views.length);
});

describe.each(views.map((view) => [view.name, view] as const))('%s', (_name, view) => {
  test('the file uses the parameters that the contract declares, and no other', async () => {
    const used = await world.statistics.use(key, async ({ prepare }) => {
      const statement = await prepare(sqlFile(view.sql).text);
      return Array.from({ length: statement.parameterCount }, (_, index) =>
        statement.parameterName(index + 1),
      );
    });
    const declared = [...Object.keys(view.parameters.shape), ...(view.context ?? [])];
    expect(
      used.toSorted(),
      `sql/${view.sql} takes what its contract declares; a grouping of shared/groupings.ts is a filter of products, and of carts where it says so: and name_filter($name::varchar[], column)`,
    ).toEqual(declared.toSorted());
  });

  test('rows have the columns and types that the contract declares', async () => {
    const { columns } = await world.statistics.use(key, (connection) =>
      runView(connection, view, view.parameters.parse({})),
    );
    expect(
      columns.map((column) => [column.name, wireType(column)]),
      `sql/${view.sql} selects the columns of its contract; those of groupings stand behind atc_group in product.sql`,
    ).toEqual(
      Object.entries(view.row.shape).map(([name, schema]) => [name, declaredType(schema as z.ZodType)]),
    );
    const answer = await world.view<unknown>(view.name, {}, { today });
    (view.cardinality === 'one' ? view.row : z.array(view.row).min(1)).parse(answer);
  });

  test('the file says what a row is, what its parameters mean and what each CTE is for', () => {
    const lines = sqlFile(view.sql).text.split('\n');
    const header = lines.slice(
      0,
      lines.findIndex((line) => !line.startsWith('--')),
    );
    expect(header.join(' ')).toMatch(/^-- .+: (the |all )?one row/);
    for (const name of [...Object.keys(view.parameters.shape), ...(view.context ?? [])]) {
      expect(header.join(' ')).toContain(`$${name}`);
    }
    lines.forEach((line, index) => {
      if (/^(with )?\w+ as (not )?(materialized )?\($/.test(line)) {
        expect(lines[index - 1], `line ${index + 1}: ${line}`).toMatch(/^--/);
      }
    });
  });

  test('the caller can ask for nothing that is not listed', () => {
    expect(() => view.parameters.parse({ unheardOf: 'x' })).toThrow();
  });

  if (view.cardinality === 'many') {
    test('rows of every listed choice have one order, however lines and products come', async () => {
      expect(sqlFile(view.sql).text).toMatch(/\norder by/);
      for (const parameters of singleChoices(view)) {
        for (const [one, other] of [
          [world, turned],
          [ties, turnedTies],
        ] as const) {
          const rows = await one.view(view.name, parameters);
          expect(await other.view(view.name, parameters)).toEqual(rows);
          expect(new Set(rows.map((row) => row[view.key!])).size, 'the key tells rows apart').toBe(
            rows.length,
          );
        }
      }
    });
  } else {
    test('there is one row of every listed choice, also of a statistic that has no article', async () => {
      for (const parameters of singleChoices(view))
        await expect(world.view(view.name, parameters)).resolves.toBeDefined();
      view.row.parse(await empty.view<unknown>(view.name));
    });
  }
});

test('every grouping tells the articles that belong to a group at all', () => {
  for (const { has } of Object.values(groupings))
    for (const file of ['v1/product.sql', 'v1/product-totals.sql'])
      expect(statementLines(sqlFile(file).text), `sql/${file} lacks a line`).toContain(
        `and has_filter($behind::varchar[], ${has})`,
      );
});

test('what members have of a list is filtered as products are, and grouped by every grouping', () => {
  const filtersOf = (file: string) =>
    statementLines(sqlFile(file).text)
      .filter((line) => /_filter\(\$/.test(line))
      .map((line) => line.replace(/^(?:where|and) /, ''));
  const members = 'compare/members.sql';
  expect(filtersOf(members), `sql/${members} has the filters of product.sql`).toEqual(
    filtersOf('v1/product.sql'),
  );
  for (const { has } of Object.values(groupings))
    expect(statementLines(sqlFile(members).text), `sql/${members} lacks a line`).toContain(
      `when '${has}' then ${has}::varchar`,
    );
});

test('filters stand in sql/load/filters.sql, what switches in what-if.sql, and nowhere else: files hand their lists of choices and columns to them', () => {
  const macros = ['load/filters.sql', 'load/what-if.sql'].flatMap((file) =>
    [...sqlFile(file).text.matchAll(/^create macro (\w+)\(/gm)].map(([, name]) => name),
  );
  const lists = views.flatMap((view) =>
    Object.entries(view.parameters.parse({}) as Record<string, unknown>)
      .filter(([, standard]) => Array.isArray(standard))
      .map(([name]) => ({ name, sql: sqlFile(view.sql).text })),
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const { name, sql } of lists) {
    const uses = statementLines(sql).filter((line) => line.includes(`$${name}`));
    expect(uses.length, name).toBeGreaterThan(0);
    for (const line of uses) {
      const [, macro, choices] =
        /^(?:where |and |from )?(\w+)\(\$(\w+)::varchar\[\](?:, [$\w:]+)+\)(?: s)?$/.exec(line) ?? [];
      expect(macros, line).toContain(macro);
      expect(choices).toBe(name);
      if (macro === 'name_filter')
        expect(line, `a choice of ${name} filters its own column`).toMatch(
          name === 'alternative' ? /, alternative_gtin\)/ : RegExp(`, ${name}\\)`),
        );
    }
  }
});

test('a list and its totals are filtered by the same lines', () => {
  const filtersOf = (file: string) =>
    statementLines(sqlFile(file).text)
      .filter((line) => line.includes('::varchar[]') && !line.includes('gtins_name('))
      .map((line) => line.replace(/^(?:where|and) /, ''));
  const filtered = views.filter((view) => view.totals && filtersOf(view.sql).length > 0);
  expect(filtered.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['manufacturers', 'molecule', 'product']),
  );
  for (const view of filtered) expect(filtersOf(view.totals!.sql), view.name).toEqual(filtersOf(view.sql));
});

function statementLines(sql: string): string[] {
  return sql
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('--'));
}

function wireType(column: Column): string {
  return column.type === 'dictionary' ? 'utf8' : column.type;
}

function declaredType(schema: z.ZodType): string | undefined {
  const { type, anyOf } = z.toJSONSchema(schema) as { type?: string | string[]; anyOf?: { type: string }[] };
  const types = [type ?? anyOf?.map((each) => each.type) ?? []].flat();
  const name = types.find((each) => each !== 'null') ?? '';
  return { integer: 'int32', number: 'float64', boolean: 'bool', string: 'utf8' }[name];
}

/** With groups of every grouping, also of those that the world says nothing of. */
function grouped(world: World): World {
  const names = Object.values(groupings).flatMap(({ reads }) => Object.keys(reads));
  const unsaid = names.filter(
    (name) => name !== 'atc_group' && !world.products.some((product) => name in product),
  );
  const groups = (index: number) => Object.fromEntries(unsaid.map((name) => [name, 'AB'[index % 2]!]));
  return { ...world, products: world.products.map((product, index) => ({ ...product, ...groups(index) })) };
}

/** Twelve articles of three competitors that only their names and codes tell apart, two of the same name. */
function equalArticles(): World {
  const own = [1, 2, 3].map((index) => ({
    gtin: gtin(`76800000010${index}`),
    description: `Own ${index}`,
    manufacturer: 'Provider AG',
    molecule: `molecule ${index}`,
    atc: 'N02BE01',
    ex_factory_price: '1',
  }));
  const others = Array.from({ length: 12 }, (_, index) => ({
    gtin: gtin(`7680000002${String(index).padStart(2, '0')}`),
    description: `Pack ${'edcbaa'[index % 6]}`,
    manufacturer: `Maker ${'zäa'[index % 3]}`,
    molecule: `molecule ${3 - (index % 3)}`,
    atc: ['N02BE01', 'C09AA05', 'A02BC01'][index % 3]!,
    ex_factory_price: '2',
  }));
  return {
    products: [...own, ...others],
    alternatives: others.map((product, index) => ({ gtin: product.gtin, alternative: own[index % 3]!.gtin })),
    focusGroups: [7, 5, 12].map((id) => ({ id, name: 'Group', molecules: ['molecule 1'], gtins: [] })),
    lines: [...own, ...others].map((product) => ({ gtin: product.gtin, quantity: 2 })),
  };
}

function backToFront(forth: World): World {
  return {
    ...forth,
    products: forth.products.toReversed(),
    lines: forth.lines.toReversed(),
    ...(forth.alternatives ? { alternatives: forth.alternatives.toReversed() } : {}),
    ...(forth.focusGroups ? { focusGroups: forth.focusGroups.toReversed() } : {}),
  };
}
