import { Button, SegmentedControl } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Today } from '#shared/schemas/today.ts';
import { requestJson } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { isFor } from '../../audience.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { onFirstClick } from '../../components/forms/on-first-click.ts';
import { useLastSettled } from '../../components/loading/use-whole-answers.ts';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount, formatDate, formatDateAndTime } from '../../i18n/formats.ts';
import { customerPath } from '../../page.ts';
import { CustomerToCall } from './customer-to-call.tsx';
import { useActions } from './use-actions.ts';
import './today-page.css';

/** As many customers more by each press, up to what the server gives. */
const STEP = 25;
const MOST = 500;

/** While figures of any customer are being reckoned, which can take half an hour for all, they are asked for so often. */
const RECKONING_MILLISECONDS = 30_000;

type Whose = 'own' | 'all';

const todayQuery = (whose: Whose, limit: number) =>
  queryOptions({
    queryKey: ['today', whose, limit],
    queryFn: ({ signal }) => requestJson<Today>('/today', { query: { whose, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.outdated ? RECKONING_MILLISECONDS : false),
    refetchOnWindowFocus: true,
    staleTime: 0,
  });

/** Whom to call or see today, and why. */
export function Component() {
  const { t } = useTranslation('today');
  const { data: user } = useQuery(sessionQuery);
  const [parameters, setParameters] = useSearchParams();
  const whose: Whose = parameters.get('whose') === 'all' ? 'all' : 'own';
  const [limit, setLimit] = useState(STEP);
  const { data: answer, error, isPending, isPlaceholderData, refetch } = useQuery(todayQuery(whose, limit));
  const last = useLastSettled({ whose, answer }, answer !== undefined && !isPlaceholderData);
  // That more of them could not be had takes none away.
  const data = answer ?? (last.whose === whose ? last.answer : undefined);
  const lacksMore = error !== null && !answer && data !== undefined;
  const actions = useActions();
  const title = t('title');

  function choose(chosen: string) {
    const changed = new URLSearchParams(parameters);
    if (chosen === 'all') changed.set('whose', chosen);
    else changed.delete('whose');
    setParameters(changed, { replace: true });
    setLimit(STEP);
  }

  return (
    <article className="today" aria-busy={isPending || isPlaceholderData}>
      <PageHeader title={title} documentTitle={title} facts={[data ? formatDate(data.day) : '\u00a0']}>
        <p className="page-intro">{t('intro')}</p>
        {user && isFor('withPeople', user) && (
          <SegmentedControl
            aria-label={t('whose.label')}
            value={whose}
            options={[
              { value: 'own', label: t('whose.own') },
              { value: 'all', label: t('whose.all') },
            ]}
            onValueChange={choose}
          />
        )}
      </PageHeader>
      {error && !lacksMore && <FailureNotice error={error} onRetry={refetch} />}
      {isPending && <div className="today__room bp6-skeleton" role="status" aria-label={t('loading')} />}
      {data?.outdated && <Outdated {...data.outdated} />}
      {data && data.customers.length === 0 && (
        <PageMessage
          heading="h2"
          icon={<TickCircle size={36} />}
          title={t('none')}
          text={t('noneText')}
          action={
            whose === 'own' &&
            user &&
            isFor('withPeople', user) && <Button text={t('showAll')} onClick={() => choose('all')} />
          }
        />
      )}
      {data && data.customers.length > 0 && (
        <>
          <ol className="stack gap-4 plain-list today__list" aria-label={t('list')}>
            {data.customers.map((customer) => (
              <CustomerToCall
                key={customer.externalId}
                customer={customer}
                newStockoutDays={data.newStockoutDays}
                day={data.day}
                actions={actions}
              />
            ))}
          </ol>
          {lacksMore && <FailureNotice error={error} onRetry={refetch} />}
          <p className="row gap-4 row--tight today__end">
            {t('shown', { shown: formatCount(data.customers.length), all: formatCount(data.all) })}
            {data.all > data.customers.length && limit < MOST && !lacksMore && (
              <Button text={t('more')} loading={isPlaceholderData} onClick={() => setLimit(limit + STEP)} />
            )}
          </p>
        </>
      )}
      {data && data.answered.length > 0 && <Answered answered={data.answered} actions={actions} />}
    </article>
  );
}

function Outdated({ customers, since }: NonNullable<Today['outdated']>) {
  const { t } = useTranslation('today');
  const said = { count: customers, customers: formatCount(customers) };
  return (
    <p className="note today__note" role="status">
      {since ? t('outdated', { ...said, date: formatDate(since) }) : t('unreckoned', said)}
    </p>
  );
}

interface AnsweredProps {
  answered: Today['answered'];
  actions: ReturnType<typeof useActions>;
}

/** What was done lately, and who is put off: each can be taken back. */
function Answered({ answered, actions }: AnsweredProps) {
  const { t } = useTranslation('today');
  return (
    <section className="today__answered bp6-card">
      <h2>{t('answered.title')}</h2>
      <ul className="stack plain-list">
        {answered.map((done) => {
          const { id, action, externalId, until, madeAt } = done;
          const name = done.name ?? t('unnamed');
          const failure = actions.failureOf(externalId, 'takeBack');
          return (
            <li key={id} className="row row--tight row--apart gap-4">
              <span>
                <Link to={customerPath(externalId)}>{name}</Link>
                <span className="note today__note">
                  {action === 'later'
                    ? t('answered.later', { day: formatDate(until) })
                    : t(`answered.${action}`, { at: formatDateAndTime(madeAt) })}
                </span>
                {failure && <FailureNotice {...failure} />}
              </span>
              <Button
                variant="outlined"
                text={t('answered.undo')}
                aria-label={t('answered.undoFor', { customer: name })}
                loading={actions.isUnderWay(externalId)}
                onClick={onFirstClick(() => actions.takeBack({ externalId, name }, id))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
