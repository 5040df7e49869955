import {
  Button,
  Callout,
  Card,
  Checkbox,
  Classes,
  FormGroup,
  HTMLSelect,
  Radio,
  RadioGroup,
} from '@blueprintjs/core';
import { InfoSign, TickCircle, WarningSign } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Alerts, alertsQuery, saveAlerts } from '../../api/alerts.ts';
import {
  type Feed,
  type FeedWithToken,
  feedAddress,
  feedParameter,
  feedsQuery,
  feedViews,
  saveFeed,
} from '../../api/feeds.ts';
import { sessionQuery } from '../../api/session.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { useSinglePress } from '../../components/forms/use-single-press.ts';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { FeedFilter, FeedItem, FeedNameField, feedOfAddress, nameOfView } from './feed-item.tsx';
import './stockout-subscriptions-page.css';

const kinds = ['replaceable', 'own', 'back'] as const;
const none: Alerts = { frequency: 'off', replaceable: false, own: false, back: false };

interface AlertsFormProps {
  saved: Alerts;
  /** Called instead of saving what nobody has changed here: it may be another choice by now. */
  onUnchanged: () => Promise<unknown>;
}

/** What a user is told of by mail, and which filters other programs follow. */
export function Component() {
  const { t } = useTranslation('subscriptions');
  return (
    <div className="stack gap-4 subscriptions">
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      <AlertsCard />
      <FeedsCard />
    </div>
  );
}

/** The user's feeds; a new one's addresses are shown until the page is left, or the feed is deleted. */
function FeedsCard() {
  const { t } = useTranslation('subscriptions');
  // They may be renamed or deleted elsewhere meanwhile.
  const feeds = useQuery({ ...feedsQuery, staleTime: 0, refetchOnWindowFocus: 'always' });
  const [told, setTold] = useState<FeedWithToken>();
  const [gone, setGone] = useState<string>();
  const listed = feeds.data?.find(({ id }) => id === told?.id);
  // A list that failed to come may lack the one whose addresses are shown only now.
  const isListed = listed || !feeds.isSuccess;
  function tell(feed: FeedWithToken) {
    setGone(undefined);
    setTold(feed);
  }
  return (
    <Card className="stack gap-4 subscriptions__card">
      <h2>{t('feeds.title')}</h2>
      <p>{t('feeds.intro')}</p>
      {told && isListed && <Addresses feed={{ ...told, ...listed }} />}
      {gone !== undefined && (
        <Callout role="alert" intent="warning" icon={<WarningSign />}>
          {t('feeds.gone', { name: gone })}
        </Callout>
      )}
      {feeds.isError && <FailureNotice error={feeds.error} onRetry={feeds.refetch} />}
      {feeds.data && feeds.data.length > 0 && (
        <ul className="plain-list">
          {feeds.data.map((feed) => (
            <FeedItem key={feed.id} feed={feed} onRenewed={tell} onGone={setGone} />
          ))}
        </ul>
      )}
      <NewFeedForm onSaved={tell} />
    </Card>
  );
}

function Addresses({ feed }: { feed: FeedWithToken }) {
  const { t } = useTranslation('subscriptions');
  return (
    <Callout role="status" intent="primary" icon={<InfoSign />}>
      <div className="stack gap-2">
        <p>{t('feeds.once', { name: feed.name })}</p>
        {(['atom', 'csv'] as const).map((form) => (
          <div key={form}>
            <strong>{t(`feeds.form.${form}`)}</strong>
            <CommandLine text={feedAddress(feed, form)} />
          </div>
        ))}
      </div>
    </Callout>
  );
}

/** Saves the filter that a page has led here with, or a whole view. */
function NewFeedForm({ onSaved }: { onSaved: (feed: FeedWithToken) => void }) {
  const { t } = useTranslation(['subscriptions', 'market']);
  const [address, setAddress] = useSearchParams();
  const isFromPage = address.has(feedParameter);
  const asked = feedOfAddress(address);
  const [view, setView] = useState<Feed['view']>();
  const [name, setName] = useState('');
  const [checked, setChecked] = useState(false);
  const feed = { view: view ?? asked.view, parameters: isFromPage ? asked.parameters : {} };
  const saving = useMutation({
    mutationFn: () => saveFeed({ ...feed, name: name.trim() }),
    onSuccess(saved) {
      setName('');
      setChecked(false);
      setView(undefined);
      onSaved(saved);
    },
  });
  const save = useSinglePress(saving);

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim()) save(undefined, { onSuccess: dropFilter });
  }

  /** Saved once; what keeps language and layout stays. */
  function dropFilter() {
    const kept = ['lang', 'layout'].filter((key) => address.has(key));
    setAddress(new URLSearchParams(kept.map((key) => [key, address.get(key)!])), { replace: true });
  }

  return (
    <form className="stack subscriptions__new" onSubmit={submit} noValidate>
      <h3>{t('feeds.new')}</h3>
      {isFromPage ? <FeedFilter {...feed} /> : <p>{t('feeds.how')}</p>}
      <div className="subscriptions__fields">
        {!isFromPage && (
          <FormGroup label={t('feeds.view')} labelFor="feed-view">
            <HTMLSelect
              fill
              id="feed-view"
              disabled={saving.isPending}
              value={feed.view}
              onChange={(event) => setView(feedViews.find((each) => each === event.currentTarget.value))}
            >
              {feedViews.map((each) => (
                <option key={each} value={each}>
                  {t(`market:${nameOfView(each)}.title`)}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        )}
        <FeedNameField
          id="feed-name"
          value={name}
          isMissing={checked && !name.trim()}
          disabled={saving.isPending}
          // Who comes from a page has come for this.
          autoFocus={isFromPage}
          onChange={setName}
        />
      </div>
      {saving.isError && <FailureNotice error={saving.error} />}
      <div className="row subscriptions__actions">
        <Button type="submit" intent="primary" text={t('feeds.add')} loading={saving.isPending} />
      </div>
    </form>
  );
}

/** How often the user is told by mail, and of what. */
function AlertsCard() {
  const { t } = useTranslation('subscriptions');
  // A mail's link may end them meanwhile.
  const alerts = useQuery({ ...alertsQuery, staleTime: 0, refetchOnWindowFocus: 'always' });
  const { data: user } = useQuery(sessionQuery);
  return (
    <Card className="stack gap-4 subscriptions__card">
      <h2>{t('alerts.title')}</h2>
      <p>{t('alerts.intro', { email: user?.email ?? '' })}</p>
      {alerts.isError && <FailureNotice error={alerts.error} onRetry={alerts.refetch} />}
      {alerts.isPending && (
        <div className={Classes.SKELETON} inert>
          <AlertsForm saved={none} onUnchanged={alerts.refetch} />
        </div>
      )}
      {alerts.data && <AlertsForm saved={alerts.data} onUnchanged={alerts.refetch} />}
    </Card>
  );
}

function AlertsForm({ saved, onUnchanged }: AlertsFormProps) {
  const { t } = useTranslation('subscriptions');
  const [changed, setChanged] = useState<Partial<Alerts>>({});
  const [checked, setChecked] = useState(false);
  const alerts = { ...saved, ...changed };
  const off = alerts.frequency === 'off';
  const isChanged = Object.keys(changed).length > 0;
  const nothing = !off && kinds.every((kind) => !alerts[kind]);
  const saving = useMutation({
    mutationFn: async () => {
      await (isChanged ? saveAlerts(alerts) : onUnchanged());
    },
    onSuccess: () => setChanged({}),
  });
  const change = (part: Partial<Alerts>) => {
    saving.reset();
    setChanged({ ...changed, ...part });
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!nothing) saving.mutate();
  }

  return (
    <form onSubmit={submit}>
      <fieldset disabled={saving.isPending}>
        <legend id="alerts-frequency">{t('alerts.frequency')}</legend>
        <RadioGroup
          name="frequency"
          aria-labelledby="alerts-frequency"
          selectedValue={alerts.frequency}
          onChange={(event) => change({ frequency: event.currentTarget.value as Alerts['frequency'] })}
        >
          <Radio value="off" label={t('alerts.off')} />
          <Radio value="daily" label={t('alerts.daily')} />
          <Radio value="weekly" label={t('alerts.weekly')} />
        </RadioGroup>
      </fieldset>
      <fieldset disabled={off || saving.isPending} aria-describedby="alerts-nothing">
        <legend>{t('alerts.kinds')}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            disabled={off}
            checked={alerts[kind]}
            label={t(`alerts.kind.${kind}`)}
            onChange={(event) => change({ [kind]: event.currentTarget.checked })}
          />
        ))}
        <p id="alerts-nothing" role={checked && nothing ? 'alert' : undefined}>
          {checked && nothing ? t('alerts.nothing') : ''}
        </p>
      </fieldset>
      {saving.isError && <FailureNotice error={saving.error} />}
      <div className="row subscriptions__actions">
        <Button type="submit" intent="primary" text={t('alerts.save')} loading={saving.isPending} />
        {saving.isSuccess && !isChanged && (
          <Callout compact role="status" intent="success" icon={<TickCircle />}>
            {t('alerts.saved')}
          </Callout>
        )}
      </div>
    </form>
  );
}
