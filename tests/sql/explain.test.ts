import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { standardContext } from '#analytics/context.ts';
import { type Explanation, explain } from '#analytics/explain/explain.ts';
import { explainedView } from '#analytics/explain/explained-views.ts';
import { findView, views } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import { packs, pharmacy, today } from '#tests/support/pharmacy.ts';
import { hundredths, reckonFigure, reckonPart } from '#tests/support/reckon.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { referenceWorld } from '#tests/support/reference-world.ts';
import { long } from '#tests/support/rounds.ts';
import { listedValues } from '#tests/support/view-parameters.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };
const context = { ...standardContext(), today };

/** Numbers that are no figures: whose statistic it is, and what it was made with. */
const ofSwitch = [
  /After$/,
  /Change$/,
  /Exact$/,
  /^switching/,
  /^customersGain$/,
  /^gainsUnknown$/,
  /^toBenchmark$/,
];
const notFigures = ['timeMonthFrom', 'timeYearFrom', 'timeMonthTo', 'timeYearTo', 'catalogueRevision'];

test.each(views.filter(({ subject }) => subject === 'statistic').map((view) => [view.name, view] as const))(
  'every figure of %s has an explanation',
  (_name, view) => {
    const numbers = Object.keys(view.row.shape).filter((column) => {
      const { type, anyOf } = z.toJSONSchema(view.row.shape[column] as z.ZodType) as {
        type?: string;
        anyOf?: { type: string }[];
      };
      return [type ?? anyOf?.map((each) => each.type)]
        .flat()
        .some((each) => /integer|number/.test(each ?? ''));
    });
    // What would be is not bought: behind it stand the rows of what switches, and no articles give it.
    if (view.name === 'what_if/switches') return;
    const wouldBe = view.name === 'what_if' ? ofSwitch : [];
    const figures = explainedView(view)?.figures(view.parameters.parse({})) ?? {};
    expect(Object.keys(figures).toSorted()).toEqual(
      numbers
        .filter((column) => !notFigures.includes(column) && !wouldBe.some((name) => name.test(column)))
        .toSorted(),
    );
  },
);

describe('the rows behind a figure give it to the centime', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(pharmacy);
  });
  afterAll(() => world.close());

  const someNames: Record<string, string[]> = {
    molecule: ['ramipril', 'ibuprofen'],
    atc: ['C', 'C09', 'L04AB04'],
    manufacturer: ['Mepha AG', 'Provider AG', 'Ärzte AG'],
    focusGroup: ['2', '10'],
    article: [packs.beloc, packs.p1],
    alternative: [packs.p1, packs.p2],
    gtin: [packs.p1, packs.p2],
  };

  test.each(views.filter(explainedView).map((view) => [view.name, view] as const))(
    'for every figure of every row of %s, whatever the filter',
    async (_name, view) => {
      for (const parameters of choices(view, someNames)) await expectExplained(world, view, parameters);
    },
  );

  test('also when nothing was bought', async () => {
    const empty = await openWorld({ products: [], lines: [] });
    for (const view of views.filter(explainedView)) await expectExplained(empty, view, {});
    await empty.close();
  });
});

if (long)
  test.skipIf(!referenceDataPresent)(
    'the rows behind a figure give it to the centime on real Swiss packs',
    async () => {
      const world = await openWorld(await referenceWorld('apotheke-bezug-2025'));
      for (const view of views.filter((each) => explainedView(each) && each.name !== 'product')) {
        await expectExplained(world, view, {}, 10);
      }
      await world.close();
    },
    60_000,
  );

describe('an explanation', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(pharmacy);
  });
  afterAll(() => world.close());

  test('says what the figure is made from and which rows stand behind it', async () => {
    expect(await ask(world, 'summary', 'oxProviderWith20Percent')).toEqual({
      value: 2,
      unit: 'articles',
      formula: 'articles',
      sql: { file: 'sql/v1/summary.sql', version: expect.stringMatching(/^v1-[0-9a-f]{8}$/) },
      catalogue: { revision: 1, priceDate: '2026-01-01' },
      stockouts: { revision: 1, date: '2026-01-01' },
      parts: [
        {
          role: 'value',
          reckoning: { kind: 'count' },
          filter: { general: ['match', 'sb20'], type: ['original'] },
          query: 'general=match&general=sb20&type=original',
        },
      ],
    });
  });

  test('of a row keeps the filters of its list', async () => {
    const { value, parts } = await ask(world, 'molecule', 'qtySum', 'ramipril', {
      manufacturer: 'Mepha AG',
      general: 'match',
    });
    expect(value).toBe(1);
    expect(parts[0]!.query).toBe('general=match&molecule=ramipril&manufacturer=Mepha+AG');
  });

  test('of a sum of one article says its own numbers', async () => {
    const own = async (figure: string, article: string) =>
      (await ask(world, 'product', figure, article)).parts[0]!.article;
    // 7 × 30/28 × 8.00 = 60.00; Brufen has no price, p1 no alternative.
    expect(await own('turnoverPotential', packs.triatec)).toEqual({
      packs: 7,
      packFactor: 30 / 28,
      price: 8,
    });
    expect(await own('efPreisSum', packs.triatec)).toEqual({ packs: 7, price: 9.99 });
    expect(await own('efPreisSum', packs.brufen)).toEqual({ packs: 2, price: null });
    expect(await own('turnoverPotential', packs.p1)).toEqual({ packs: 10, packFactor: null, price: null });
    expect(await own('qtySum1', packs.p1)).toBeUndefined();
    const { parts } = await ask(world, 'summary', 'turnoverTotal');
    expect(parts[0]!.article).toBeUndefined();
  });

  test('of a percentage names the rows above and below the line', async () => {
    const { value, parts } = await ask(world, 'summary', 'genericPenetration');
    // 14 packs of generics (3 + 1 + 10) and 12 of originals (4 + 7 + 1)
    expect(value).toBe(54);
    expect(parts.map(({ role, query }) => [role, query])).toEqual([
      ['part', 'type=generika'],
      ['whole', 'type=generika&type=original'],
    ]);
  });

  test.each([
    ['summary', 'customerName', undefined, 'figure_unknown'],
    ['summary', 'constructor', undefined, 'figure_unknown'],
    ['short-summary', 'timeMonthFrom', undefined, 'figure_unknown'],
    ['molecule', 'qtySum', undefined, 'row_required'],
    ['molecule', 'qtySum', 'unheard of', 'row_unknown'],
  ])('%s %s of row %s is refused: %s', async (view, figure, row, code) => {
    await expect(ask(world, view, figure, row)).rejects.toMatchObject({ code });
  });
});

function ask(
  world: OpenWorld,
  name: string,
  figure: string,
  row: string | null = null,
  parameters: Record<string, unknown> = {},
): Promise<Explanation> {
  const view = findView(name)!;
  const question = { view, figure, row, parameters: view.parameters.parse(parameters) };
  return world.statistics.use(key, (connection) => explain(connection, question, context));
}

async function expectExplained(
  world: OpenWorld,
  view: View,
  parameters: Record<string, unknown>,
  rowLimit = Number.POSITIVE_INFINITY,
): Promise<void> {
  const answer = await world.view<unknown>(view.name, parameters, { today });
  const rows = (view.cardinality === 'one' ? [answer] : answer) as Record<string, unknown>[];
  const figures = explainedView(view)!.figures(view.parameters.parse(parameters));
  const products = new Map<string, Record<string, unknown>[]>();
  for (const row of rows.slice(0, rowLimit)) {
    const name = view.key ? String(row[view.key]) : null;
    for (const figure of Object.keys(figures)) {
      const { value, parts } = await ask(world, view.name, figure, name, parameters);
      const amounts = [];
      for (const part of parts) {
        const behind =
          products.get(part.query) ??
          (await world.view<Record<string, unknown>[]>('product', queryParameters(part.query), { today }));
        products.set(part.query, behind);
        amounts.push(reckonPart(part, behind));
      }
      const told = [view.name, parameters, name, figure];
      expect([...told, value]).toEqual([...told, row[figure]]);
      expect([...told, reckonFigure(parts, amounts)]).toEqual([...told, hundredths(row[figure])]);
    }
  }
}

/** A query string as the server reads it: repeated keys are lists. */
function queryParameters(query: string): Record<string, string | string[]> {
  const search = new URLSearchParams(query);
  return Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]));
}

/** No choice, each choice alone, and the first of each parameter beside that of the next. */
function choices(view: View, someNames: Record<string, string[]>): Record<string, string>[] {
  const names = Object.keys(view.parameters.shape).filter((name) => !/^(sortBy|limit|offset)$/.test(name));
  const all = (name: string) => [...listedValues(view, name), ...(someNames[name] ?? [])];
  const values = (name: string) =>
    long ? all(name) : [...new Set([...all(name).slice(0, 1), ...all(name).slice(-1)])];
  const single = names.flatMap((name) => values(name).map((value) => ({ [name]: value })));
  const double = names.flatMap((name, index) => {
    const next = names[index + 1];
    return next ? [{ [name]: values(name)[0]!, [next]: values(next)[0]! }] : [];
  });
  return view.name === 'product' ? [{}] : [{}, ...single, ...double];
}
