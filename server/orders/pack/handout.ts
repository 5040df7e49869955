import type { z } from 'zod';
import { releaseColumns } from '#analytics/columns.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import { type AboutStatistic, aboutStatistic } from '#analytics/exports.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import { product, productTotals } from '#analytics/views/product.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';
import { isDiscontinued } from '#shared/discontinued.ts';
import type { Language } from '#shared/languages.ts';
import { expectedDelivery } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { chf, count, swissDate } from '../../platform/i18n/swiss.ts';
import { period } from '../../statistics/exports/about-sheet.ts';
import type { HandoutForm } from '../paper/handout-document.ts';
import type { OrderForm } from '../paper/order-form.ts';

/** Most rows of each of the two lists. */
const MOST = 10;

/** Rankings of offers, as on the overview. */
export const handoutRanks = ['turnoverPotential', 'customersGain'] as const;

type Offer = z.infer<typeof product.row>;
export type Missing = z.infer<typeof notDeliverable.row>;

export type HandoutRows = {
  about: AboutStatistic;
  offers: readonly Offer[];
  /** The number of all offers; `offers` has the best. */
  offersInAll: number;
  /** All of them. */
  missing: readonly Missing[];
};

/** Reads what the handout shows: the best offers, and missing articles. */
export async function readHandout(
  connection: PooledConnection,
  sortBy: (typeof handoutRanks)[number],
  context: ViewContext,
): Promise<HandoutRows> {
  const ask = asking(connection, context);
  const about = await aboutStatistic(connection);
  const offers = await ask<Offer[]>(product, { general: offered, sortBy, limit: MOST, offset: 0 });
  const totals = await ask<z.infer<typeof productTotals.row>>(productTotals, { general: offered });
  const missing = await ask<Missing[]>(notDeliverable, {});
  return { about, offers, offersInAll: totals.rowCount, missing };
}

/** Filter of the product analysis for offers: articles with a deliverable alternative. */
export const offered = ['match', 'available_match'];

/** Asks views on a connection of a statistic. */
export function asking(connection: PooledConnection, context: ViewContext) {
  return async <Answer>(view: View, parameters: object = {}): Promise<Answer> => {
    const columns = await runView(connection, view, view.parameters.parse(parameters), context);
    const json = Buffer.from(encodeJson(columns, view.cardinality)).toString();
    releaseColumns(columns);
    return JSON.parse(json) as Answer;
  };
}

type About = Pick<OrderForm, 'language' | 'provider' | 'contact'> & { today: string };

/** The handout in words and formatted figures. */
export function handoutForm(
  { about, offers, offersInAll, missing }: HandoutRows,
  { language, provider, contact, today }: About,
): HandoutForm {
  const word = (key: string, params = {}) => translate(language, `handout.${key}`, params);
  const say = missingWords(language, today);
  const { customer_name: customer, price_date, stockout_date } = about;
  const months = period(about);
  return {
    provider,
    contact: [contact.address, contact.phone, contact.email].filter(Boolean).join(' · '),
    title: customer ? word('title', { customer }) : word('titleWithoutCustomer'),
    facts: [
      months && word('period', { period: months }),
      word('prices', { date: swissDate(price_date) }),
      stockout_date && word('stockouts', { date: swissDate(stockout_date) }),
    ]
      .filter(Boolean)
      .join(' · '),
    offers: {
      title: word('offers'),
      note: word('deliverable'),
      headings: [word('bought'), word('packs'), word('gain'), word('ours', { provider })],
      rows: offers.map((offer) => ({
        bought: offer.productName ?? '',
        middle: { packs: count(offer.qtySum1), gain: chf(offer.customersGain) },
        ours: offer.alternativeProductName,
        gtin: offer.alternativeGTIN,
        instead: '',
      })),
      none: word('noOffers'),
      further: further(offersInAll),
    },
    missing: {
      title: word('missing'),
      note: word('isDeliverable'),
      headings: [word('bought'), word('delivery'), word('ours', { provider })],
      rows: missing.slice(0, MOST).map((row) => ({
        bought: row.productName,
        middle: { since: say.since(row), expected: say.expected(row) },
        ...say.replacement(row),
      })),
      none: word('nothingMissing'),
      further: further(missing.length),
    },
    foot: word('foot'),
  };

  function further(all: number): string {
    return all > MOST ? word('further', { count: all - MOST }) : '';
  }
}

/** The words of the pack for since when an article is missing, when it is expected and its replacement. */
export function missingWords(language: Language, today: string) {
  const word = (key: string, params = {}) => translate(language, `handout.${key}`, params);
  return { since, expected, replacement };

  function since(row: Missing): string {
    const { deliverabilityReportingDate1: day, knownSinceAtLeast1 } = row;
    return day ? word(knownSinceAtLeast1 ? 'sinceAtLeast' : 'since', { date: swissDate(day) }) : '–';
  }

  function expected({
    deliverability1,
    deliverabilityWeek1: week,
    discontinued1,
  }: Pick<Missing, 'deliverability1' | 'deliverabilityWeek1' | 'discontinued1'>): string {
    if (discontinued1) return translate(language, 'portal.delivery.discontinued');
    if (!deliverability1) return word('dateUnknown');
    return expectedDelivery(language, { delivery: deliverability1, week, today });
  }

  /** The replacement with its barcode, or when the article is expected. */
  function replacement(row: Missing) {
    const { alternativeGTIN, alternativeProductName: ours, stockOut2 } = row;
    if (!alternativeGTIN) return { ours, gtin: null, instead: '' };
    if (!stockOut2) return { ours, gtin: alternativeGTIN, instead: '' };
    const delivery = row.deliverability2 ?? '';
    const instead = expected({
      deliverability1: delivery,
      deliverabilityWeek1: row.deliverabilityWeek2,
      discontinued1: isDiscontinued({
        status: row.deliverabilityStatus2 ?? '',
        expected_delivery: delivery,
      }),
    });
    return { ours, gtin: null, instead };
  }
}
