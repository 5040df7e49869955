import type { Language } from '#shared/languages.ts';
import type { FeedView } from '#shared/schemas/feeds.ts';
import { expectedLine } from '../../platform/i18n/expected-delivery.ts';
import { chf, count, swissDate } from '../../platform/i18n/swiss.ts';

/** Client pages of the market's views; their addresses take the view's parameters. */
export const marketPages = {
  portfolio: '/stockout-analyser',
  'portfolio/full': '/stockout-analyser-full',
  'portfolio/competitor': '/stockout-analyser-competitor',
  'portfolio/back-in-stock': '/stockout-back-in-stock',
} as const satisfies Record<FeedView, string>;

/** A row of a market view, by wire name. */
export type FeedRow = Record<string, string | number | boolean | null>;

type Words = (key: string, parameters?: Record<string, string | number>) => string;

export type RowFacts = {
  /** Identifies the entry, also among several times of one product. */
  key: string;
  title: string;
  lines: string[];
  /** YYYY-MM-DD */
  published: string;
  updated: string;
};

export type Telling = {
  words: Words;
  language: Language;
  today: string;
  /** By GTIN, since when products have been missing without a break, by any source. */
  missingOn?: ReadonlyMap<string, string> | undefined;
};

/** Facts of a row for an entry. */
export function factsOf(view: FeedView, row: FeedRow, telling: Telling): RowFacts {
  return view === 'portfolio/back-in-stock'
    ? backFacts(row, telling.words)
    : missingFacts(view, row, telling);
}

function missingFacts(
  view: FeedView,
  row: FeedRow,
  { words, language, today, missingOn }: Telling,
): RowFacts {
  const published = textOf(row.missingSince1) || textOf(row.reportedOn1);
  const days = [row.reportedOn1, row.deliverabilityUpdate1, row.deliverabilityUpdate2, row.backInStockDate];
  const delivery = textOf(row.deliverability1);
  const week = row.deliverabilityWeek1 === true;
  return {
    // The earliest open report becomes a later one when its source has the product back and another has not.
    key: [view, row.pair ?? row.gtin, missingOn?.get(textOf(row.gtin)) ?? published].join('\n'),
    title: titleOf(row),
    lines: [
      words(row.knownSinceAtLeast1 ? 'sinceAtLeast' : 'since', { date: swissDate(published) }),
      delivery && expectedLine(language, { delivery, week, today, list: textOf(row.listDate1) }),
      textOf(row.deliverabilityStatus1) && words('status', { status: textOf(row.deliverabilityStatus1) }),
      alternativeOf(row, words),
      ...marketOf(row, row.turnoverPotential, 'potential', words),
      `GTIN ${textOf(row.gtin)}`,
    ].filter(Boolean),
    published,
    updated: newest([published, ...days.map(textOf)]),
  };
}

function backFacts(row: FeedRow, words: Words): RowFacts {
  const back = textOf(row.backInStockDate);
  return {
    key: ['back', row.gtin, back].join('\n'),
    title: titleOf(row),
    lines: [
      words('back', { date: swissDate(back), since: swissDate(textOf(row.reportedOn1)) }),
      ...marketOf(row, row.turnover, 'turnover', words),
      `GTIN ${textOf(row.gtin)}`,
    ],
    published: back,
    updated: back,
  };
}

function titleOf(row: FeedRow): string {
  return [row.productName, row.hersteller1].map(textOf).filter(Boolean).join(', ');
}

function alternativeOf(row: FeedRow, words: Words): string {
  const name = textOf(row.alternativeProductName);
  if (!row.alternativeGTIN) return words('noAlternative');
  return words(row.stockOut2 ? 'alternativeMissing' : 'alternative', { name });
}

/** Amounts by the reference statistic; undefined without one. */
function marketOf(row: FeedRow, amount: FeedRow[string] | undefined, key: string, words: Words): string[] {
  if (typeof row.qty !== 'number') return [];
  const packs = words('packs', { packs: count(row.qty) });
  return typeof amount === 'number' ? [packs, words(key, { amount: chf(amount) })] : [packs];
}

function textOf(value: FeedRow[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function newest(days: readonly string[]): string {
  return days.toSorted().at(-1) ?? '';
}
