import type { Product } from '#analytics/catalogue/products.ts';
import type { OwnColumn } from '#shared/catalogue-columns.ts';
import { type DifferenceList, differenceLists } from '#shared/catalogue-columns.ts';
import { type Catalogue, currentValue, type Merged } from './merge-products.ts';
import { mergedColumns, type Says } from './precedence.ts';

/** A row of a list of differences; missing values are ''. */
export type DifferenceRow = {
  gtin: string;
  description: string;
  manufacturer: string;
  /** The column, named as in own attributes; also `alternative` and ''. */
  column: OwnColumn | 'alternative' | '';
  before: string;
  after: string;
  /** Price change in CHF and percent; percent is null without a price before or after, and from 0. */
  chf: number | null;
  percent: number | null;
  /** Source of `after`, and in conflicts of `before`. */
  from: Says | '';
  otherFrom: Says | '';
  /** A code: the resolution of a conflict, a doubt, the outcome of an alternative, or the list of the row. */
  reason: string;
  /** Of future values: valid from, YYYY-MM-DD. */
  day: string;
};

/** Differences between the `current` revision and the merged one, each list ordered by GTIN. */
export function compareCatalogues(
  current: Catalogue | undefined,
  merged: Merged,
  providerCompanies: readonly string[],
): Record<DifferenceList, DifferenceRow[]> {
  const before = new Map((current?.products ?? []).map((product) => [product.gtin, product]));
  const after = new Map(merged.products.map((product) => [product.gtin, product]));
  const find = (gtin: string) => after.get(gtin) ?? before.get(gtin);
  const row = (gtin: string, said: Partial<DifferenceRow>): DifferenceRow => rowOf(gtin, find(gtin), said);
  const lists = Object.fromEntries(differenceLists.map((list) => [list, [] as DifferenceRow[]])) as Record<
    DifferenceList,
    DifferenceRow[]
  >;
  for (const product of merged.products) {
    const earlier = before.get(product.gtin);
    const { fields, toCome = [] } = merged.traces.get(product.gtin)!;
    for (const { column, value, from } of toCome) {
      const said = { column, before: currentValue(product, column), after: value, day: from };
      lists.toCome.push(row(product.gtin, { ...said, from: 'bag-sl-fhir' }));
    }
    if (!earlier) {
      lists.new.push(row(product.gtin, { from: fields.description?.from ?? '' }));
      continue;
    }
    for (const column of mergedColumns) {
      const [was, is] = [currentValue(earlier, column), currentValue(product, column)];
      if (isEqual(column, was, is)) continue;
      const said = { column, before: was, after: is, from: fields[column]?.from ?? ('' as const) };
      lists[listOf[column] ?? 'others'].push(row(product.gtin, { ...said, ...change(column, was, is) }));
    }
  }
  for (const { gtin } of current?.products ?? []) if (!after.has(gtin)) lists.gone.push(row(gtin, {}));
  lists.gone.sort((a, b) => (a.gtin < b.gtin ? -1 : 1));
  lists.alternatives = alternativeChanges(current, merged, providerCompanies, find);
  const isProviders = (gtin: string) =>
    [before.get(gtin), after.get(gtin)].some(
      (product) => product && providerCompanies.includes(product.manufacturer),
    );
  const changes = ['new', 'gone', 'prices', 'origin', 'deductible', 'sl', 'atc', 'others'] as const;
  lists.provider = changes
    .flatMap((list) => lists[list].map((each) => ({ ...each, reason: list })))
    .filter(({ gtin }) => isProviders(gtin))
    .sort((a, b) => (a.gtin < b.gtin ? -1 : Number(a.gtin > b.gtin)));
  lists.conflicts = merged.conflicts.map(({ gtin, column, value, from, other, otherFrom, why }) =>
    row(gtin, { column, before: other, after: value, from, otherFrom, reason: why }),
  );
  lists.doubtful = [
    ...merged.doubts.map(({ gtin, reason, value }) => row(gtin, { reason, after: value })),
    ...leaps(lists.prices),
    ...merged.products.filter(isDearerThanPublic).map(({ gtin, ex_factory_price, public_price }) =>
      row(gtin, {
        column: 'publicPrice',
        before: ex_factory_price,
        after: public_price,
        reason: 'public_price_lower',
      }),
    ),
  ];
  return lists;
}

const listOf: Partial<Record<OwnColumn, DifferenceList>> = {
  exFactoryPrice: 'prices',
  publicPrice: 'prices',
  origin: 'origin',
  sB20: 'deductible',
  sl: 'sl',
  atc: 'atc',
};

function rowOf(gtin: string, product: Product | undefined, said: Partial<DifferenceRow>): DifferenceRow {
  return {
    gtin,
    description: product?.description ?? '',
    manufacturer: product?.manufacturer ?? '',
    column: '',
    before: '',
    after: '',
    chf: null,
    percent: null,
    from: '',
    otherFrom: '',
    reason: '',
    day: '',
    ...said,
  };
}

function isEqual(column: OwnColumn, was: string, is: string): boolean {
  if (was === is || was === '' || is === '') return was === is;
  return (column === 'packSize' || column.endsWith('Price')) && Number(was) === Number(is);
}

function change(column: OwnColumn, was: string, is: string): Pick<DifferenceRow, 'chf' | 'percent'> {
  if (!column.endsWith('Price') || was === '' || is === '') return { chf: null, percent: null };
  const [from, to] = [Math.round(Number(was) * 100), Math.round(Number(is) * 100)];
  return {
    chf: (to - from) / 100,
    percent: from === 0 ? null : Math.round(((to - from) / from) * 1000) / 10,
  };
}

/** Prices that double or halve, by a franc at least: often a misplaced decimal point. */
function leaps(prices: readonly DifferenceRow[]): DifferenceRow[] {
  return prices
    .filter(
      ({ chf, percent }) =>
        chf !== null && Math.abs(chf) >= 1 && percent !== null && (percent >= 100 || percent <= -50),
    )
    .map((each) => ({ ...each, reason: 'price_leap' }));
}

function isDearerThanPublic({ ex_factory_price, public_price }: Product): boolean {
  return ex_factory_price !== '' && public_price !== '' && Number(public_price) < Number(ex_factory_price);
}

/** Products whose alternative (the first by rank) was added, removed or changed. */
function alternativeChanges(
  current: Catalogue | undefined,
  merged: Catalogue,
  providerCompanies: readonly string[],
  find: (gtin: string) => Product | undefined,
): DifferenceRow[] {
  const before = current ? firstAlternatives(current, providerCompanies) : new Map<string, string>();
  const after = firstAlternatives(merged, providerCompanies);
  const named = (gtin: string | undefined) =>
    gtin === undefined ? '' : `${gtin} ${find(gtin)?.description ?? ''}`.trim();
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((gtin) => {
    const [was, is] = [before.get(gtin), after.get(gtin)];
    if (was === is) return [];
    const reason = was === undefined ? 'won' : is === undefined ? 'lost' : 'changed';
    return [rowOf(gtin, find(gtin), { column: 'alternative', before: named(was), after: named(is), reason })];
  });
}

/**
 * The alternative of each product, as in sql/load/catalogue.sql: the first by rank, then by GTIN; the provider's own
 * products have none.
 */
function firstAlternatives(
  { products, alternatives }: Catalogue,
  providerCompanies: readonly string[],
): Map<string, string> {
  const own = products.filter(({ manufacturer }) => providerCompanies.includes(manufacturer));
  const ownGtins = new Set(own.map(({ gtin }) => gtin));
  const first = new Map<string, { gtin: string; rank: number }>();
  for (const { gtin, alternative_gtin, rank } of alternatives) {
    if (ownGtins.has(gtin)) continue;
    const known = first.get(gtin);
    const better =
      !known || Number(rank) < known.rank || (Number(rank) === known.rank && alternative_gtin < known.gtin);
    if (better) first.set(gtin, { gtin: alternative_gtin, rank: Number(rank) });
  }
  return new Map([...first].map(([gtin, { gtin: alternative }]) => [gtin, alternative]));
}
