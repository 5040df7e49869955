import { useQuery } from '@tanstack/react-query';
import { shortSummaryQuery } from '../../../api/views.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';

/** What a chart shows: a figure, and of which period where two stand in the table beside it. */
export function useChartNote(directLinkId: string, figure: string, compared: string | null): string {
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  return compared && statistic ? `${figure}, ${formatTimeRange(statistic)}` : figure;
}
