import { Button, Card, Icon, Tag } from '@blueprintjs/core';
import { Circle, Remove, TickCircle, Time } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ChecklistItem, factNames, markNotNeeded } from '../../api/setup.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { commandsOf, pageOf } from '../../components/navigation/portal-commands.ts';
import { usePageLabel, usePages } from '../../components/navigation/use-pages.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { ageWords } from './age-words.ts';
import { TestMail } from './test-mail.tsx';

const looks = {
  open: { icon: <Circle />, intent: 'warning' },
  late: { icon: <Time />, intent: 'warning' },
  done: { icon: <TickCircle />, intent: 'success' },
  notNeeded: { icon: <Remove />, intent: 'none' },
} as const;

/** One item: what it is for, how far it is, what is missing and how to do it. */
export function ChecklistCard({ item }: { item: ChecklistItem }) {
  const { t } = useTranslation('setup');
  const { name, state, missing, mayBeNotNeeded } = item;
  const marking = useMutation({ mutationFn: (notNeeded: boolean) => markNotNeeded(name, notNeeded) });
  const { icon, intent } = looks[state];
  return (
    <Card className="checklist-card" data-item={name} data-state={state}>
      <header className="checklist-card__header">
        <Icon icon={icon} size={20} />
        <h2>{t(`items.${name}.title`)}</h2>
        <Tag minimal intent={intent}>
          {t(`state.${state}`)}
        </Tag>
      </header>
      <p>{t(`items.${name}.text`)}</p>
      <Facts item={item} />
      {state !== 'notNeeded' && missing.length > 0 && (
        <>
          <ul className="checklist-card__missing">
            {missing.map((each) => (
              <li key={each}>{t(`missing.${each}`)}</li>
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
          aria-label={`${t(state === 'open' ? 'page.notNeeded' : 'page.needed')}: ${t(`items.${name}.title`)}`}
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
    <div className="checklist-card__how">
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
    <dl className="checklist-card__facts">
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
