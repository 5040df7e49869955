import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EarlierStatistic, overlappingQuery } from '../../../api/overlapping-statistics.ts';
import { customerPeriodOf } from './customer-period.ts';
import type { StatisticForm } from './statistic-form.ts';

/**
 * Goes on with `start` when nothing of the same customer and period is there; else `found` is what is, until it is
 * confirmed or given up. Where the server does not answer, the upload itself will say why.
 */
export function useOverlap(start: () => void) {
  const queryClient = useQueryClient();
  const asking = useMutation({
    mutationFn: async (form: StatisticForm): Promise<EarlierStatistic[]> => {
      const period = customerPeriodOf(form);
      if (!period) return [];
      return queryClient.fetchQuery({ ...overlappingQuery(period), retry: false }).catch(() => []);
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
