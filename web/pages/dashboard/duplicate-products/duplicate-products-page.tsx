import { Button } from '@blueprintjs/core';
import { Duplicate, Reset } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { TextSkeleton } from '../../../components/feedback/skeleton.tsx';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { useWholeAnswers } from '../../../components/loading/use-whole-answers.ts';
import { FindField } from '../../../components/tables/find-field.tsx';
import { useFindText } from '../../../components/tables/use-find-text.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { usePageChoice } from '../../../url-state/use-page-choice.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { SortPopover, Toolbar } from '../filter/toolbar.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { duplicatesPage, duplicatesQuery, duplicatesTotalsQuery } from './duplicate-queries.ts';
import { duplicateSets } from './duplicate-sets.ts';
import { DuplicatesTable, duplicateQuestions } from './duplicates-table.tsx';

const orders = duplicatesPage.choice.schema.shape.sortBy.def.innerType.options;

/** Interchangeable products of which more than one is bought. */
export function Component() {
  const { t } = useTranslation(['lists', 'filters']);
  const { provider } = useProvider();
  const { directLinkId = '' } = useParams();
  const { choice, choose, isChanged, reset } = usePageChoice(duplicatesPage);
  const { text, setText, words } = useFindText();
  const rows = useQuery(duplicatesQuery(directLinkId, choice, words));
  const totals = useQuery(duplicatesTotalsQuery(directLinkId, words));
  const whole = useQuery(duplicatesTotalsQuery(directLinkId));
  const shown = useWholeAnswers({ rows, totals, whole }, JSON.stringify([directLinkId, choice, words]));
  const sets = useMemo(() => shown.rows && duplicateSets(shown.rows), [shown.rows]);
  const questions = useMemo(() => duplicateQuestions({ ...choice, find: words }), [choice, words]);
  const error = rows.error ?? totals.error ?? whole.error;
  const isFinding = words.length > 0;
  const startOver = () => {
    setText('');
    reset();
  };

  function content() {
    if (error) {
      const retry = () => {
        for (const query of [rows, totals, whole]) if (query.isError) query.refetch();
      };
      return <FailureNotice error={error} onRetry={retry} />;
    }
    if (sets?.length === 0) {
      return (
        <PageMessage
          heading="h2"
          icon={<Duplicate size={36} />}
          title={isFinding || rows.isPlaceholderData ? t('duplicates.noneFound') : t('duplicates.none')}
          action={isFinding && <Button icon={<Reset />} text={t('filters:reset')} onClick={startOver} />}
        />
      );
    }
    return (
      <DuplicatesTable
        {...{ directLinkId, sets, questions }}
        sortBy={choice.sortBy}
        totals={shown.totals}
        isStale={rows.isPlaceholderData}
      />
    );
  }

  return (
    <article>
      <StatisticHeader directLinkId={directLinkId} title={t('duplicates.title')} />
      <p className="page-intro">
        {t('duplicates.intro', { provider })} {!shown.totals && !error && <TextSkeleton words={4} />}
        {shown.totals && (
          <Trans
            t={t}
            i18nKey="duplicates.extent"
            count={shown.totals.sets}
            values={{ articles: formatCount(shown.totals.articles), sets: formatCount(shown.totals.sets) }}
            components={{
              0: (
                <WhyButton question={{ ...questions.totals, figure: 'articles' }} label={t('column.count')} />
              ),
              1: (
                <WhyButton question={{ ...questions.totals, figure: 'sets' }} label={t('duplicates.title')} />
              ),
            }}
          />
        )}
      </p>
      {shown.whole?.rowCount !== 0 && (
        <Toolbar isChanged={isChanged || text !== ''} onReset={startOver}>
          <SortPopover orders={orders} current={choice.sortBy} onChoose={(sortBy) => choose({ sortBy })} />
          <FindField
            text={text}
            setText={setText}
            count={
              isFinding && shown.totals && !totals.isPlaceholderData && shown.whole
                ? { found: shown.totals.rowCount, total: shown.whole.rowCount }
                : undefined
            }
          />
        </Toolbar>
      )}
      {content()}
    </article>
  );
}
