import { createHash } from 'node:crypto';
import { writtenMonths } from '#analytics/views/market-totals.ts';
import { withoutBidiControls } from '#shared/plain-text.ts';
import { htmlText } from '../../platform/i18n/html-text.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { FollowedFeed } from './feed-queries.ts';
import { type FeedRow, factsOf, type Telling } from './row-facts.ts';

/** The reference statistic, as in sql/market/source.sql. */
export type FeedSource = { feedingFrom: string; feedingTo: string; feedingOfCustomer: boolean };

export type AtomPlace = {
  /** URL of the feed. */
  self: string;
  /** URL of the page with the same rows. */
  page: string;
  /** Whose portal it is. */
  author: string;
  /** Day of the stock-outs, YYYY-MM-DD. */
  listDate: string | undefined;
  /** YYYY-MM-DD */
  today: string;
  /** For packs and CHF in it; undefined without such. */
  source?: FeedSource | undefined;
} & Pick<Telling, 'missingOn'>;

/**
 * The rows as an Atom feed (RFC 4287): one entry per row, in their order, with an id that stays while the product is
 * missing, or back; updated on the day of its newest report.
 */
export function atomFeed(feed: FollowedFeed, rows: readonly FeedRow[], place: AtomPlace): string {
  const words = (key: string, parameters: Record<string, string | number> = {}) =>
    translate(feed.language, `feed.${key}`, parameters);
  const entries = rows.map((row) => ({
    ...factsOf(feed.view, row, {
      words,
      language: feed.language,
      today: place.today,
      missingOn: place.missingOn,
    }),
    row,
  }));
  const days = [...entries.map((entry) => entry.updated), ...(place.listDate ? [place.listDate] : [])];
  const updated = [...days.map(instantOf), feed.createdAt].toSorted().at(-1)!;
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    `<id>urn:uuid:${feed.uuid}</id>`,
    `<title>${xmlText(feed.name)}</title>`,
    `<subtitle>${xmlText(subtitle(feed, words, place.source))}</subtitle>`,
    `<updated>${updated}</updated>`,
    `<author><name>${xmlText(place.author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(place.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(place.page)}"/>`,
    ...entries.map(({ key, title, lines, published, updated: changed }) =>
      [
        '<entry>',
        `<id>urn:uuid:${entryId(feed.uuid, key)}</id>`,
        `<title>${xmlText(title)}</title>`,
        `<published>${instantOf(published)}</published>`,
        `<updated>${instantOf(changed)}</updated>`,
        `<link rel="alternate" type="text/html" href="${xmlText(place.page)}"/>`,
        `<content type="text">${xmlText(lines.join('\n'))}</content>`,
        '</entry>',
      ].join(''),
    ),
    '</feed>\n',
  ].join('\n');
}

/** The filter, and the statistic and months of its amounts. */
function subtitle(
  { view, language }: FollowedFeed,
  words: (key: string) => string,
  source: FeedSource | undefined,
): string {
  const about = words(`views.${view.replace('portfolio', 'market')}`);
  if (!source) return about;
  const months = writtenMonths(source.feedingFrom, source.feedingTo);
  const key = `market.source.${source.feedingOfCustomer ? 'customer' : 'market'}`;
  return translate(language, 'portal.labelled', {
    label: about,
    value: translate(language, key, { months }),
  });
}

/** A UUID (version 8) hashed from what identifies the entry, so that it is stable. */
function entryId(feed: string, key: string): string {
  const hash = createHash('sha256').update(`${feed}\n${key}`).digest('hex');
  const variant = ((Number.parseInt(hash[16]!, 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

function instantOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Replaces characters that XML 1.0 cannot contain by U+FFFD. */
function xmlText(text: string): string {
  return htmlText(
    withoutBidiControls(text)
      .toWellFormed()
      .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '\ufffd'),
  );
}
