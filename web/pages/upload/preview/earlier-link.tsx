import { useTranslation } from 'react-i18next';
import type { EarlierStatistic } from '../../../api/statistics.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { formatDateAndTime, formatTimeRange } from '../../../i18n/formats.ts';

/** Leads to an earlier statistic in another tab: what is entered in this one stays. */
export function EarlierLink({ statistic }: { statistic: EarlierStatistic }) {
  const { t } = useTranslation('preview');
  return (
    <Link to={`/dashboard/${statistic.directLinkId}`} target="_blank" rel="noreferrer">
      {t('suspicious.statistic', {
        range: formatTimeRange(statistic),
        date: formatDateAndTime(statistic.importDate),
      })}
    </Link>
  );
}
