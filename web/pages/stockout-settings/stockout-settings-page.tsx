import { Button, Callout, Card } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedingChoice, feedingQuery } from '../../api/feeding-statistic.ts';
import type { Statistic } from '../../api/statistics.ts';
import { followMilliseconds } from '../../api/views.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { addressHas, useAddress } from '../../components/navigation/use-address.ts';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';
import './stockout-settings-page.css';

const ChooseStatistic = lazyComponent(() => import('./choose-statistic.tsx'));

/** Parameter of the address: there while the dialog is open, with the statistic that is looked at. */
const choosing = 'choose';

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
  const { parameters, go: goTo } = useAddress();
  const isOpen = parameters.has(choosing);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // However the dialog was closed, by Back too, the focus returns to where it was opened.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  /** Null closes, which leaves no step to an open dialog in the history. */
  function go(step: string | null) {
    // What is being saved may be so when Back has closed its dialog.
    if (step === null && !addressHas(choosing, parameters.get(choosing))) return;
    goTo({ [choosing]: step }, { replace: step === null });
  }

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
          ref={button}
          intent="primary"
          text={t(isAnother ? 'choose.another' : 'choose.first')}
          onClick={() => go('')}
        />
        {data?.state === 'usable' && (
          <Button variant="outlined" text={t('choose.audience')} onClick={() => go(String(data.value))} />
        )}
      </Card>
      {isOpen && (
        <LazyDialog onClose={() => go(null)}>
          <ChooseStatistic
            present={(data?.state === 'usable' && data.value) || null}
            looksAt={idOf(parameters.get(choosing))}
            onLook={(id) => go(id === null ? '' : String(id))}
            onClose={() => go(null)}
          />
        </LazyDialog>
      )}
    </article>
  );
}

function idOf(text: string | null): number | null {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
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
