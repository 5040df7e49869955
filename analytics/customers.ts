import type { PooledConnection } from './engine.ts';
import { sqlFile } from './sql.ts';

/** One statistic per customer and the months of its period, as texts with commas between: ten thousand bind at once. */
export type CustomerStatistics = { statistics: string; months: string };

/** Statistics and the revision of each, likewise. */
export type RevisedStatistics = { statistics: string; revisions: string };

/** What is asked for and not loaded, and what is; ids of statistics, and numbers of products in this catalogue. */
export type Missing = RevisedStatistics & { products: string; loaded: string; known: string };

/** A pair of identifiers, 0 where it has none; with a statistic in which it was matched by hand, and the product's GTIN. */
export type Pair = { id: number; gtin: string; pharmacode: number; statistic?: number; match?: string };

/** What a pair means: in that statistic, else in all. */
export type Meaning = { id: number; product: number; statistic: number | null };

/** Purchases to load, one entry per row in each text, with commas between. */
export type PurchaseRows = { products: string; statistics: string; quantities: string };

export type ProductCustomers = { gtin: string; customers: number };

/** Quantities in packs, CHF at ex-factory prices; null: not known. */
export type CustomerOfProduct = {
  statistic: number;
  packs: number;
  packsPerMonth: number;
  turnoverPotential: number | null;
  potentialPerMonth: number | null;
};

export type NamedProduct = { gtin: string; productName: string; manufacturer: string | null };

export type CalledCustomer = {
  statistic: number;
  /** Products that are missing and that the provider can replace. */
  products: number;
  packs: number;
  packsPerMonth: number;
  turnoverPotential: number;
  potentialPerMonth: number;
  /** Of those that will not come back: what is known of their potential. */
  discontinuedProducts: number;
  discontinuedPotentialPerYear: number;
  /** Of the whole list. */
  allCustomers: number;
  allPotentialPerMonth: number;
};

export type CalledProduct = {
  statistic: number;
  gtin: string;
  productName: string;
  manufacturer: string | null;
  /** YYYY-MM-DD */
  reportedOn: string | null;
  /** That is of a source's first list: it is missing since then at least. */
  knownSinceAtLeast: boolean;
  /** A date or words. */
  expectedDelivery: string | null;
  /** It is a date that stands for its calendar week. */
  expectedWeek: boolean;
  /** Day of the last list of the source that says so. */
  listDate: string | null;
  /** A source says that it will not come back. */
  discontinued: boolean;
  alternativeGTIN: string;
  alternativeProductName: string;
  packs: number;
  packsPerMonth: number;
  potentialPerMonth: number | null;
  potentialPerYear: number | null;
};

export type Page = { limit: number | null; offset: number };

/** Whether all that is asked for is in the catalogue's schema. On a catalogue's connection. */
export async function isComplete(
  { rows }: PooledConnection,
  { statistics, revisions }: RevisedStatistics,
  gtins: readonly string[],
  today: string,
): Promise<boolean> {
  // The last of the tables: where it is, all are.
  const made = await rows(
    "select 1 from duckdb_tables() where schema_name = current_schema() and table_name = 'bought'",
  );
  if (made.length === 0) return false;
  const [asked] = await rows(file('complete'), { statistics, revisions, gtins: gtins.join(','), today });
  return asked!.complete as boolean;
}

/** What of the purchases is not in the catalogue's schema yet, in which it makes their tables: one at a time may ask. */
export async function missingPurchases(
  { runScript, rows }: PooledConnection,
  { statistics, revisions }: RevisedStatistics,
  gtins: readonly string[],
  today: string,
): Promise<Missing> {
  await runScript(file('tables'));
  const [missing] = await rows(file('missing'), { statistics, revisions, gtins: gtins.join(','), today });
  return missing as Missing;
}

/**
 * Where more than `most` purchases are loaded, takes it back that those of products are which are neither missing nor back,
 * and gives what takes the purchases themselves, for when nobody reads them any more. Between the two nothing may be loaded.
 */
export async function letGoOfNamed(
  { runScript, rows }: PooledConnection,
  today: string,
  most: number,
): Promise<((tables: PooledConnection) => Promise<void>) | undefined> {
  const [bought] = await rows('select count(*) > $most::bigint as "tooMany" from bought', { most });
  if (!bought!.tooMany) return undefined;
  await runScript(
    'delete from bought_products where product not in (select product from watched($today::varchar))',
    { today },
  );
  return (tables) => tables.runScript('delete from bought where product not in (from bought_products)');
}

/** GTINs and Pharmacodes by which statistics may name the products. */
export async function identifiersOf(
  { rows }: PooledConnection,
  products: string,
): Promise<{ gtins: string; pharmacodes: string }> {
  const [found] = await rows(file('identifiers-of'), { products });
  return found as { gtins: string; pharmacodes: string };
}

/** Which of `products` each pair of identifiers means in this catalogue; pairs that mean none of them are left out. */
export async function meaningsOf(
  { rows }: PooledConnection,
  products: string,
  pairs: readonly Pair[],
): Promise<Meaning[]> {
  if (pairs.length === 0) return [];
  const found = await rows(file('meanings'), {
    products,
    ids: pairs.map(({ id }) => id).join(','),
    gtins: pairs.map(({ gtin }) => gtin).join(','),
    pharmacodes: pairs.map(({ pharmacode }) => pharmacode).join(','),
    statistics: pairs.map(({ statistic = 0 }) => statistic).join(','),
    matches: pairs.map(({ match = '' }) => match).join(','),
  });
  return found as Meaning[];
}

/** Memory that DuckDB takes for a purchase, and for a statistic beside its purchases. */
const PURCHASE_BYTES = 35;
const STATISTIC_BYTES = 80;

/** The last group of rows of a table takes room for more. */
const TABLES_BYTES = 1_500_000;

/**
 * Adds purchases, and says that all of these products and statistics are loaded, in the place of what was loaded of statistics
 * of an earlier revision: all of it or nothing. Gives the bytes that all purchases in the catalogue's schema take from now on.
 */
export async function addPurchases(
  { runScript, rows: read }: PooledConnection,
  purchases: readonly PurchaseRows[],
  loaded: RevisedStatistics & { products: string },
): Promise<number> {
  await runScript('begin');
  try {
    await runScript(file('outdated'), { statistics: loaded.statistics });
    for (const rows of purchases) await runScript(file('insert'), rows);
    await runScript(file('loaded'), loaded);
    await runScript('commit');
  } catch (error) {
    await runScript('rollback');
    throw error;
  }
  const [held] = await read(
    `select (select count(*) from bought)::double as purchases,
       (select count(*) from bought_statistics)::double as statistics`,
  );
  const rowBytes = Number(held!.purchases) * PURCHASE_BYTES + Number(held!.statistics) * STATISTIC_BYTES;
  return TABLES_BYTES + rowBytes;
}

/** How many customers buy each product that is missing or back, or each of `gtins` if there are any. */
export async function customerCounts(
  { rows }: PooledConnection,
  { statistics }: CustomerStatistics,
  gtins: readonly string[],
  today: string,
): Promise<ProductCustomers[]> {
  const counts = await rows(file('counts'), { statistics, gtins: gtins.join(','), today });
  return counts as ProductCustomers[];
}

/** What the catalogue calls a product; undefined for one that it does not know. */
export async function namedProduct(
  { rows }: PooledConnection,
  gtin: string,
): Promise<NamedProduct | undefined> {
  return (await rows(file('product'), { gtin }))[0] as NamedProduct | undefined;
}

/** The customers who buy a product, largest potential per month first. */
export async function customersOfProduct(
  { rows }: PooledConnection,
  customers: CustomerStatistics,
  gtin: string,
  page: Page,
): Promise<CustomerOfProduct[]> {
  return (await rows(file('of-product'), { ...customers, gtin, ...page })) as CustomerOfProduct[];
}

/** The customers who miss what the provider can deliver: who buys what will not come back first, see the SQL. */
export async function callList(
  { rows }: PooledConnection,
  customers: CustomerStatistics,
  page: Page,
): Promise<CalledCustomer[]> {
  return (await rows(file('call-list'), { ...customers, ...page })) as CalledCustomer[];
}

/** What they miss, in the order of the statistics. */
export async function callListProducts(
  { rows }: PooledConnection,
  customers: CustomerStatistics,
): Promise<CalledProduct[]> {
  return (await rows(file('call-list-products'), { ...customers })) as CalledProduct[];
}

function file(name: string): string {
  return sqlFile(`customers/${name}.sql`).text;
}
