import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { StatisticEdit } from '#shared/schemas/statistic-edit.ts';
import { request, requestJson } from './client.ts';
import type { ListedStatistic, Statistic, StatisticPage } from './statistics.ts';

export type { StatisticEdit };

/**
 * Saves an edit based on `revision`, and with it the consent that it may take: both or neither. Throws ApiFailure
 * `statistic_conflict` when there is a newer revision.
 */
export function editStatistic(
  id: number,
  revision: number,
  edit: StatisticEdit & { handOverCart?: boolean },
  consent: File | null,
): Promise<Statistic> {
  const json = { revision, ...edit };
  const body = consent ? { form: withConsent(json, consent) } : { json };
  return requestJson(`/statistics/${id}`, { method: 'POST', ...body });
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

/** What is not null and not an empty text: an answer may leave fields open. */
export function nonEmpty<Row extends object>(row: Row): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Partial<Row>;
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
