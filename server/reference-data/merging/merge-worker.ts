import { gunzipSync } from 'node:zlib';
import { type DifferenceList, differenceLists, type MergedKey } from '#shared/catalogue-columns.ts';
import { parseJsonLines } from '#shared/json-lines.ts';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { handingOver, type Work } from '../../platform/threads.ts';
import { compareCatalogues } from './compare-catalogues.ts';
import { type Catalogue, type MergeSources, mergeProducts, type Trace } from './merge-products.ts';
import type { Says } from './precedence.ts';

/** Input of a merge: rows of template files as gzip-compressed NDJSON, tables of the current revision as JSON. */
export type MergeRequest = {
  sources: Partial<Record<MergedKey, { date: string | null; rows: Uint8Array }>>;
  current: Record<keyof Catalogue, Uint8Array> | null;
  priceDate: string;
  providerCompanies: readonly string[];
};

/** Tables as JSON arrays in UTF-8. */
export type MergeResult = {
  tables: Record<keyof Catalogue | 'traces', Uint8Array>;
  productCount: number;
  /** Sources of the prices used. */
  pricesFrom: Says[];
  facts: Record<string, number>;
  lists: Record<DifferenceList, { count: number; rows: Uint8Array }>;
};

export default function mergeHere({ request }: Work<MergeRequest>): MergeResult {
  lowerThreadPriority();
  const result = merge(request);
  const bytes = [...Object.values(result.tables), ...Object.values(result.lists).map(({ rows }) => rows)];
  return handingOver(
    result,
    bytes.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

function merge({ sources, current, priceDate, providerCompanies }: MergeRequest): MergeResult {
  const read = Object.fromEntries(
    Object.entries(sources).map(([key, { date, rows }]) => [
      key,
      { date, rows: parseJsonLines(gunzipSync(rows).toString('utf8')) },
    ]),
  ) as MergeSources;
  const catalogue = current && {
    products: parse<Catalogue['products']>(current.products),
    alternatives: parse<Catalogue['alternatives']>(current.alternatives),
    exclusives: parse<Catalogue['exclusives']>(current.exclusives),
  };
  const merged = mergeProducts(read, catalogue ?? undefined, priceDate, providerCompanies);
  const lists = compareCatalogues(catalogue ?? undefined, merged, providerCompanies);
  return {
    tables: {
      products: written(merged.products),
      alternatives: written(merged.alternatives),
      exclusives: written(merged.exclusives),
      traces: written(
        [...merged.traces].map(([gtin, trace]) => ({ gtin, trace: JSON.stringify(trace satisfies Trace) })),
      ),
    },
    productCount: merged.products.length,
    pricesFrom: pricesFrom(merged.traces),
    facts: merged.facts,
    lists: Object.fromEntries(
      differenceLists.map((list) => [list, { count: lists[list].length, rows: written(lists[list]) }]),
    ) as MergeResult['lists'],
  };
}

function pricesFrom(traces: ReadonlyMap<string, Trace>): Says[] {
  const prices = ['exFactoryPrice', 'publicPrice'] as const;
  const from = [...traces.values()].flatMap(({ fields }) => prices.map((price) => fields[price]?.from));
  return [...new Set(from.filter((each) => each !== undefined))];
}

function parse<Rows>(bytes: Uint8Array): Rows {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/** In its own buffer, so that it can be transferred. */
function written(rows: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(rows));
}
