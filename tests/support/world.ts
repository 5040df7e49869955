import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toParquet } from '#analytics/catalogue/parquet.ts';
import type { Product } from '#analytics/catalogue/products.ts';
import type { Episode, StockoutSource } from '#analytics/catalogue/stockout-history.ts';
import type { Columns } from '#analytics/columns.ts';
import { standardContext } from '#analytics/context.ts';
import { type Engine, openEngine, type PooledConnection } from '#analytics/engine.ts';
import { temporaryPath } from '#analytics/files.ts';
import type { FocusGroup } from '#analytics/focus-groups.ts';
import { encodeJson } from '#analytics/json.ts';
import { type StoredLines, storedLines } from '#analytics/lines.ts';
import type { Rates } from '#analytics/rates.ts';
import { runView } from '#analytics/run.ts';
import {
  holdStatistics,
  type ReferenceRevisions,
  type StatisticFiles,
  type StatisticKey,
  type Statistics,
} from '#analytics/statistics.ts';
import { findView } from '#analytics/views/index.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';

/** A row of a statistic's file; returns are negative. Packs. */
export type Line = { gtin?: string; pharmacode?: string; quantity: number; description?: string };

/** Everything a small statistic depends on, written down in a test. */
export type World = {
  products: (Partial<Product> & { gtin: string })[];
  alternatives?: { gtin: string; alternative: string; rank?: number }[];
  exclusives?: string[];
  /** Of the source "List", not of its first list and with one word of when they come unless they say otherwise. */
  stockouts?: (Partial<Episode> & { gtin: string; reported_on: string })[];
  /** Lists from the earliest report to 1.1.2026 unless they say otherwise. */
  sources?: StockoutSource[];
  /** Day of the newest list, YYYY-MM-DD; 2026-01-01 unless it is given. */
  stockoutDate?: string;
  lines: Line[];
  /** What was matched by hand. */
  matches?: StatisticFiles['matches'];
  focusGroups?: FocusGroup[];
  providerCompanies?: string[];
  /** Day of the prices, YYYY-MM-DD; 2026-01-01 unless it is given. */
  priceDate?: string;
  /** Where they are not those of Switzerland. */
  rates?: Partial<Rates>;
  head?: Partial<StatisticFiles['head']>;
};

export type OpenWorld = {
  engine: Engine;
  statistics: Statistics;
  /** The answer of a view as JSON has it. `parameters` as a query string would give them. */
  view<Answer = Record<string, unknown>[]>(
    name: string,
    parameters?: Record<string, unknown>,
    context?: Partial<ViewContext>,
  ): Promise<Answer>;
  /** Rows of any SQL on the statistic's tables. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

/** The GTIN with the given first 12 digits. */
export function gtin(twelve: string): string {
  const sum = [...twelve].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

/** Opens a world in a DuckDB of its own. */
export async function openWorld(world: World): Promise<OpenWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-world-'));
  const engine = await openEngine({ directory });
  const files = await writeWorld(engine, world);
  const statistics = holdStatistics(engine, {
    sources: {
      catalogue: async () => files.catalogue,
      stockouts: async () => files.stockouts,
      focusGroups: async () => files.focusGroups,
      statistic: async () => files.statistic,
      lines: async () => files.statistic.lines,
    },
    providerCompanies: world.providerCompanies ?? ['Provider AG'],
    rates: files.rates,
    memoryBytes: 1_000_000_000,
    onError(error) {
      throw error;
    },
  });
  const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };
  return {
    engine,
    statistics,
    view: (name, parameters, context) => askView(statistics, key, name, parameters, context),
    sql: (text) => statistics.withLines(key, ({ rows }) => rows(text)),
    async close() {
      engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The answer of a view as JSON has it. `parameters` as a query string would give them. */
export function askView<Answer = Record<string, unknown>[]>(
  statistics: Statistics,
  key: StatisticKey,
  name: string,
  parameters: Record<string, unknown> = {},
  context: Partial<ViewContext> = {},
): Promise<Answer> {
  return answerOf(name, parameters, context, (view, run) =>
    view.subject === 'market'
      ? statistics.onMarket(key, view.feeding ? key : undefined, run)
      : statistics.use(key, run),
  );
}

/** The same of a view over the market while no statistic feeds it. */
export function askUnfed<Answer = Record<string, unknown>[]>(
  statistics: Statistics,
  name: string,
  parameters: Record<string, unknown> = {},
  context: Partial<ViewContext> = {},
  revisions: ReferenceRevisions = { catalogue: 1, stockouts: 1, focusGroups: 1 },
): Promise<Answer> {
  return answerOf(name, parameters, context, (_view, run) => statistics.onMarket(revisions, undefined, run));
}

type Run = (connection: PooledConnection) => Promise<Columns>;

async function answerOf<Answer>(
  name: string,
  parameters: Record<string, unknown>,
  context: Partial<ViewContext>,
  onTables: (view: View, run: Run) => Promise<Columns>,
): Promise<Answer> {
  const view = findView(name);
  if (!view) throw new Error(`There is no view ${name}`);
  const parsed = view.parameters.parse(parameters);
  const days = context.today ? { todayUtc: context.today } : {};
  const columns = await onTables(view, (connection) =>
    runView(connection, view, parsed, { ...standardContext(), ...days, ...context }),
  );
  return JSON.parse(Buffer.from(encodeJson(columns, view.cardinality)).toString()) as Answer;
}

/** What the sources of `holdStatistics` have to give for a world. */
export async function writeWorld(engine: Engine, world: World) {
  const products = world.products.map((product) => ({ ...plainProduct, ...product }));
  const alternatives = (world.alternatives ?? []).map((row) => ({
    gtin: row.gtin,
    alternative_gtin: row.alternative,
    rank: String(row.rank ?? 1),
  }));
  const catalogue = {
    products: await toParquet(engine, 'products', products),
    alternatives: await toParquet(engine, 'alternatives', alternatives),
    exclusives: await toParquet(
      engine,
      'exclusives',
      (world.exclusives ?? []).map((each) => ({ gtin: each })),
    ),
    priceDate: world.priceDate ?? '2026-01-01',
  };
  const stockouts = (world.stockouts ?? []).map((row): Episode => {
    const episode = { ...plainStockout, ...row };
    const { reported_on, updated_on, expected_delivery } = episode;
    const word = { said_on: updated_on || reported_on, expected_delivery };
    return { ...episode, deliveries: row.deliveries ?? [word] };
  });
  return {
    catalogue,
    stockouts: {
      stockouts: await toParquet(engine, 'episodes', stockouts),
      sources: world.sources ?? plainSources(stockouts),
      date: world.stockoutDate ?? '2026-01-01',
    },
    focusGroups: world.focusGroups ?? [],
    rates: world.rates ?? {},
    statistic: {
      ...(await writeLines(engine, world.lines)),
      ...(world.matches && { matches: world.matches }),
      head: { ...plainHead, ...world.head },
    },
  };
}

/** The Parquet files of a statistic's lines. */
export async function writeLines(engine: Engine, lines: readonly Line[]): Promise<StoredLines> {
  const heading =
    'row_number,gtin_read,pharmacode_read,quantity_read,description_read,manufacturer_read,ex_factory_price_read,public_price_read,gtin,pharmacode,quantity';
  const rows = lines.map(({ gtin = '', pharmacode = '', quantity, description = '' }, index) => {
    const name = description && `"${description.replaceAll('"', '""')}"`;
    return [index + 2, gtin, pharmacode, quantity, name, '', '', '', gtin, pharmacode, quantity].join(',');
  });
  const path = temporaryPath(engine, 'lines.csv');
  await writeFile(path, [heading, ...rows, ''].join('\n'));
  return storedLines(engine, path);
}

const plainProduct: Product = {
  gtin: '',
  pharmacode: '',
  description: 'Product',
  manufacturer: '',
  atc: '',
  molecule: '',
  pack_size_text: '',
  pack_size: '',
  unit: '',
  form: '',
  strength: '',
  origin: 'other',
  sl: 'false',
  sb20: 'false',
  biological: 'false',
  co_marketing: 'false',
  ex_factory_price: '',
  public_price: '',
  swissmedic_no: '',
  category: '',
};

/** The source whose days stand for weeks in worlds that say nothing of their sources. */
export const PLAIN_WEEKLY = 'Grossist';

function plainSources(stockouts: readonly Episode[]): StockoutSource[] {
  const names = new Set([plainStockout.source, ...stockouts.map(({ source }) => source)]);
  const firstListOn = stockouts.map(({ reported_on }) => reported_on).toSorted()[0] ?? '2020-01-01';
  return [...names].map((source) => ({
    source,
    firstListOn,
    lastListOn: '2026-01-01',
    weekly: source === PLAIN_WEEKLY,
  }));
}

const plainStockout: Omit<Episode, 'deliveries'> = {
  gtin: '',
  reported_on: '',
  updated_on: '',
  status: '',
  expected_delivery: '',
  comment: '',
  back_in_stock_on: '',
  source: 'List',
  first_list: false,
};

/** Of a world that says nothing else of itself: the whole of 2025. */
export const plainHead: StatisticFiles['head'] = {
  customerName: 'Pharmacy',
  customerExternalId: '1',
  timeInformation: null,
  timeMonthFrom: 1,
  timeYearFrom: 2025,
  timeMonthTo: 12,
  timeYearTo: 2025,
  headerImage: null,
};
