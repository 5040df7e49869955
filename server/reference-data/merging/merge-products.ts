import type { Alternative } from '#analytics/catalogue/portfolio.ts';
import type { Product } from '#analytics/catalogue/products.ts';
import { addDays } from '#shared/calendar.ts';
import { type MergedKey, type OwnColumn, ownColumns } from '#shared/catalogue-columns.ts';
import type { RowsOf } from '../sources/rows.ts';
import { candidatesOf, type PackSources, pricesToCome, type Said } from './candidates.ts';
import { keepsCurrent, mergedColumns, precedence, type Says } from './precedence.ts';

/** The current version of a template file. */
export type MergeSource<Key extends MergedKey> = { date: string | null; rows: readonly RowsOf[Key][] };
export type MergeSources = { [Key in MergedKey]?: MergeSource<Key> };

/** A published catalogue. */
export type Catalogue = {
  products: readonly Product[];
  alternatives: readonly Alternative[];
  exclusives: readonly { gtin: string }[];
};

/** Of a product, the source of each field, other sources' values, and known future values. */
export type Trace = {
  fields: Partial<Record<OwnColumn, { from: Says; lost?: Said[] }>>;
  toCome?: { column: 'exFactoryPrice' | 'publicPrice' | 'sl'; value: string; from: string }[];
};

/** Sources with different values; `value` is used. `why` its source takes precedence: rank or date. */
export type Conflict = {
  gtin: string;
  column: OwnColumn;
  value: string;
  from: Says;
  other: string;
  otherFrom: Says;
  why: 'rank' | 'date';
};

/** A doubtful value that is used, or an unused one. `reason` is a translation key. */
export type Doubt = { gtin: string; reason: string; value: string };

export type Merged = Catalogue & {
  traces: Map<string, Trace>;
  conflicts: Conflict[];
  doubts: Doubt[];
  /** Products without a pack size, and those whose origin comes from no file. */
  facts: { packSizeUnknown: number; originKept: number };
};

/**
 * Merges the current template files as of `priceDate`, by the precedence of each column; what has no template file comes
 * from the `current` revision. Products are ordered by GTIN.
 */
export function mergeProducts(
  sources: MergeSources,
  current: Catalogue | undefined,
  priceDate: string,
  providerCompanies: readonly string[],
): Merged {
  const packs = packsOf(sources, current);
  const merged: Merged = {
    products: [],
    alternatives: [],
    exclusives: [],
    traces: new Map(),
    conflicts: [],
    doubts: [],
    facts: { packSizeUnknown: 0, originKept: 0 },
  };
  const products: Product[] = [];
  const dates = {
    fhir: sources['bag-sl-fhir']?.date ?? null,
    prices: sources['bag-sl-prices']?.date ?? null,
    priceDate,
  };
  const isThere = (key: MergedKey) => sources[key] !== undefined;
  for (const gtin of [...packs.keys()].sort()) {
    const pack = packs.get(gtin)!;
    const { values, trace, conflicts } = mergePack(gtin, pack, dates, isThere);
    if (!values.description) {
      merged.doubts.push({ gtin, reason: 'own_product_unknown', value: '' });
      continue;
    }
    const product = productOf(gtin, values, trace, pack);
    products.push(product);
    merged.traces.set(gtin, trace);
    merged.conflicts.push(...conflicts);
    if (product.pack_size === '') {
      merged.facts.packSizeUnknown++;
      merged.doubts.push({ gtin, reason: 'pack_size_unknown', value: product.pack_size_text });
    }
    if (trace.fields.origin?.from === 'current') merged.facts.originKept++;
  }
  for (const column of ['molecule', 'manufacturer'] as const) {
    const nameOf = oneWriting(
      products.map((product) => product[column]),
      (sources['swissmedic-packs']?.rows ?? []).map((row) => row[column]),
      column === 'manufacturer' ? providerCompanies : [],
    );
    for (const product of products) product[column] = nameOf(product[column]);
    for (const each of merged.conflicts) if (each.column === column) each.value = nameOf(each.value);
  }
  merged.products = products;
  sharedPharmacodes(products, merged.doubts);
  Object.assign(merged, offers(sources, current, products, providerCompanies, merged.doubts));
  return merged;
}

/** The rows of all sources by pack. Own attributes and Pharmacodes alone make no product, since they have no name. */
function packsOf(sources: MergeSources, current: Catalogue | undefined): Map<string, PackSources> {
  const packs = new Map<string, PackSources>();
  const pack = (gtin: string) => {
    const known = packs.get(gtin);
    if (known) return known;
    const made: PackSources = {};
    packs.set(gtin, made);
    return made;
  };
  const listed = sources['swissmedic-packs'] !== undefined;
  for (const row of sources['swissmedic-packs']?.rows ?? []) pack(row.gtin).swissmedic ??= row;
  for (const row of sources['bag-sl-fhir']?.rows ?? []) if (row.gtin) pack(row.gtin).fhir ??= row;
  for (const row of sources['bag-sl-prices']?.rows ?? []) if (row.gtin) pack(row.gtin).prices ??= row;
  for (const row of sources['own-attributes']?.rows ?? []) {
    const each = pack(row.gtin);
    each.own = { ...each.own, ...row.values };
  }
  for (const row of current?.products ?? []) {
    // Without the list of authorised packs, the products are those of the current revision.
    if (!listed || packs.has(row.gtin)) pack(row.gtin).current = row;
  }
  for (const { gtin, pharmacode } of sources.pharmacodes?.rows ?? []) {
    const each = packs.get(gtin);
    if (each) each.pharmacode ??= pharmacode;
  }
  return packs;
}

/**
 * Unifies spellings of manufacturers that differ in case alone: as configured (the provider's companies), else as
 * Swissmedic writes them, else the most frequent one, and of equally frequent ones the first by code point.
 */
function oneWriting(
  names: readonly string[],
  swissmedic: readonly string[],
  configured: readonly string[],
): (name: string) => string {
  const writings = new Map<string, string>();
  for (const list of [names, swissmedic, configured]) {
    const counts = new Map<string, number>();
    for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
    // In order of rising precedence, since the last one set wins.
    const rising = [...counts].sort(([a, m], [b, n]) => m - n || (a < b ? 1 : -1));
    for (const [name] of rising) writings.set(name.toLowerCase(), name);
  }
  return (name) => writings.get(name.toLowerCase()) ?? name;
}

type Values = Partial<Record<OwnColumn | 'packSizeText', string>>;

function mergePack(
  gtin: string,
  pack: PackSources,
  dates: Parameters<typeof candidatesOf>[1],
  isThere: (key: MergedKey) => boolean,
): { values: Values; trace: Trace; conflicts: Conflict[] } {
  const values: Values = {};
  const trace: Trace = { fields: {} };
  const conflicts: Conflict[] = [];
  const said = candidatesOf(pack, dates);
  for (const column of mergedColumns) {
    const { compared, newer } = precedence[column];
    const candidates = said[column] ?? [];
    const silent = candidates.every((each) => each.from === 'own-attributes');
    if (silent && keepsCurrent(column, isThere, values.sl === 'true')) {
      const value = pack.current && currentValue(pack.current, column);
      if (value) candidates.push({ from: 'current', value });
    }
    const [winner, ...others] = candidates;
    if (!winner) continue;
    values[column] = winner.value;
    const lost = others.filter((each) => !isSame(column, each.value, winner.value));
    trace.fields[column] = { from: winner.from, ...(lost.length > 0 ? { lost } : {}) };
    if (!compared) continue;
    for (const other of lost) {
      if (other.from === 'current') continue;
      const byDate = newer === true && winner.from !== 'own-attributes';
      conflicts.push({
        gtin,
        column,
        value: winner.value,
        from: winner.from,
        other: other.value,
        otherFrom: other.from,
        why: byDate ? 'date' : 'rank',
      });
    }
  }
  values.packSizeText = packSizeText(pack, trace);
  // A company's own values stay in force on that day.
  const toCome = comingOf(pack, dates.priceDate).filter(
    ({ column }) => trace.fields[column]?.from !== 'own-attributes',
  );
  if (toCome.length > 0) trace.toCome = toCome;
  return { values, trace, conflicts };
}

/** The pack size as text from the source of the number; without a number, from the first source with text. */
function packSizeText({ own, swissmedic, fhir, current }: PackSources, { fields }: Trace): string {
  const from = fields.packSize?.from;
  if (from === 'own-attributes') return own!.packSize!;
  if (from === 'current') return current!.pack_size_text;
  if (from === 'bag-sl-fhir') return fhir!.packSizeText;
  return swissmedic?.packSizeText || fhir?.packSizeText || current?.pack_size_text || '';
}

function comingOf({ fhir }: PackSources, priceDate: string): NonNullable<Trace['toCome']> {
  if (!fhir) return [];
  const columns = { exFactory: 'exFactoryPrice', public: 'publicPrice' } as const;
  const coming: NonNullable<Trace['toCome']> = pricesToCome(fhir.prices, priceDate).map(
    ({ kind, chf, from }) => ({ column: columns[kind], value: chf, from }),
  );
  const { listed } = fhir;
  if (listed && listed.from > priceDate) coming.push({ column: 'sl', value: 'true', from: listed.from });
  if (listed && listed.until >= priceDate && listed.until !== '') {
    coming.push({ column: 'sl', value: 'false', from: addDays(listed.until, 1) });
  }
  return coming;
}

function productOf(gtin: string, values: Values, { fields }: Trace, { current }: PackSources): Product {
  const own = fields.packSize?.from === 'own-attributes';
  const size = values.packSize ?? '';
  return {
    gtin,
    pharmacode: values.pharmacode ?? '',
    description: values.description ?? '',
    manufacturer: values.manufacturer ?? '',
    atc: values.atc ?? '',
    molecule: values.molecule ?? '',
    pack_size_text: (own ? values.packSize : values.packSizeText) || current?.pack_size_text || '',
    pack_size: /^\d{1,9}(\.\d{1,3})?$/.test(size) && Number(size) > 0 ? size : '',
    unit: values.unit ?? '',
    form: values.form ?? '',
    strength: values.strength ?? '',
    origin: values.origin ?? 'other',
    sl: values.sl ?? 'false',
    sb20: values.sB20 ?? 'false',
    biological: values.biological ?? 'false',
    co_marketing: values.coMarketing ?? 'false',
    ex_factory_price: values.exFactoryPrice ?? '',
    public_price: values.publicPrice ?? '',
    swissmedic_no: values.swissmedicNo ?? '',
    category: values.category ?? '',
  };
}

/**
 * A column of a published product by its name in own attributes; a pack size without trailing zeros, which some readers
 * take for thousands.
 */
export function currentValue(product: Product, column: OwnColumn): string {
  const value = product[productColumn[column]];
  return column === 'packSize' && value !== '' ? String(Number(value)) : value;
}

const productColumn = Object.fromEntries(
  ownColumns.map((column) => [column, column.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)]),
) as Record<OwnColumn, keyof Product>;

// The catalogue's name of the raised deductible.
productColumn.sB20 = 'sb20';

/** Whether two sources agree, ignoring case, spaces and the order of words. */
function isSame(column: OwnColumn, a: string, b: string): boolean {
  if (a === b) return true;
  if (column === 'packSize' || column.endsWith('Price')) return Number(a) === Number(b);
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

/** Pharmacodes of several GTINs: the GTIN with a price is matched. */
function sharedPharmacodes(products: readonly Product[], doubts: Doubt[]): void {
  const groups = Map.groupBy(
    products.filter(({ pharmacode }) => pharmacode),
    ({ pharmacode }) => pharmacode,
  );
  for (const [pharmacode, shared] of groups) {
    if (shared.length === 1) continue;
    for (const { gtin } of shared) doubts.push({ gtin, reason: 'pharmacode_shared', value: pharmacode });
  }
}

/** Alternatives and exclusives from their files or the current revision, for existing products. */
function offers(
  { portfolio, exclusives }: MergeSources,
  current: Catalogue | undefined,
  products: readonly Product[],
  providerCompanies: readonly string[],
  doubts: Doubt[],
): Pick<Catalogue, 'alternatives' | 'exclusives'> {
  const manufacturers = new Map(products.map(({ gtin, manufacturer }) => [gtin, manufacturer]));
  const proposed: readonly Alternative[] =
    portfolio?.rows.map((row) => ({
      gtin: row.gtin,
      alternative_gtin: row.alternativeGtin,
      rank: String(row.rank),
    })) ??
    current?.alternatives ??
    [];
  const alternatives = proposed.filter(({ gtin, alternative_gtin }) => {
    const reason = !manufacturers.has(gtin)
      ? 'product_unknown'
      : !manufacturers.has(alternative_gtin)
        ? 'alternative_unknown'
        : undefined;
    if (reason) doubts.push({ gtin, reason, value: reason === 'product_unknown' ? gtin : alternative_gtin });
    else if (!providerCompanies.includes(manufacturers.get(alternative_gtin)!)) {
      const value = `${alternative_gtin} ${manufacturers.get(alternative_gtin)}`.trim();
      doubts.push({ gtin, reason: 'alternative_not_providers', value });
    }
    return reason === undefined;
  });
  const listed = (exclusives?.rows ?? current?.exclusives ?? []).filter(({ gtin }) => {
    const known = manufacturers.has(gtin);
    if (!known) doubts.push({ gtin, reason: 'exclusive_unknown', value: gtin });
    return known;
  });
  return { alternatives, exclusives: listed.map(({ gtin }) => ({ gtin })) };
}
