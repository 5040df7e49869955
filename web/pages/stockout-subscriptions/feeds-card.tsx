import { Callout, Card } from '@blueprintjs/core';
import { InfoSign, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedWithToken, feedAddress, feedsQuery } from '../../api/feeds.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { FeedItem } from './feed-item.tsx';
import { NewFeedForm } from './new-feed-form.tsx';

/** The user's feeds; a new one's addresses are shown until the page is left, or the feed is deleted. */
export function FeedsCard() {
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
    <Card className="subscriptions__card">
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
        <ul className="subscriptions__feeds">
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
      <div className="subscriptions__addresses">
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
