import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { whatIf, whatIfSwitches } from '#analytics/views/what-if.ts';
import type { Scenario } from '#shared/schemas/scenario.ts';
import { requestJson } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type RowOf, rowQuery, rowsQuery } from '../../../api/views.ts';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';
import type { ChosenPage } from '../../../url-state/remembered.ts';

export type WhatIfChoice = z.output<typeof whatIf.parameters>;
export type WhatIfRow = RowOf<typeof whatIf>;
export type SwitchRow = RowOf<typeof whatIfSwitches>;

/** Rows that the page shows of what switches. */
export const shownSwitches = 50;

/** Figures before and after, and how each is written. */
export const figureRows = [
  ['turnoverTotal', formatAmount],
  ['turnoverOriginal', formatAmount],
  ['turnoverGenericum', formatAmount],
  ['turnoverOthers', formatAmount],
  ['turnoverProvider', formatAmount],
  ['potentialTotal', formatAmount],
  ['genericQuota', formatPercent],
  ['genericPenetration', formatPercent],
  ['totalManufacturer', formatCount],
  ['duplicateProducts', formatCount],
] as const;

const reached = new Intl.NumberFormat('de-CH', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  roundingMode: 'floor',
});

/** A percentage beside benchmarks: what is below one by the least does not read as it. */
export function formatPenetration(value: number | null): string {
  return value === null ? '–' : `${reached.format(value)}%`;
}

const schema = whatIf.parameters;

export const whatIfPage: ChosenPage<typeof schema> = {
  choice: { page: 'what-if', schema },
  prefetch: (directLinkId, choice) =>
    Promise.all([
      queryClient.prefetchQuery(whatIfQuery(directLinkId, choice)),
      queryClient.prefetchQuery(switchesQuery(directLinkId, choice)),
    ]),
};

export function whatIfQuery(directLinkId: string, choice: WhatIfChoice) {
  return rowQuery(directLinkId, whatIf, choice);
}

export function switchesQuery(
  directLinkId: string,
  choice: WhatIfChoice,
  limit: number | null = shownSwitches,
) {
  return rowsQuery(directLinkId, whatIfSwitches, { ...choice, limit });
}

export const kinds = ['molecule', 'product', 'manufacturer', 'set'] as const;
export type Kind = (typeof kinds)[number] | 'all';

/** Something that is chosen; `share` is null where it has none of its own. */
export interface Entry {
  kind: Kind;
  name: string;
  share: string | null;
}

/** What is chosen, in an order that no share changes; `none` is nothing. */
export function readEntries(chosen: readonly string[]): Entry[] {
  const entries = chosen.flatMap((written): Entry[] => {
    const [, share = null, kind, name = ''] = /^(?:([\d.]+)@)?([a-z]+):?([\s\S]*)$/.exec(written) ?? [];
    return kind === 'none' ? [] : [{ kind: kind as Kind, name, share }];
  });
  return entries.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const nameOf = ({ kind, name }: Entry) => `${kind}:${name}`;

export function writeEntries(entries: readonly Entry[]): string[] {
  if (entries.length === 0) return ['none'];
  return entries.map(
    ({ kind, name, share }) => `${share === null ? '' : `${share}@`}${kind}${name && `:${name}`}`,
  );
}

/** A share as people type it, in percent: 0.125 is 12.5. */
export function percentOfShare(share: string): string {
  const digits = `${share.replace('.', '')}0000`.slice(0, 5);
  const written = `${Number(digits.slice(0, 3))}.${digits.slice(3)}`;
  return written.replace(/\.?0+$/, '') || '0';
}

/** The share that a percentage says, with up to two decimals; null where it says none. */
export function shareOfPercent(percent: string): string | null {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(percent.trim()) ?? [];
  if (whole === undefined) return null;
  const digits = whole.padStart(3, '0') + decimals.padEnd(2, '0');
  if (Number(digits) > 10_000) return null;
  return `${digits[0]}.${digits.slice(1)}`.replace(/\.?0+$/, '');
}

export const scenariosPath = (directLinkId: string, id?: number) =>
  `/what-if/from-statistic/${encodeURIComponent(directLinkId)}${id === undefined ? '' : `/${id}`}`;

/** One's own scenarios of a statistic and those that others have made visible. */
export function scenariosQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['scenarios', directLinkId],
    queryFn: ({ signal }) => requestJson<Scenario[]>(scenariosPath(directLinkId), { signal }),
  });
}
