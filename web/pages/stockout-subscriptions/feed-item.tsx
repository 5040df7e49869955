import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Edit, Refresh, Trash } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portfolio } from '#analytics/views/portfolio.ts';
import { portfolioBackInStock } from '#analytics/views/portfolio-back-in-stock.ts';
import { portfolioCompetitor } from '#analytics/views/portfolio-competitor.ts';
import { portfolioFull } from '#analytics/views/portfolio-full.ts';
import {
  deleteFeed,
  type Feed,
  type FeedView,
  type FeedWithToken,
  feedParameter,
  feedViews,
  isGone,
  renameFeed,
  renewFeed,
} from '../../api/feeds.ts';
import { Question } from '../../components/dialogs/question.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { formatDate } from '../../i18n/formats.ts';
import { labelled } from '../../i18n/labelled.ts';
import { readChoice, writeChoice } from '../../url-state/address.ts';

const pages = {
  portfolio: { path: '/stockout-analyser', name: 'overview', view: portfolio },
  'portfolio/full': { path: '/stockout-analyser-full', name: 'full', view: portfolioFull },
  'portfolio/competitor': {
    path: '/stockout-analyser-competitor',
    name: 'competitor',
    view: portfolioCompetitor,
  },
  'portfolio/back-in-stock': {
    path: '/stockout-back-in-stock',
    name: 'backInStock',
    view: portfolioBackInStock,
  },
} as const satisfies Record<FeedView, object>;

interface FeedItemProps {
  feed: Feed;
  onRenewed: (feed: FeedWithToken) => void;
  /** Tells the name of a feed that was deleted elsewhere. */
  onGone: (name: string) => void;
}

/** One feed: what it holds, and what can be done with it. What ends its addresses is asked once more. */
export function FeedItem({ feed, onRenewed, onGone }: FeedItemProps) {
  const { t } = useTranslation(['subscriptions', 'portal']);
  const [doing, setDoing] = useState<'rename' | 'renew' | 'remove'>();
  const stop = () => setDoing(undefined);
  const renewing = useMutation({
    mutationFn: () => renewFeed(feed.id),
    onSuccess: (renewed) => {
      stop();
      onRenewed(renewed);
    },
    onError(error) {
      stop();
      if (isGone(error)) onGone(feed.name);
    },
  });
  const deleting = useMutation({ mutationFn: () => deleteFeed(feed.id), onError: stop });
  const act = { renew: renewing, remove: deleting };
  const button = (name: 'rename' | 'renew' | 'remove', icon: React.ReactElement) => (
    <Button
      variant="outlined"
      icon={icon}
      text={t(`feeds.${name}`)}
      aria-label={labelled(t(`feeds.${name}`), feed.name)}
      onClick={() => setDoing(name)}
    />
  );
  return (
    <li className="stack gap-2 subscriptions__feed">
      <h3>
        <Link to={pageOfFeed(feed)}>{feed.name}</Link>
      </h3>
      <FeedFilter {...feed} />
      <p>{t('feeds.created', { date: formatDate(feed.createdAt) })}</p>
      {doing === 'rename' && <Rename feed={feed} onDone={stop} onGone={onGone} />}
      <div className="row subscriptions__actions">
        {button('rename', <Edit />)}
        {button('renew', <Refresh />)}
        {button('remove', <Trash />)}
      </div>
      {(doing === 'renew' || doing === 'remove') && (
        <Question
          title={feed.name}
          icon={doing === 'renew' ? <Refresh size={36} /> : <Trash size={36} />}
          confirm={t(`feeds.${doing}`)}
          isBusy={act[doing].isPending}
          onConfirm={() => act[doing].mutate()}
          onClose={stop}
        >
          <p>{t(`feeds.question.${doing}`)}</p>
        </Question>
      )}
      {renewing.isError && <FailureNotice error={renewing.error} />}
      {deleting.isError && <FailureNotice error={deleting.error} />}
    </li>
  );
}

interface RenameProps extends Pick<FeedItemProps, 'feed' | 'onGone'> {
  onDone: () => void;
}

function Rename({ feed, onDone, onGone }: RenameProps) {
  const { t } = useTranslation(['subscriptions', 'portal']);
  const [name, setName] = useState(feed.name);
  const [checked, setChecked] = useState(false);
  const renaming = useMutation({
    mutationFn: () => renameFeed(feed.id, name.trim()),
    onSuccess: onDone,
    onError: (error) => isGone(error) && onGone(feed.name),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim()) renaming.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      <FeedNameField
        id={`feed-name-${feed.id}`}
        value={name}
        isMissing={checked && !name.trim()}
        disabled={renaming.isPending}
        autoFocus
        onChange={setName}
      />
      {renaming.isError && <FailureNotice error={renaming.error} />}
      <div className="row subscriptions__actions">
        <Button type="submit" intent="primary" text={t('feeds.save')} loading={renaming.isPending} />
        <Button variant="minimal" text={t('portal:action.cancel')} onClick={onDone} />
      </div>
    </form>
  );
}

interface FeedNameFieldProps {
  id: string;
  value: string;
  /** Says that there must be one. */
  isMissing: boolean;
  disabled: boolean;
  autoFocus: boolean;
  onChange: (name: string) => void;
}

export function FeedNameField({ id, value, isMissing, disabled, autoFocus, onChange }: FeedNameFieldProps) {
  const { t } = useTranslation('subscriptions');
  return (
    <FormGroup
      label={t('feeds.name')}
      labelFor={id}
      intent={isMissing ? 'danger' : 'none'}
      helperText={isMissing && <span id={`${id}-missing`}>{t('feeds.nameMissing')}</span>}
    >
      <InputGroup
        id={id}
        autoFocus={autoFocus}
        disabled={disabled}
        maxLength={100}
        required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  );
}

const named = [
  'general',
  'type',
  'molecule',
  'atc',
  'manufacturer',
  'stockOutSince',
  'date',
  'find',
] as const;

/** Which view a feed is of, and what it is filtered by. How it is sorted says the page. */
export function FeedFilter({ view, parameters }: Pick<Feed, 'view' | 'parameters'>) {
  const { t } = useTranslation(['subscriptions', 'market']);
  const chosen = named.filter((name) => parameters[name] !== undefined);
  return (
    <dl className="row gap-4 row--top bp6-text-muted subscriptions__filter">
      <div>
        <dt>{t('feeds.view')}</dt>
        <dd>{t(`market:${nameOfView(view)}.title`)}</dd>
      </div>
      {chosen.map((name) => (
        <div key={name}>
          <dt>{t(`feeds.filter.${name}`)}</dt>
          <dd>
            {[parameters[name]!]
              .flat()
              .map((value) => wordOf(name, value))
              .join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );

  function wordOf(name: (typeof named)[number], value: string): string {
    if (name === 'stockOutSince' || name === 'date') return formatDate(value);
    const words: Record<string, string> = {
      match: t('feeds.option.match'),
      available_match: t('feeds.option.available_match'),
      sb20: t('feeds.option.sb20'),
      co: t('feeds.option.co'),
      discontinued: t('feeds.option.discontinued'),
      generika: t('feeds.option.generika'),
      original: t('feeds.option.original'),
    };
    return name === 'general' || name === 'type' ? (words[value] ?? value) : value;
  }
}

/** What an address asks to be saved; the overview without a filter where it asks for nothing. */
export function feedOfAddress(address: URLSearchParams): Pick<Feed, 'view' | 'parameters'> {
  const asked = address.get(feedParameter);
  const view: FeedView = feedViews.find((known) => known === asked) ?? 'portfolio';
  if (asked === null) return { view, parameters: {} };
  const names = [...new Set(address.keys())].filter(
    (name) => ![feedParameter, 'lang', 'layout'].includes(name),
  );
  return {
    view,
    parameters: Object.fromEntries(names.map((name) => [name, oneOrAll(address.getAll(name))])),
  };
}

function oneOrAll(values: string[]): string | string[] {
  return values.length === 1 ? values[0]! : values;
}

/** Where the texts of the market have the title of a view's page. */
export function nameOfView(view: FeedView) {
  return pages[view].name;
}

/**
 * The page that shows the same as a feed; with its order, or an empty filter, so that the page does not begin with filters of
 * its own or with those of before.
 */
function pageOfFeed({ view, parameters }: Pick<Feed, 'view' | 'parameters'>): string {
  const chosen = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
  const { path, view: of } = pages[view];
  const address = writeChoice(of.parameters, readChoice(of.parameters, chosen));
  if ([...address.keys()].every((name) => name === 'find')) address.set('general', '');
  return `${path}?${address}`;
}
