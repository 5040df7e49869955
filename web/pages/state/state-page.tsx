import { Button, Icon } from '@blueprintjs/core';
import { ErrorIcon, Refresh, TickCircle, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Finding, OperationState } from '#shared/schemas/operation.ts';
import { requestJson } from '../../api/client.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount, formatDateAndTime } from '../../i18n/formats.ts';
import './state-page.css';

const MEGABYTE = 1024 * 1024;

/** What an operator looks at: what is found about the installation, and what the process that answers is at. */
export function Component() {
  const { t } = useTranslation('operation');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operation-state'],
    queryFn: ({ signal }) => requestJson<OperationState>('/operation/state', { signal }),
    refetchOnMount: 'always',
  });
  const isGood = data?.findings.every(({ state }) => state === 'good');
  return (
    <article className="state-page" aria-busy={isFetching}>
      <div className="state-page__head">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button icon={<Refresh />} text={t('again')} loading={isFetching} onClick={() => void refetch()} />
      </div>
      {error && <FailureNotice error={error} onRetry={refetch} />}
      {isGood && (
        <p role="status" className="state-page__good">
          {t('allGood')}
        </p>
      )}
      {data && (
        <>
          <ul className="state-page__findings">
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
    </li>
  );
}

function ProcessFigures({ process }: { process: OperationState['process'] }) {
  const { t } = useTranslation('operation');
  const size = (bytes: number) => formatCount(Math.round(bytes / MEGABYTE));
  const facts = [
    [t('process.version'), process.version],
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
      <dl className="state-page__facts">
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
