import { Button, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portfolioDeliveries, portfolioEpisodes } from '#analytics/views/portfolio-episodes.ts';
import { daysBetween } from '#shared/calendar.ts';
import { market } from '../../../api/changed-statistics.ts';
import { rowsQuery } from '../../../api/views.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useExpectedTexts } from '../../../components/hooks/use-expected-texts.ts';
import { useToday } from '../../../components/hooks/use-today.ts';
import { formatDate } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { useDurationTexts } from '../use-duration-texts.ts';
import { type WordOfSource, wordsOfSources } from './words-of-sources.ts';
import './sources-dialog.css';

interface SourcesDialogProps {
  gtin: string;
  productName: string;
  onClose: () => void;
}

/** What each source says of a product that is missing, side by side, with the age of its word. */
export default function SourcesDialog({ gtin, productName, onClose }: SourcesDialogProps) {
  const { t } = useTranslation(['market', 'portal']);
  const episodes = useQuery(rowsQuery(market, portfolioEpisodes, { gtin }));
  const deliveries = useQuery(rowsQuery(market, portfolioDeliveries, { gtin }));
  const failed = [episodes, deliveries].find(({ isError }) => isError);

  function content() {
    if (failed) return <FailureNotice error={failed.error} onRetry={failed.refetch} />;
    if (!episodes.data || !deliveries.data || episodes.isPlaceholderData || deliveries.isPlaceholderData) {
      return (
        <div className={Classes.SKELETON} style={{ minHeight: 180 }} role="status">
          {t('sources.loading')}
        </div>
      );
    }
    return (
      <ul className="plain-list sources-dialog">
        {wordsOfSources(episodes.data, deliveries.data).map((word) => (
          <SourceCard key={word.source} word={word} />
        ))}
      </ul>
    );
  }
  return (
    <PortalDialog
      title={t('sources.title', { product: productName })}
      onClose={onClose}
      wide
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      {content()}
    </PortalDialog>
  );
}

/** What one source says, how old that is, and what it said before. */
function SourceCard({ word }: { word: WordOfSource }) {
  const { t } = useTranslation('market');
  const durations = useDurationTexts();
  const expected = useExpectedTexts();
  const { source, episode, deliveries, earlier } = word;
  const today = useToday();
  const told = {
    missingSince1: episode.reportedOn,
    reportedOn1: episode.reportedOn,
    knownSinceAtLeast1: episode.knownSinceAtLeast,
    deliverability1: episode.expectedDelivery,
    deliverabilityWeek1: episode.expectedWeek,
    moves1: episode.moves,
    movedDays1: episode.movedDays,
  };
  const facts = [
    { name: t('sources.status'), value: episode.status && expected.words(episode.status) },
    { name: t('sources.updated'), value: episode.updatedOn && formatDate(episode.updatedOn) },
    { name: t('sources.comment'), value: episode.comment && expected.words(episode.comment) },
  ].filter(({ value }) => value);
  return (
    <li className="source-card" data-open={episode.open}>
      <h3>{source}</h3>
      {episode.listDate && (
        <p className="source-card__age">
          {t('sources.age', {
            date: formatDate(episode.listDate),
            count: Math.max(0, daysBetween(episode.listDate, today)),
          })}
        </p>
      )}
      {episode.open ? (
        <>
          <p className="source-card__word">{durations.since(told)}</p>
          <p title={durations.days(told)}>{durations.outlook(told) || t('sources.nothingExpected')}</p>
        </>
      ) : (
        <p className="source-card__word">
          {episode.sourceEndedOn
            ? t('sources.ended', { date: formatDate(episode.sourceEndedOn) })
            : t(episode.discontinued ? 'sources.discontinued' : 'sources.back', {
                date: formatDate(episode.backInStockOn),
              })}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {deliveries.length > 1 && (
        <>
          <h4>{t('sources.said')}</h4>
          <ol>
            {deliveries.map(({ delivery: id, saidOn, expectedDelivery, expectedWeek }) => {
              const said = { delivery: expectedDelivery, week: expectedWeek };
              return (
                <li key={id} title={expected.days(said)}>
                  {labelled(formatDate(saidOn), expected.when(said) || t('sources.nothingExpected'))}
                </li>
              );
            })}
          </ol>
        </>
      )}
      {earlier.length > 0 && (
        <>
          <h4>{t('sources.earlier')}</h4>
          <ul>
            {earlier.map(({ episode: id, reportedOn, backInStockOn, sourceEndedOn }) => (
              <li key={id}>
                {formatDate(reportedOn)} –{' '}
                {backInStockOn
                  ? formatDate(backInStockOn)
                  : sourceEndedOn
                    ? t('sources.endedShort', { date: formatDate(sourceEndedOn) })
                    : t('sources.lasts')}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}
