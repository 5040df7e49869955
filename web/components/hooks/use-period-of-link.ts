import { useTranslation } from 'react-i18next';
import type { StatisticLink } from '../../api/statistics.ts';
import { formatCount, formatTimeRange } from '../../i18n/formats.ts';

/** Which months a statistic is of, and of how many it is where it combines several. */
export function usePeriodOfLink(): (link: StatisticLink) => string {
  const { t } = useTranslation('dashboard');
  return (link) =>
    link.members === null
      ? formatTimeRange(link)
      : `${formatTimeRange(link)}, ${t('combinedOf', { count: link.members, n: formatCount(link.members) })}`;
}
