import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Feed, type FeedWithToken, feedViews, saveFeed } from '../../api/feeds.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { feedParameter } from '../../components/navigation/feed-path.ts';
import { FeedFilter } from './feed-filter.tsx';
import { FeedNameField } from './feed-name-field.tsx';
import { feedOfAddress, nameOfView } from './new-feed.ts';

/** Saves the filter that a page has led here with, or a whole view. */
export function NewFeedForm({ onSaved }: { onSaved: (feed: FeedWithToken) => void }) {
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
      // Saved once; what keeps language and layout stays.
      const kept = ['lang', 'layout'].filter((key) => address.has(key));
      setAddress(new URLSearchParams(kept.map((key) => [key, address.get(key)!])), { replace: true });
      onSaved(saved);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim()) saving.mutate();
  }

  return (
    <form className="subscriptions__new" onSubmit={submit} noValidate>
      <h3>{t('feeds.new')}</h3>
      {isFromPage ? <FeedFilter {...feed} /> : <p>{t('feeds.how')}</p>}
      <div className="subscriptions__fields">
        {!isFromPage && (
          <FormGroup label={t('feeds.view')} labelFor="feed-view">
            <HTMLSelect
              fill
              id="feed-view"
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
          // Who comes from a page has come for this.
          autoFocus={isFromPage}
          onChange={setName}
        />
      </div>
      {saving.isError && <FailureNotice error={saving.error} />}
      <div className="subscriptions__actions">
        <Button type="submit" intent="primary" text={t('feeds.add')} loading={saving.isPending} />
      </div>
    </form>
  );
}
