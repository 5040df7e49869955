import { useTranslation } from 'react-i18next';
import type { FeedingChoice } from '../../api/feeding-statistic.ts';
import type { Statistic } from '../../api/statistics.ts';
import { Link } from '../../components/navigation/link.tsx';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';

interface FeedingFactsProps {
  choice: FeedingChoice;
  statistic: Statistic;
}

/** What one needs to recognise the statistic that stands for the market, and who chose it. */
export function FeedingFacts({ choice, statistic }: FeedingFactsProps) {
  const { t } = useTranslation('feeding');
  const { chosenBy, chosenAt, state, audience } = choice;
  const customer = statistic.customerName || t('noName');
  return (
    <dl className="stockout-settings__facts">
      <dt>{t('fact.comment')}</dt>
      <dd>{statistic.comment || '–'}</dd>
      <dt>{t('fact.fileName')}</dt>
      <dd>{statistic.fileName}</dd>
      <dt>{t('fact.importDate')}</dt>
      <dd>{formatDate(statistic.importDate)}</dd>
      <dt>{t('fact.customer')}</dt>
      <dd>
        {state === 'usable' ? <Link to={`/dashboard/${statistic.directLinkId}`}>{customer}</Link> : customer}
      </dd>
      <dt>{t('fact.period')}</dt>
      <dd>{formatTimeRange(statistic)}</dd>
      {audience && (
        <>
          <dt>{t('fact.audience')}</dt>
          <dd>{t(`audience.${audience}`)}</dd>
        </>
      )}
      {chosenAt && (
        <>
          <dt>{t('fact.chosen')}</dt>
          <dd>
            {chosenBy ? t('chosenBy', { name: chosenBy, date: formatDate(chosenAt) }) : formatDate(chosenAt)}
          </dd>
        </>
      )}
    </dl>
  );
}
