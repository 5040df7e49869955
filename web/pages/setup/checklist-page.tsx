import { Button, Callout, Card, Icon, Tag } from '@blueprintjs/core';
import { Circle, Envelope, ErrorIcon, InfoSign, Remove, TickCircle, Time } from '@blueprintjs/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type ChecklistItem,
  checklistQuery,
  factNames,
  markNotNeeded,
  sendTestMail,
} from '../../api/setup.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { usePageLabel, usePages } from '../../components/navigation/use-pages.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { labelled } from '../../i18n/labelled.ts';
import { ageWords } from './age-words.ts';
import { commandsOf, pageOf } from './setup-commands.ts';
import './checklist-page.css';

/** What is done on a command line beside this page shows here soon. */
const LOOK_AGAIN_MILLISECONDS = 5000;

export function Component() {
  const { t } = useTranslation('setup');
  const { data: items = [], ...list } = useQuery({
    ...checklistQuery,
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
    refetchOnMount: 'always',
  });
  const open = items.filter(({ state }) => state === 'open').length;
  const isLate = items.some(({ state }) => state === 'late');
  return (
    <div className="checklist-page">
      <PageHeader title={t('page.title')} documentTitle={t('page.title')} facts={[t('page.intro')]} />
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && open > 0 && (
        <p role="status" className="checklist-page__open">
          {t('open', { count: open })}
        </p>
      )}
      {list.isSuccess && open === 0 && isLate && (
        <p role="status" className="checklist-page__open">
          {t('page.late')}
        </p>
      )}
      {list.isSuccess && open === 0 && !isLate && (
        <Callout role="status" intent="success" icon={<TickCircle />}>
          {t('page.complete')}
        </Callout>
      )}
      <ol className="stack gap-4 plain-list checklist-page__items">
        {items.map((item) => (
          <li key={item.name}>
            <ChecklistCard item={item} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const signs = {
  open: { icon: <Circle />, intent: 'warning' },
  late: { icon: <Time />, intent: 'warning' },
  done: { icon: <TickCircle />, intent: 'success' },
  notNeeded: { icon: <Remove />, intent: 'none' },
} as const;

/** One item: what it is for, how far it is, what is missing and how to do it. */
function ChecklistCard({ item }: { item: ChecklistItem }) {
  const { t } = useTranslation('setup');
  const { name, state, missing, unmatched, mayBeNotNeeded } = item;
  const marking = useMutation({ mutationFn: (notNeeded: boolean) => markNotNeeded(name, notNeeded) });
  const { icon, intent } = signs[state];
  return (
    <Card className="stack checklist-card" data-item={name} data-state={state}>
      <header className="row row--tight checklist-card__header">
        <Icon icon={icon} size={20} />
        <h2>{t(`items.${name}.title`)}</h2>
        <Tag minimal intent={intent}>
          {t(`state.${state}`)}
        </Tag>
      </header>
      <p>{t(`items.${name}.text`)}</p>
      <Facts item={item} />
      {state !== 'notNeeded' && missing.length + unmatched.length > 0 && (
        <>
          <ul className="checklist-card__missing">
            {missing.map((each) => (
              <li key={each}>{t(`missing.${each}`)}</li>
            ))}
            {unmatched.map((list) => (
              <li key={list.name}>{t('unmatched', { name: list.name, rows: formatCount(list.rows) })}</li>
            ))}
          </ul>
          <HowTo item={item} />
        </>
      )}
      {item.late.length > 0 && (
        <ul className="checklist-card__missing">
          {item.late.map((age) => (
            <li key={age.name}>{t('age', ageWords(age))}</li>
          ))}
        </ul>
      )}
      {(state === 'done' || state === 'late') && missing.length === 0 && (
        <details>
          <summary>{t('page.change')}</summary>
          <HowTo item={item} />
        </details>
      )}
      {name === 'mail' && state !== 'notNeeded' && <TestMail />}
      {marking.isError && <FailureNotice error={marking.error} />}
      {mayBeNotNeeded && (state === 'open' || state === 'notNeeded') && (
        <Button
          variant="outlined"
          className="checklist-card__mark"
          text={t(state === 'open' ? 'page.notNeeded' : 'page.needed')}
          aria-label={labelled(
            t(state === 'open' ? 'page.notNeeded' : 'page.needed'),
            t(`items.${name}.title`),
          )}
          loading={marking.isPending}
          onClick={() => marking.mutate(state === 'open')}
        />
      )}
    </Card>
  );
}

function HowTo({ item }: { item: ChecklistItem }) {
  const { t } = useTranslation('setup');
  const page = pageOf(item);
  return (
    <div className="stack gap-2">
      <p>
        {t(`items.${item.name}.how`)} {page && <PageLink to={page} />}
      </p>
      {commandsOf(item).map((command) => (
        <CommandLine key={command} text={command} />
      ))}
    </div>
  );
}

/** Under the page's own name. */
function PageLink({ to }: { to: string }) {
  const label = usePageLabel();
  const page = usePages()('admin').find(({ path }) => path === to);
  return page ? <Link to={to}>{label(page)}</Link> : null;
}

function Facts({ item: { facts, missing } }: { item: ChecklistItem }) {
  const { t } = useTranslation('setup');
  // That there are none says the list of what is missing.
  const known = factNames.filter(
    (name) => facts[name] !== undefined && !(missing.length > 0 && facts[name] === 0),
  );
  if (known.length === 0) return null;
  return (
    <dl className="facts facts--across">
      {known.map((name) => (
        <div key={name}>
          <dt>{t(`facts.${name}`)}</dt>
          <dd>{factText(name, facts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function factText(name: string, value: string | number | undefined): string {
  if (typeof value === 'number') return formatCount(value);
  return name.endsWith('Date') ? formatDate(value) : (value ?? '');
}

const outcomes = {
  sent: { intent: 'success', icon: <TickCircle /> },
  written: { intent: 'primary', icon: <InfoSign /> },
  failed: { intent: 'danger', icon: <ErrorIcon /> },
} as const;

/** Sends the signed-in administrator a mail and shows what became of it, in the mail server's own words. */
function TestMail() {
  const { t } = useTranslation('setup');
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: sendTestMail,
    onSuccess: () => queryClient.invalidateQueries(checklistQuery),
  });
  const result = sending.data;
  return (
    <div className="stack gap-2 checklist-card__test">
      <Button
        variant="outlined"
        intent="primary"
        icon={<Envelope />}
        text={t('page.testMail')}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      />
      {sending.isError && <FailureNotice error={sending.error} />}
      {result && !sending.isPending && (
        <Callout role="status" compact {...outcomes[result.outcome]}>
          {t(`mail.${result.outcome}`, { to: result.to, detail: result.detail ?? '' })}
        </Callout>
      )}
    </div>
  );
}
