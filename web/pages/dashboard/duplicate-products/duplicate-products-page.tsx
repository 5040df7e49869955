import { Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { PageMessage } from '../../../components/page-message.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { useProvider } from '../filter/use-filter-texts.ts';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { duplicateQuestions } from './duplicate-columns.ts';
import { duplicatesQuery, duplicatesTotalsQuery } from './duplicate-queries.ts';
import { duplicateSets } from './duplicate-sets.ts';
import { DuplicatesTable } from './duplicates-table.tsx';

/** Interchangeable products of which more than one is bought. */
export function Component() {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const { directLinkId = '' } = useParams();
  const rows = useQuery(duplicatesQuery(directLinkId));
  const totals = useQuery(duplicatesTotalsQuery(directLinkId));
  const sets = useMemo(() => rows.data && duplicateSets(rows.data), [rows.data]);
  const error = rows.error ?? totals.error;

  function content() {
    if (error) {
      const retry = () => {
        rows.refetch();
        totals.refetch();
      };
      return <FailureNotice error={error} onRetry={retry} />;
    }
    if (sets?.length === 0) {
      return <PageMessage heading="h2" icon={<Duplicate size={36} />} title={t('duplicates.none')} />;
    }
    return <DuplicatesTable directLinkId={directLinkId} sets={sets} totals={totals.data} />;
  }

  return (
    <article>
      <StatisticHeader directLinkId={directLinkId} title={t('duplicates.title')} />
      <p className="page-intro">
        {t('duplicates.intro', { provider })}{' '}
        {totals.data && (
          <Trans
            t={t}
            i18nKey="duplicates.extent"
            values={{ articles: formatCount(totals.data.articles), sets: formatCount(totals.data.sets) }}
            components={[
              <WhyButton
                key="articles"
                question={{ ...duplicateQuestions.totals, figure: 'articles' }}
                label={t('column.count')}
              >
                {null}
              </WhyButton>,
              <WhyButton
                key="sets"
                question={{ ...duplicateQuestions.totals, figure: 'sets' }}
                label={t('duplicates.title')}
              >
                {null}
              </WhyButton>,
            ]}
          />
        )}
      </p>
      {content()}
    </article>
  );
}
