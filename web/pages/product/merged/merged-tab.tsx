import { Button, Callout, Card, FormGroup } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  buildProposal,
  type CatalogueProposal,
  cancelSchedule,
  type MergedProducts,
  mergedQuery,
} from '../../../api/merged-products.ts';
import { useDialog } from '../../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { DayField } from '../../../components/forms/day-field/day-field.tsx';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useAddress } from '../../../components/navigation/use-address.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { useHeldItem } from '../../../components/tables/use-held-item.ts';
import { daysSince, formatCount, formatDate } from '../../../i18n/formats.ts';
import { PortfolioCard } from './portfolio-card.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { RevisionsCard } from './revisions-card.tsx';

const PublishDialog = lazyComponent(() => import('./publish-dialog.tsx'));

/** What is published and from which files, what is built, what it would change, and the way back. */
export function MergedTab() {
  const { t } = useTranslation('merged');
  const merged = useQuery({ ...mergedQuery, refetchOnMount: 'always' });
  const { data } = merged;
  const [asked, close] = useDialog('publish');
  // What was looked at stays what is asked about, whatever somebody else builds or publishes meanwhile.
  const publishing = useHeldItem(
    asked,
    data?.proposal && String(data.proposal.id) === asked ? data.proposal : undefined,
  );
  return (
    <div className="stack gap-4" aria-busy={merged.isPending}>
      {merged.isError && <FailureNotice intent="warning" error={merged.error} onRetry={merged.refetch} />}
      {merged.isPending && (
        <Card className="stack gap-4 product-page__card">
          <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
        </Card>
      )}
      {data && (
        <>
          {data.scheduled && <ScheduleNotice scheduled={data.scheduled} />}
          <CurrentCatalogue {...data} />
          <BuildCard files={data.files} />
          {data.proposal && <ProposalCard key={data.proposal.id} proposal={data.proposal} />}
          {data.current && <PortfolioCard />}
          {data.current && <RevisionsCard current={data.current.revision} />}
        </>
      )}
      {publishing && (
        <LazyDialog onClose={close}>
          <PublishDialog proposal={publishing} onClose={close} />
        </LazyDialog>
      )}
    </div>
  );
}

/** What waits for its day, whether that day will publish it, and why it has not. */
function ScheduleNotice({ scheduled }: { scheduled: CatalogueProposal }) {
  const { t } = useTranslation('merged');
  const cancelling = useMutation({
    mutationFn: () => cancelSchedule(scheduled.id),
    onSuccess() {
      showSuccess(t('schedule.cancelled'));
    },
  });
  const date = formatDate(scheduled.publishOn);
  const trouble = scheduled.missed !== null || scheduled.outdated !== null;
  return (
    <Callout intent={trouble ? 'warning' : 'primary'} role="status">
      <h2>{t('schedule.title', { date })}</h2>
      <p>
        {scheduled.missed !== null
          ? t('schedule.missed')
          : scheduled.outdated !== null
            ? t('schedule.outdated')
            : t('schedule.waits', { priceDate: formatDate(scheduled.pricesOf) })}
      </p>
      {cancelling.isError && <FailureNotice intent="warning" error={cancelling.error} />}
      <Button
        variant="outlined"
        text={t(scheduled.missed === null ? 'schedule.cancel' : 'schedule.dismiss')}
        loading={cancelling.isPending}
        onClick={() => cancelling.mutate()}
      />
    </Callout>
  );
}

/** What every figure is reckoned with now. */
function CurrentCatalogue({
  current,
  outdated,
  begun,
}: Pick<MergedProducts, 'current' | 'outdated' | 'begun'>) {
  const { t } = useTranslation('merged');
  return (
    <Card className="stack gap-4 product-page__card">
      <h2>{t('current.title')}</h2>
      {!current && <p role="status">{t('current.none')}</p>}
      {outdated && <Callout intent="primary">{t('current.outdated')}</Callout>}
      {begun > 0 && (
        <Callout intent="warning">{t('current.begun', { count: begun, number: formatCount(begun) })}</Callout>
      )}
      {current && (
        <>
          <dl className="facts">
            <dt>{t('current.revision')}</dt>
            <dd>{current.revision}</dd>
            <dt>{t('current.since')}</dt>
            <dd>{formatDate(current.since)}</dd>
            <dt>{t('current.publishedBy')}</dt>
            <dd>{current.publishedBy || t('current.byItself')}</dd>
            <dt>{t('priceDate')}</dt>
            <dd>
              {formatDate(current.pricesOf)}
              {current.pricesOf && (
                <> ({t('current.age', { count: Math.max(0, daysSince(current.pricesOf)) })})</>
              )}
            </dd>
            <dt>{t('builtFor')}</dt>
            <dd>{formatDate(current.priceDate)}</dd>
            <dt>{t('current.products')}</dt>
            <dd>{formatCount(current.products)}</dd>
          </dl>
          {current.builtFrom ? (
            <ScrollingTable label={t('current.builtFrom')}>
              <thead>
                <tr>
                  <th scope="col" data-text>
                    {t('current.builtFrom')}
                  </th>
                  <th scope="col" data-text>
                    {t('files.fileName')}
                  </th>
                  <th scope="col">{t('files.version')}</th>
                  <th scope="col">{t('files.date')}</th>
                </tr>
              </thead>
              <tbody>
                {current.builtFrom.map((file) => (
                  <tr key={file.key}>
                    <th scope="row" data-text>
                      {t(`file.${file.key}`)}
                    </th>
                    <td data-text>{file.fileName}</td>
                    <td>{file.versionId}</td>
                    <td>{formatDate(file.date)}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollingTable>
          ) : (
            <p className="note">{t('current.fromCsv')}</p>
          )}
        </>
      )}
    </Card>
  );
}

/** The files that count now, and building a catalogue from them. */
function BuildCard({ files }: Pick<MergedProducts, 'files'>) {
  const { t } = useTranslation('merged');
  const dayId = useId();
  const [priceDate, setPriceDate] = useState('');
  const { parameters, go } = useAddress();
  const building = useMutation({
    mutationFn: buildProposal,
    onSuccess() {
      showSuccess(t('build.done'));
    },
  });
  const { mutate } = building;
  // Asked for by the address, once: a reload does not build again.
  const asked = parameters.get('build') === 'true';
  const begun = useRef(false);
  useEffect(() => {
    if (!asked || begun.current) return;
    begun.current = true;
    go({ build: null }, { replace: true });
    mutate('');
  });
  return (
    <Card className="stack gap-4 product-page__card">
      <h2>{t('build.title')}</h2>
      <p className="note">{t('build.intro')}</p>
      {files.length === 0 && <Callout role="status">{t('files.none')}</Callout>}
      {files.length > 0 && (
        <ScrollingTable label={t('files.title')}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('files.title')}
              </th>
              <th scope="col" data-text>
                {t('files.fileName')}
              </th>
              <th scope="col">{t('files.version')}</th>
              <th scope="col">{t('files.date')}</th>
              <th scope="col">{t('files.rows')}</th>
              <th scope="col" data-text>
                {t('files.used')}
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.key}>
                <th scope="row" data-text>
                  {t(`file.${file.key}`)}
                </th>
                <td data-text>{file.fileName}</td>
                <td>{file.versionId}</td>
                <td>{formatDate(file.date)}</td>
                <td>{formatCount(file.rowCount)}</td>
                <td data-text>{[formatDate(file.usedAt), file.usedBy].filter(Boolean).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
      <p>
        <Link to="/admin/template-files">{t('files.manage')}</Link>
      </p>
      {building.isError && <FailureNotice intent="warning" error={building.error} />}
      <div className="row gap-3 row--end product-page__actions">
        <FormGroup label={t('build.priceDate')} labelFor={dayId} helperText={t('build.priceDateHint')}>
          <DayField id={dayId} day={priceDate} onChange={setPriceDate} />
        </FormGroup>
        <Button
          intent="primary"
          text={t('build.button')}
          loading={building.isPending}
          disabled={files.length === 0}
          onClick={() => mutate(priceDate)}
        />
      </div>
      <p role="status" className="note">
        {building.isPending ? t('build.running') : ''}
      </p>
    </Card>
  );
}
