import { useTranslation } from 'react-i18next';
import type { Feed } from '../../api/feeds.ts';
import { formatDate } from '../../i18n/formats.ts';
import { nameOfView } from './new-feed.ts';

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
    <dl className="subscriptions__filter">
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
