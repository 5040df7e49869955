import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { requestJson } from '../../../api/client.ts';
import { sessionQuery } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import { useSettled } from '../../loading/use-settled.ts';
import { useGo } from '../use-go.ts';
import { type Command, matches } from './command.ts';

const most = 8;

/** The newest uploads whose customer's name or external id holds the text, among those the user may see. */
function foundQuery(typed: string) {
  const search = (field: 'customerName' | 'customerExternalId', signal: AbortSignal) =>
    requestJson<Statistic[]>('/statistics', { query: { PageSize: most + 1, [field]: typed }, signal });
  return queryOptions({
    queryKey: ['statistics-found', typed],
    queryFn: async ({ signal }) => {
      const found = await Promise.all([
        search('customerName', signal),
        ...(typed ? [search('customerExternalId', signal)] : []),
      ]);
      const byId = new Map(found.flat().map((statistic) => [statistic.bezugsStatistikID, statistic]));
      return [...byId.values()];
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Statistics to jump to, and whether there are more; a failure to find any is shown by the caller. */
export function useFoundStatistics(typed: string): { commands: Command[]; isCut: boolean; error: unknown } {
  const { data: user } = useQuery(sessionQuery);
  const go = useGo();
  const { t } = useTranslation('upload');
  const settled = useSettled(typed.trim(), 150);
  const { data = [], error } = useQuery({ ...foundQuery(settled), enabled: Boolean(user) });
  const commands = data
    .slice(0, most)
    // While the next ones are on their way, those of an earlier text must not be taken by Enter.
    .filter(
      ({ active, customerName, customerExternalId }) =>
        active && matches(typed, `${customerName} ${customerExternalId}`),
    )
    .map((statistic) => ({
      id: `statistic:${statistic.bezugsStatistikID}`,
      group: 'statistics' as const,
      text: statistic.customerName || t('past.noName'),
      detail: [formatTimeRange(statistic), statistic.customerExternalId].filter(Boolean).join(' · '),
      run: () => go(`/dashboard/${statistic.directLinkId}`),
    }));
  return { commands, isCut: data.length > most && commands.length > 0, error };
}
