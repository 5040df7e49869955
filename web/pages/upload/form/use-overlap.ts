import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EarlierStatistic, overlappingQuery } from '../../../api/overlapping-statistics.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { customerPeriodOf } from './customer-period.ts';
import type { StatisticForm } from './statistic-form.ts';

/**
 * Goes on with `start` when nothing else of the same customer and period is there; else `found` is what is, until it is
 * confirmed or given up. Where the server does not answer, saving itself will say why. `edited` is no other.
 */
export function useOverlap(start: () => void, edited?: Statistic) {
  const queryClient = useQueryClient();
  const asking = useMutation({
    mutationFn: async (form: StatisticForm): Promise<EarlierStatistic[]> => {
      const period = customerPeriodOf(form);
      if (!period) return [];
      const all = await queryClient
        .fetchQuery({ ...overlappingQuery(period), retry: false })
        .catch((): EarlierStatistic[] => []);
      return all.filter(({ bezugsStatistikID }) => bezugsStatistikID !== edited?.bezugsStatistikID);
    },
    onSuccess: (found) => {
      if (found.length === 0) start();
    },
  });
  return {
    found: asking.data ?? [],
    isAsking: asking.isPending,
    ask: asking.mutate,
    forget: asking.reset,
  };
}
