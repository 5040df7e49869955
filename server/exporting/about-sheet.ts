import type { AboutStatistic } from '#analytics/exports.ts';
import { type Language, translate } from '../words/messages.ts';
import type { Row, Sheet } from './workbook/workbook.ts';

export type About = {
  /** Its title, and what else is to say, as label and text. */
  title: string;
  further?: readonly Row[];
  /** Visitors' files lack the customer's number. */
  signedIn: boolean;
  /** When the file was made. */
  made: Date;
};

const times = new Intl.DateTimeFormat('de-CH', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Zurich',
});

/** The sheet that says whose figures a workbook has, for which months, and of when prices and stock-outs are. */
export function aboutSheet(language: Language, statistic: AboutStatistic, about: About): Sheet {
  const word = (key: string, params = {}) => translate(language, `workbook.about.${key}`, params);
  const { catalogue_revision: revision, price_date, stockout_date, customer_external_id } = statistic;
  const stockouts = stockout_date === null ? [] : [[word('stockouts'), swissDate(stockout_date)]];
  const number = about.signedIn && customer_external_id ? [[word('externalId'), customer_external_id]] : [];
  return {
    name: word('sheet'),
    form: 'page',
    columns: [
      { heading: about.title, kind: 'text' },
      { heading: '', kind: 'text' },
    ],
    rows: [
      [word('customer'), statistic.customer_name],
      ...number,
      [word('period'), period(statistic)],
      ...(about.further ?? []),
      [word('prices'), word('pricesOf', { date: swissDate(price_date), revision })],
      ...stockouts,
      [word('made'), times.format(about.made)],
    ],
  };
}

/** MM.YYYY – MM.YYYY, or the remark of statistics without months. */
export function period(statistic: AboutStatistic): string | null {
  const { time_month_from, time_year_from, time_month_to, time_year_to } = statistic;
  const month = (number: number, year: number) => `${String(number).padStart(2, '0')}.${year}`;
  return time_month_from && time_year_from && time_month_to && time_year_to
    ? `${month(time_month_from, time_year_from)} – ${month(time_month_to, time_year_to)}`
    : statistic.time_information;
}

/** DD.MM.YYYY of YYYY-MM-DD. */
function swissDate(iso: string): string {
  return iso.split('-').reverse().join('.');
}
