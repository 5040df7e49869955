import type { AboutStatistic } from '#analytics/exports.ts';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissDate, swissPeriod, swissTime } from '../../platform/i18n/swiss.ts';
import type { Row, Sheet } from '../../workbooks/writing/workbook.ts';

export type About = {
  /** Its title, and what else is to say, as label and text. */
  title: string;
  further?: readonly Row[];
  /** Visitors' files lack the customer's number. */
  signedIn: boolean;
  /** When the file was made. */
  made: Date;
};

/** The sheet that says whose figures a workbook has, for which months, and of when prices and stock-outs are. */
export function aboutSheet(language: Language, statistic: AboutStatistic, about: About): Sheet {
  const word = (key: string, params = {}) => translate(language, `workbook.about.${key}`, params);
  const { catalogue_revision: revision, price_date, stockout_date, customer_external_id } = statistic;
  const stockouts =
    stockout_date === null ? [] : [[word('stockouts'), { kind: 'date' as const, value: stockout_date }]];
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
      [word('made'), swissTime(about.made)],
    ],
  };
}

/** MM.YYYY – MM.YYYY, or the remark of statistics without months. */
export function period(statistic: AboutStatistic): string | null {
  const months = {
    timeMonthFrom: statistic.time_month_from,
    timeYearFrom: statistic.time_year_from,
    timeMonthTo: statistic.time_month_to,
    timeYearTo: statistic.time_year_to,
  };
  return swissPeriod(months) ?? statistic.time_information;
}
