import { Button, Callout, Card } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FeedingChoice, feedingQuery } from '../../api/feeding-statistic.ts';
import type { Statistic } from '../../api/statistics.ts';
import { followMilliseconds } from '../../api/views.ts';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';
import './stockout-settings-page.css';

const ChooseStatistic = lazyComponent(() => import('./choose-statistic.tsx'));

/** Which statistic's quantities stand for the market in the stock-out analyser. */
export function Component() {
  const { t } = useTranslation('feeding');
  const feeding = useQuery({
    ...feedingQuery,
    refetchOnMount: 'always',
    // Who disables or deletes the statistic does so elsewhere.
    refetchInterval: followMilliseconds,
    refetchOnWindowFocus: 'always',
  });
  // The statistic that is looked at, '' for none.
  const [looksAt, close] = useDialog('choose');
  const { data } = feeding;
  const isAnother = Boolean(data?.statistic);
  return (
    <article className="stockout-settings" aria-busy={feeding.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {feeding.isError && <FailureNotice intent="warning" error={feeding.error} onRetry={feeding.refetch} />}
      <Card className="stack gap-4 stockout-settings__card">
        <h2>{t('current')}</h2>
        {feeding.isPending && (
          <div className="stockout-settings__room bp6-skeleton" role="status" aria-label={t('loading')} />
        )}
        {data && data.state !== 'usable' && (
          <Callout
            role="status"
            intent={data.state === 'none' ? 'primary' : 'warning'}
            icon={<WarningSign />}
          >
            {t(`state.${data.state}`)}
          </Callout>
        )}
        {data?.statistic && <FeedingFacts choice={data} statistic={data.statistic} />}
        <Button
          intent="primary"
          text={t(isAnother ? 'choose.another' : 'choose.first')}
          onClick={() => openDialog('choose')}
        />
        {data?.state === 'usable' && (
          <Button
            variant="outlined"
            text={t('choose.audience')}
            onClick={() => openDialog('choose', String(data.value))}
          />
        )}
      </Card>
      {looksAt !== null && (
        <LazyDialog onClose={close}>
          <ChooseStatistic
            present={(data?.state === 'usable' && data.value) || null}
            looksAt={/^\d{1,9}$/.test(looksAt) ? Number(looksAt) : null}
            onLook={(id) => openDialog('choose', String(id ?? ''))}
            onClose={close}
          />
        </LazyDialog>
      )}
    </article>
  );
}

interface FeedingFactsProps {
  choice: FeedingChoice;
  statistic: Statistic;
}

/** What one needs to recognise the statistic that stands for the market, and who chose it. */
function FeedingFacts({ choice, statistic }: FeedingFactsProps) {
  const { t } = useTranslation('feeding');
  const { chosenBy, chosenAt, state, audience } = choice;
  const customer = statistic.customerName || t('noName');
  return (
    <dl className="facts">
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
