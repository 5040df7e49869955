import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { ListedCustomer } from '#shared/schemas/customer-page.ts';
import type {
  EarlierStatistic,
  ListedStatistic,
  Statistic,
  StatisticLink,
} from '#shared/schemas/statistic.ts';
import type { StatisticEdit } from '#shared/schemas/statistic-edit.ts';
import { request, requestJson } from './client.ts';
import { keepWhileSame } from './query-client.ts';

export type { EarlierStatistic, ListedStatistic, Statistic, StatisticEdit, StatisticLink };

export interface StatisticFilter {
  /** Words in fields without their own filter, the place and the file name. */
  search: string;
  /** Name of the sales representative or uploader. */
  user: string;
  /** Day of import, YYYY-MM-DD. */
  date: string;
  customerExternalId: string;
  customerName: string;
}

export interface StatisticPage {
  statistics: ListedStatistic[];
  hasNextPage: boolean;
}

const pageSize = 100;
const consentPrefixLength = 18;

/** Accessible uploads, newest first; `deleted`: those that can be restored instead. */
export function statisticListQuery(filter: StatisticFilter, deleted = false) {
  const queryKey = ['statistics', deleted ? 'deleted' : 'kept', filter] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<StatisticPage> => {
      const query = {
        PageSize: pageSize,
        PageNumber: pageParam,
        ...filter,
        deleted: deleted ? 'true' : undefined,
      };
      const response = await request('/statistics', { query, signal });
      return {
        statistics: (await response.json()) as ListedStatistic[],
        hasNextPage: response.headers.get('x-has-next-page') === 'true',
      };
    },
    initialPageParam: 1,
    getNextPageParam: (lastPage, _pages, lastNumber) => (lastPage.hasNextPage ? lastNumber + 1 : undefined),
    // Deleted and other uploads have different actions.
    placeholderData: keepWhileSame(queryKey, 2),
    select: eachStatisticOnce,
  });
}

/** An upload between two page requests shifts rows to the next page. */
function eachStatisticOnce(data: InfiniteData<StatisticPage, number>): InfiniteData<StatisticPage, number> {
  const seen = new Set<number>();
  const isNew = ({ bezugsStatistikID: id }: ListedStatistic) => {
    const before = seen.size;
    return seen.add(id).size > before;
  };
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, statistics: page.statistics.filter(isNew) })),
  };
}

/** Customers of matching uploads, by monthly potential of the newest, descending. */
export function uploadedCustomersQuery(filter: StatisticFilter) {
  return infiniteQueryOptions({
    queryKey: ['uploaded-customers', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { PageSize: pageSize, PageNumber: pageParam, ...filter };
      const response = await request('/customers', { query, signal });
      return {
        customers: (await response.json()) as ListedCustomer[],
        hasNextPage: response.headers.get('x-has-next-page') === 'true',
      };
    },
    initialPageParam: 1,
    getNextPageParam: (lastPage, _pages, lastNumber) => (lastPage.hasNextPage ? lastNumber + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The consent file's name; '' without one. */
export function consentName({ consentFileName }: Pick<Statistic, 'consentFileName'>): string {
  return consentFileName?.slice(consentPrefixLength) ?? '';
}

/** Counts an opening of a dashboard; failures are ignored. */
export async function countOpening(directLinkId: string): Promise<void> {
  await request(`/statistics/${encodeURIComponent(directLinkId)}/openings`, { method: 'POST' }).catch(
    () => undefined,
  );
}

export function statisticLinksQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic-links', directLinkId],
    queryFn: ({ signal }) =>
      requestJson<StatisticLink[]>(`/statistics/${encodeURIComponent(directLinkId)}/links`, { signal }),
    // Others may change the uploads meanwhile.
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Months 1 to 12, inclusive. */
export interface CustomerPeriod {
  customerExternalId: string;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
}

/** Existing statistics of a customer with the same or an overlapping period; disabled without them. */
export function overlappingQuery(period: CustomerPeriod | null) {
  return queryOptions({
    queryKey: ['overlapping-statistics', period],
    queryFn: ({ signal }) =>
      requestJson<EarlierStatistic[]>('/statistics/overlapping', { query: { ...period }, signal }),
    enabled: period !== null,
    staleTime: 0,
  });
}

/** As it is stored by now. */
export function findStatistic(directLinkId: string): Promise<Statistic> {
  return requestJson(`/statistics/${encodeURIComponent(directLinkId)}`);
}

/**
 * Saves an edit based on a revision, and with it the consent that it may take: both or neither. Throws ApiFailure 412 when
 * there is a newer one.
 */
export function editStatistic(
  id: number,
  ifMatch: number | undefined,
  edit: StatisticEdit & { handOverCart?: boolean },
  consent: File | null,
): Promise<Statistic> {
  const body = consent ? { form: withConsent(edit, consent) } : { json: edit };
  return requestJson(`/statistics/${id}`, { method: 'POST', ifMatch, ...body });
}

function withConsent(edit: StatisticEdit, consent: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(edit))
    if (value !== undefined) form.set(name, String(value ?? ''));
  form.set('consentFileName', consent.name);
  form.set('consentFile', consent);
  return form;
}

/** Enables or disables the direct link. */
export function setActive(id: number, active: boolean): Promise<{ active: boolean }> {
  return requestJson(`/statistics/${id}/state`, { method: 'POST', query: { state: String(active) } });
}

/** It can be restored for 24 hours. */
export async function deleteStatistic(id: number): Promise<void> {
  await request(`/statistics/${id}`, { method: 'DELETE' });
}

export function restoreStatistic(id: number): Promise<Statistic> {
  return requestJson(`/statistics/${id}/restore`, { method: 'POST' });
}

export function replaceConsent(directLinkId: string, file: File): Promise<Statistic> {
  const form = withConsent({}, file);
  return requestJson(`/statistics/${encodeURIComponent(directLinkId)}/consent`, { method: 'PUT', form });
}

/** Puts changed fields into the row of every list that shows the statistic. */
export function mergeIntoLists(queryClient: QueryClient, id: number, changed: Partial<Statistic>): void {
  queryClient.setQueriesData<InfiniteData<StatisticPage>>({ queryKey: ['statistics'] }, (data) => {
    if (!data) return data;
    const merge = (row: ListedStatistic) => (row.bezugsStatistikID === id ? { ...row, ...changed } : row);
    return {
      ...data,
      pages: data.pages.map((page) => ({ ...page, statistics: page.statistics.map(merge) })),
    };
  });
}
