import { useQuery } from '@tanstack/react-query';
import { FIRST_YEAR } from '#shared/limits.ts';
import { portalQuery } from '../../api/portal.ts';

/** First year that a statistic can be of. */
export function useFirstYear(): number {
  return useQuery(portalQuery).data?.firstYear ?? FIRST_YEAR;
}

/** Year choices, the current one first. */
export function yearChoices(currentYear: number, firstYear: number): number[] {
  return Array.from({ length: currentYear - firstYear + 1 }, (_, index) => currentYear - index);
}
