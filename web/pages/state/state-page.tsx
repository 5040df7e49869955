import { Button, Checkbox, Icon } from '@blueprintjs/core';
import { Envelope, ErrorIcon, Refresh, TickCircle, Time, WarningSign } from '@blueprintjs/icons';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildName } from '#shared/build-name.ts';
import type { Held } from '#shared/schemas/held.ts';
import type { Finding, OperationState, TriedMails } from '#shared/schemas/operation.ts';
import { requestJson } from '../../api/client.ts';
import { portalQuery } from '../../api/portal.ts';
import { Question } from '../../components/dialogs/question.tsx';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount, formatDateAndTime } from '../../i18n/formats.ts';
import { labelled } from '../../i18n/labelled.ts';
import './state-page.css';

const MEGABYTE = 1024 * 1024;
const stateKey = ['operation-state'] as const;

/** What an operator looks at: what is found about the installation, and what the process that answers is at. */
export function Component() {
  const { t } = useTranslation('operation');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => requestJson<OperationState>('/operation/state', { signal }),
    refetchOnMount: 'always',
  });
  const held = useQuery(heldQuery);
  const failed = error ? { error, refetch } : held;
  const isGood = data?.findings.every(({ state }) => state === 'good');
  return (
    <article className="state-page" aria-busy={isFetching}>
      <div className="row gap-5 row--end row--apart page-header__row">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button icon={<Refresh />} text={t('again')} loading={isFetching} onClick={() => void refetch()} />
      </div>
      {failed.error && <FailureNotice error={failed.error} onRetry={failed.refetch} />}
      <Stage restored={held.data?.find(({ kind }) => kind === 'staging')} />
      <HeldThings things={held.data?.filter(({ kind }) => kind !== 'staging') ?? []} />
      {isGood && (
        <p role="status" className="state-page__good">
          {t('allGood')}
        </p>
      )}
      {data && (
        <>
          <ul className="plain-list state-page__findings">
            {data.findings.map((finding) => (
              <FindingLine key={finding.name} finding={finding} />
            ))}
          </ul>
          <ProcessFigures process={data.process} />
        </>
      )}
    </article>
  );
}

const signs = { good: <TickCircle />, warning: <WarningSign />, bad: <ErrorIcon /> };

function FindingLine({ finding: { name, state, code, params } }: { finding: Finding }) {
  const { t } = useTranslation('operation');
  // Which words there are is held against the server's codes by a test.
  const text = t as unknown as (key: string, params: Finding['params']) => string;
  return (
    <li data-finding={name} data-state={state}>
      <Icon icon={signs[state]} size={18} title={t(`state.${state}`)} />
      <h2>{t(`findings.${name}.title`)}</h2>
      <p>{text(`findings.${name}.${code}`, params)}</p>
      {name === 'mails' && <TryMails />}
    </li>
  );
}

/** For whoever has mended the mail server: what it refused would else wait for up to six hours. */
function TryMails() {
  const { t } = useTranslation('operation');
  const queryClient = useQueryClient();
  const trying = useMutation({
    mutationFn: () => requestJson<TriedMails>('/operation/waiting-mails/try', { method: 'POST' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: stateKey }),
  });
  const tried = trying.data;
  return (
    <div className="row gap-4 state-page__try">
      <Button
        variant="outlined"
        icon={<Envelope />}
        text={t('tryMails.button')}
        loading={trying.isPending}
        onClick={() => trying.mutate()}
      />
      {trying.isError && <FailureNotice error={trying.error} />}
      {tried && !trying.isPending && (
        <p role="status">
          {t('tryMails.sent', { count: tried.sent })} {t('tryMails.waiting', { count: tried.waiting })}
        </p>
      )}
    </div>
  );
}

function ProcessFigures({ process }: { process: OperationState['process'] }) {
  const { t } = useTranslation('operation');
  const size = (bytes: number) => formatCount(Math.round(bytes / MEGABYTE));
  const facts = [
    [t('process.version'), buildName(process)],
    [t('process.startedAt'), formatDateAndTime(process.startedAt)],
    [t('process.memory'), t('process.megabytes', { size: size(process.memoryBytes) })],
    [
      t('process.openStatistics'),
      t('process.openOf', {
        count: process.openStatistics,
        size: size(process.openBytes),
        limit: size(process.openBytesLimit),
      }),
    ],
    [
      t('process.cache'),
      t('process.ofMegabytes', { size: size(process.cacheBytes), limit: size(process.cacheBytesLimit) }),
    ],
    ...process.places.map(({ place, ...figures }) => [
      t(`process.place.${place}`),
      t('process.held', figures),
    ]),
  ];
  return (
    <section aria-labelledby="state-process">
      <h2 id="state-process">{t('process.title')}</h2>
      <dl className="facts facts--across">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const heldQuery = queryOptions({
  queryKey: ['held'],
  queryFn: ({ signal }) => requestJson<Held[]>('/held', { signal }),
  refetchOnMount: 'always',
});

/** Why it is no portal of production, and the way to make a restored one that. */
function Stage({ restored }: { restored: Held | undefined }) {
  const { t } = useTranslation('operation');
  const queryClient = useQueryClient();
  const { data: portal } = useQuery(portalQuery);
  const [asking, close] = useDialog('release');
  const settling = useMutation({
    mutationFn: () => requestJson<Held[]>('/held/staging/release', { method: 'POST', json: {} }),
    // Somebody else may have been faster.
    onSettled: () =>
      Promise.all(
        [heldQuery.queryKey, portalQuery.queryKey, stateKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ).then(close),
  });
  const byEnvironment = portal?.staging === 'environment';
  return (
    <>
      {settling.isError && <FailureNotice error={settling.error} />}
      {(byEnvironment || restored) && (
        <section aria-labelledby="state-stage" className="state-page__stage">
          <h2 id="state-stage">{t('staging.title')}</h2>
          <p>
            {byEnvironment
              ? t('staging.environment')
              : t('staging.restored', { date: formatDateAndTime(restored!.since) })}
          </p>
          {!byEnvironment && (
            <Button
              intent="primary"
              text={t('staging.release')}
              onClick={() => {
                settling.reset();
                openDialog('release', 'staging');
              }}
            />
          )}
        </section>
      )}
      {restored && asking === 'staging' && (
        <Question
          title={t('staging.release')}
          icon={<WarningSign size={36} />}
          intent="primary"
          confirm={t('staging.release')}
          isBusy={settling.isPending}
          onConfirm={() => settling.mutate()}
          onClose={close}
        >
          <p>{t('staging.question')}</p>
          {restored.count > 0 && <p>{t('staging.tests', { count: restored.count })}</p>}
        </Question>
      )}
    </>
  );
}

/** What a restored portal does not do before an administrator says so. */
function HeldThings({ things }: { things: readonly Held[] }) {
  const { t } = useTranslation('operation');
  const queryClient = useQueryClient();
  const { queryKey } = heldQuery;
  const [asking, close] = useDialog('release');
  const [dropsMails, setDropsMails] = useState(false);
  const releasing = useMutation({
    mutationFn: (kind: Held['kind']) =>
      requestJson<Held[]>(`/held/${kind}/release`, { method: 'POST', json: { dropMails: dropsMails } }),
    onSuccess: (left) => queryClient.setQueryData(queryKey, left),
    // Somebody else was faster.
    onError: () => queryClient.invalidateQueries({ queryKey }),
    onSettled: close,
  });
  const asked = things.find(({ kind }) => kind === asking);
  return (
    <>
      {releasing.isError && <FailureNotice error={releasing.error} />}
      {things[0] && (
        <section aria-labelledby="state-held" className="state-page__held">
          <h2 id="state-held">{t('held.title')}</h2>
          <p>{t('held.text', { date: formatDateAndTime(things[0].since) })}</p>
          <ul className="plain-list state-page__findings">
            {things.map(({ kind, count }) => (
              <li key={kind} data-held={kind} data-state="warning">
                <Icon icon={<Time />} size={18} />
                <h3>{labelled(t(`held.kind.${kind}`), formatCount(count))}</h3>
                <Button
                  text={t('held.release')}
                  aria-label={t('held.releaseKind', { kind: t(`held.kind.${kind}`) })}
                  onClick={() => {
                    setDropsMails(false);
                    releasing.reset();
                    openDialog('release', kind);
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked && (
        <Question
          title={t('held.releaseKind', { kind: t(`held.kind.${asked.kind}`) })}
          icon={<Time size={36} />}
          intent="primary"
          confirm={t('held.release')}
          isBusy={releasing.isPending}
          onConfirm={() => releasing.mutate(asked.kind)}
          onClose={close}
        >
          <p>{t('held.question')}</p>
          {asked.mails > 0 && (
            <Checkbox
              checked={dropsMails}
              disabled={releasing.isPending}
              label={t('held.dropMails', { count: asked.mails })}
              onChange={({ currentTarget }) => setDropsMails(currentTarget.checked)}
            />
          )}
        </Question>
      )}
    </>
  );
}
