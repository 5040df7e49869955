import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DifferenceList } from '#shared/catalogue-columns.ts';
import type {
  CatalogueEffect,
  CatalogueProposalAnswer,
  CatalogueRevision,
  Difference,
  DifferencePage,
  MergedProducts,
} from '#shared/schemas/merged-products.ts';
import { announceChange, market } from './changed-statistics.ts';
import { requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type {
  CatalogueEffect,
  CatalogueRevision,
  Difference,
  DifferenceList,
  DifferencePage,
  MergedProducts,
};

export type CatalogueProposal = CatalogueProposalAnswer;

export const differencePageSize = 50;
const path = '/merged-products';

/** The published catalogue, its files, and the proposal. */
export const mergedQuery = queryOptions({
  queryKey: ['merged-products'],
  queryFn: ({ signal }) => requestJson<MergedProducts>(path, { signal }),
});

export const revisionsQuery = queryOptions({
  queryKey: ['merged-products', 'revisions'],
  queryFn: ({ signal }) => requestJson<CatalogueRevision[]>(`${path}/revisions`, { signal }),
});

export interface DifferencesWanted {
  list: string;
  text: string;
  column: string;
  /** From 1. */
  page: number;
}

/** A page of a list of differences. */
export function differencesQuery(proposal: number, { list, text, column, page }: DifferencesWanted) {
  return queryOptions({
    queryKey: ['merged-products', 'differences', proposal, list, text, column, page],
    queryFn: ({ signal }) =>
      requestJson<DifferencePage>(differencesPath(proposal, list), {
        query: { text, column, PageNumber: page, PageSize: differencePageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function differencesPath(proposal: number, list: string): string {
  return `${path}/proposals/${proposal}/differences/${list}`;
}

/** Effect of a proposal on the newest statistics; its first computation takes seconds. */
export function effectQuery(proposal: number) {
  return queryOptions({
    queryKey: ['merged-products', 'effect', proposal],
    queryFn: ({ signal }) => requestJson<CatalogueEffect>(`${path}/proposals/${proposal}/effect`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** `priceDate`: YYYY-MM-DD; '' for today. */
export async function buildProposal(priceDate: string): Promise<void> {
  await change('POST', 'proposals', priceDate ? { priceDate } : {});
}

export async function publishProposal(proposal: number): Promise<void> {
  await change('POST', `proposals/${proposal}/publish`, {});
}

export async function scheduleProposal(proposal: number, publishOn: string): Promise<void> {
  await change('POST', `proposals/${proposal}/schedule`, { publishOn });
}

export async function cancelSchedule(proposal: number): Promise<void> {
  await change('DELETE', `proposals/${proposal}/schedule`);
}

/** `current`: the current revision that the user saw. */
export async function goBackTo(revision: number, current: number): Promise<void> {
  await change('POST', `revisions/${revision}/publish`, { current });
}

/** Refetches in any case, because somebody else may have been faster. */
async function change(method: 'POST' | 'DELETE', part: string, json?: unknown): Promise<void> {
  try {
    await requestJson(`${path}/${part}`, { method, ...(json === undefined ? {} : { json }) });
  } finally {
    announceChange(market);
    await queryClient.invalidateQueries({ queryKey: ['merged-products'] });
    queryClient.removeQueries({ queryKey: ['product'], type: 'inactive' });
  }
}
