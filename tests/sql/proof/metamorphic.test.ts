import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '#tests/support/rounds.ts';
import type { Line, World } from '#tests/support/world.ts';
import { type AddedWorld, type OpenWorlds, openWorlds } from './open-worlds.ts';
import { randomWorld } from './random-world.ts';

let worlds: OpenWorlds;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

type Figures = {
  count: number;
  qtySum: number;
  efPreisSum: number;
  pPreisSum: number;
  turnoverPotential: number;
};
type ProductTotals = Omit<Figures, 'count' | 'qtySum'> & {
  rowCount: number;
  qtySum1: number;
  qtySum2: number;
};
type Row = Record<string, unknown>;

/** Worlds whose sums stay below 2^53 centimes, so that adding up doubles in centimes is exact. */
const modestWorld = randomWorld.map((world) => ({
  ...world,
  lines: world.lines.map((line) => ({
    ...line,
    quantity: Math.sign(line.quantity) * (Math.abs(line.quantity) % 1000),
  })),
}));

function holds(arbitrary: fc.Arbitrary<World>, runs: number, check: (world: World) => Promise<void>) {
  return fc.assert(fc.asyncProperty(arbitrary, check), {
    numRuns: rounds({ short: Math.ceil(runs / 6), long: runs }),
    seed: 20260102,
    endOnFailure: process.env.SHRINK === undefined,
  });
}

/** What is unknown adds nothing. */
const centimes = (chf: number | null) => Math.round((chf ?? 0) * 100);

function figuresOf(totals: ProductTotals): Figures {
  const { rowCount, qtySum1, efPreisSum, pPreisSum, turnoverPotential } = totals;
  return {
    count: rowCount,
    qtySum: qtySum1,
    efPreisSum: centimes(efPreisSum),
    pPreisSum: centimes(pPreisSum),
    turnoverPotential: centimes(turnoverPotential),
  };
}

function sumOf(rows: readonly Figures[]): Figures {
  const total = { count: 0, qtySum: 0, efPreisSum: 0, pPreisSum: 0, turnoverPotential: 0 };
  for (const row of rows) for (const key of Object.keys(total) as (keyof Figures)[]) total[key] += row[key];
  return total;
}

async function totals(opened: AddedWorld, parameters: Row = {}): Promise<Figures> {
  return figuresOf(await opened.view<ProductTotals>('product/totals', parameters));
}

/** Everything that a statistic answers, in one value. */
async function everything(opened: AddedWorld): Promise<Row> {
  const names = [
    'summary',
    'atc',
    'manufacturers',
    'molecule',
    'product',
    'product/totals',
    'duplicate_products',
    'duplicate_products/totals',
    'turnover_potential',
    'list/molecules',
    'list/atc',
    'list/manufacturers',
    'list/focusGroups',
  ];
  const answers = await Promise.all(names.map(async (name) => [name, await opened.view<Row>(name)] as const));
  const { catalogueRevision: _, ...summary } = Object.fromEntries(answers).summary!;
  return { ...Object.fromEntries(answers), summary };
}

test('the three types together are the whole', async () => {
  await holds(modestWorld, 12, async (world) => {
    const opened = await worlds.add(world);
    const parts = ['generika', 'original', 'others'].map((type) => totals(opened, { type }));
    expect(sumOf(await Promise.all(parts))).toEqual(await totals(opened));
    expect(await totals(opened, { type: ['generika', 'original', 'others'] })).toEqual(await totals(opened));
  });
});

test('a filter and the articles it leaves out are the whole', async () => {
  const options = [
    'match',
    'available_match',
    'sb20',
    'stock_out',
    'co',
    'discontinued',
    'all_except_bio',
    'provider_exclusivities',
  ];
  await holds(modestWorld, 12, async (world) => {
    const opened = await worlds.add(world);
    const all = await opened.view<(Row & { article: string })[]>('product');
    for (const general of options) {
      const chosen = new Set((await opened.view('product', { general })).map(({ article }) => article));
      const others = all.map(({ article }) => article).filter((article) => !chosen.has(article));
      const rest = others.length > 0 ? await totals(opened, { article: others }) : sumOf([]);
      expect(sumOf([await totals(opened, { general }), rest]), general).toEqual(await totals(opened));
    }
  });
});

test('options of a group widen it and groups narrow each other', async () => {
  await holds(modestWorld, 12, async (world) => {
    const opened = await worlds.add(world);
    const ids = async (parameters: Row) =>
      new Set((await opened.view('product', parameters)).map(({ article }) => article as string));
    const [generics, originals, both] = [
      await ids({ type: 'generika' }),
      await ids({ type: 'original' }),
      await ids({ type: ['generika', 'original'] }),
    ];
    expect(both).toEqual(generics.union(originals));
    const [match, deductible] = [await ids({ general: 'match' }), await ids({ general: 'sb20' })];
    expect(await ids({ general: ['match', 'sb20'] })).toEqual(match.intersection(deductible));
    expect(await ids({ general: 'match', type: 'original' })).toEqual(match.intersection(originals));
  });
});

test('the rows of a grouping and the articles of no group are the summary', async () => {
  const groupings = [
    { view: 'atc', behind: 'atc_group' },
    { view: 'manufacturers', behind: 'manufacturer' },
    { view: 'molecule', behind: 'molecule' },
  ];
  await holds(modestWorld, 12, async (world) => {
    const opened = await worlds.add(world);
    const all = await opened.view<(Row & { article: string })[]>('product');
    const summary = await opened.view<Row & Record<string, number>>('summary');
    for (const { view, behind } of groupings) {
      const rows = await opened.view<Figures[]>(view);
      const grouped = new Set((await opened.view('product', { behind })).map(({ article }) => article));
      const others = all.map(({ article }) => article).filter((article) => !grouped.has(article));
      const rest = others.length > 0 ? await totals(opened, { article: others }) : sumOf([]);
      const inCentimes = rows.map((row) => ({
        ...row,
        efPreisSum: centimes(row.efPreisSum),
        pPreisSum: centimes(row.pPreisSum),
        turnoverPotential: centimes(row.turnoverPotential),
      }));
      expect(sumOf([...inCentimes, rest]), view).toMatchObject({
        count: summary.numberOfArticles,
        qtySum: summary.totalQty,
        efPreisSum: centimes(summary.turnoverTotal!),
        turnoverPotential: centimes(summary.potentialTotal!),
      });
    }
  });
});

test('product rows add up to their totals, and pages to the list', async () => {
  await holds(modestWorld, 12, async (world) => {
    const opened = await worlds.add(world);
    const rows = await opened.view<(Figures & { qtySum1: number })[]>('product');
    const figures = rows.map((row) => figuresOf({ ...row, rowCount: 1, qtySum2: 0 }));
    expect(sumOf(figures)).toEqual(await totals(opened));
    const pages: Row[] = [];
    for (let offset = 0; offset < rows.length + 3; offset += 3) {
      pages.push(...(await opened.view<Row[]>('product', { limit: 3, offset })));
    }
    expect(pages).toEqual(rows);
  });
});

test('splitting lines in two, their order and importing once more change nothing', async () => {
  const random = fc.tuple(randomWorld, fc.infiniteStream(fc.nat({ max: 1000 })));
  await fc.assert(
    fc.asyncProperty(random, async ([drawn, stream]) => {
      const number = () => stream.next().value as number;
      // The file's own words stand for what the catalogue does not know; which line says them first is not the point.
      const world = { ...drawn, lines: drawn.lines.map(({ description: _, ...line }) => line) };
      const split = world.lines.flatMap((line) => {
        const part = number() - 500;
        return number() % 2 === 0
          ? [line]
          : [
              { ...line, quantity: line.quantity - part },
              { ...line, quantity: part },
            ];
      });
      const shuffled = split.map((line) => ({ line, at: number() })).sort((a, b) => a.at - b.at);
      const lines = shuffled.map(({ line }) => line);
      const before = await everything(await worlds.add(world));
      expect(await everything(await worlds.add({ ...world, lines }))).toEqual(before);
      expect(await everything(await worlds.add(world))).toEqual(before);
    }),
    {
      numRuns: rounds({ short: 2, long: 10 }),
      seed: 20260102,
      endOnFailure: process.env.SHRINK === undefined,
    },
  );
});

test('a line that nothing answers to changes the counts of articles and packs, and nothing else', async () => {
  await holds(modestWorld, 10, async (world) => {
    const stranger: Line = { gtin: '4000000000006', quantity: 7, description: 'Stranger' };
    const before = await everything(await worlds.add(world));
    const after = await everything(await worlds.add({ ...world, lines: [...world.lines, stranger] }));
    const { summary, product, 'product/totals': productTotals, ...others } = before as Record<string, Row>;
    const {
      summary: summary2,
      product: product2,
      'product/totals': productTotals2,
      ...others2
    } = after as Record<string, Row>;
    expect(others2).toEqual(others);
    expect(summary2).toEqual({
      ...summary,
      numberOfArticles: (summary!.numberOfArticles as number) + 1,
      totalQty: (summary!.totalQty as number) + 7,
      totalOthersQty: (summary!.totalOthersQty as number) + 7,
      articlesWithoutPrice: (summary!.articlesWithoutPrice as number) + 1,
      packsWithoutPrice: (summary!.packsWithoutPrice as number) + 7,
      articlesUnmatched: (summary!.articlesUnmatched as number) + 1,
      packsUnmatched: (summary!.packsUnmatched as number) + 7,
    });
    expect(productTotals2).toEqual({
      ...productTotals,
      rowCount: (productTotals!.rowCount as number) + 1,
      qtySum1: (productTotals!.qtySum1 as number) + 7,
      withoutPrice: (productTotals!.withoutPrice as number) + 1,
    });
    const rows = product2 as unknown as Row[];
    expect(rows.filter(({ article }) => article !== stranger.gtin)).toEqual(product);
    expect(rows.find(({ article }) => article === stranger.gtin)).toMatchObject({
      productName: 'Stranger',
      qtySum1: 7,
      efPreisSum: null,
      pPreisSum: null,
      turnoverPotential: 0,
      origin: 'other',
    });
  });
});

test('a line and its return cancel out, and importing everything twice doubles packs and money', async () => {
  await holds(modestWorld, 10, async (world) => {
    const opened = await worlds.add(world);
    const returned = world.lines.map((line) => ({ ...line, quantity: -line.quantity }));
    const cancelled = await worlds.add({ ...world, lines: [...world.lines, ...returned] });
    expect(await totals(cancelled)).toEqual(sumOf([]));
    const twice = await worlds.add({ ...world, lines: [...world.lines, ...world.lines] });
    const once = await totals(opened);
    expect(await totals(twice)).toMatchObject({
      count: once.count,
      qtySum: 2 * once.qtySum,
      efPreisSum: 2 * once.efPreisSum,
      pPreisSum: 2 * once.pPreisSum,
    });
  });
});

test('the provider has nothing to gain where it sells everything already', async () => {
  await holds(modestWorld, 8, async (world) => {
    const own = {
      ...world,
      products: world.products.map((each) => ({ ...each, manufacturer: 'Provider AG' })),
    };
    const summary = await (await worlds.add(own)).view<Row>('summary');
    expect(summary).toMatchObject({ potentialTotal: 0, alternativeProvider: 0, duplicateProducts2: 0 });
    expect(summary.turnoverProvider).toBe(summary.turnoverTotal);
  });
});
