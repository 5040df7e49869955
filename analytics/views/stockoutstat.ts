import { z } from 'zod';
import { integer } from './figures.ts';
import { reckoned } from './market-figure.ts';
import { day } from './parameters.ts';
import { defineList } from './view.ts';

const onTheMarket = { subject: 'market', feeding: false, totals: null, signedInColumns: [] } as const;

const seriesNames = ['PROVIDER', 'GENERICA'] as const;
type Series = (typeof seriesNames)[number];

const date = z.string().describe('YYYY-MM-DD');

const series = {
  ...onTheMarket,
  parameters: z.strictObject({}),
  row: z.strictObject({
    date,
    count: integer.describe('products that were not deliverable on that day, each once'),
  }),
  cardinality: 'many',
  key: 'date',
} as const;

/** What is counted on a day. */
function openOn(ofSeries: Series) {
  return {
    count: reckoned('products', 'missingOnDay', { kind: 'count' }, (_parameters, { date: on }) => ({
      view: 'stockoutstat/open',
      parameters: { series: ofSeries, date: on },
      having: {},
    })),
  };
}

/** The provider's products that were not deliverable, day by day. */
export const stockoutsOfProvider = defineList({
  ...series,
  name: 'stockoutstat/PROVIDER',
  sql: 'v1/stockoutstat-provider.sql',
  explanation: openOn('PROVIDER'),
});

/** All products of origin generic that were not deliverable, day by day. */
export const stockoutsOfGenerics = defineList({
  ...series,
  name: 'stockoutstat/GENERICA',
  sql: 'v1/stockoutstat-generica.sql',
  explanation: openOn('GENERICA'),
});

const product = {
  gtin: z.string(),
  productName: z.string(),
  manufacturer: z.string().nullable(),
};
const outage = {
  missingOn: date.describe('first day of not being deliverable, YYYY-MM-DD'),
  backOn: date.nullable().describe('first day of being deliverable again, YYYY-MM-DD'),
  alternativeGTIN: z.string().nullable().describe("the provider's product of rank 1"),
  alternativeProductName: z.string().nullable(),
};

/** The products that a series counts on a day. */
export const stockoutOpen = defineList({
  ...onTheMarket,
  name: 'stockoutstat/open',
  sql: 'v1/stockoutstat-open.sql',
  parameters: z.strictObject({
    series: z.enum(seriesNames).default('GENERICA'),
    date: day().describe("absent: the newest list's day"),
  }),
  row: z.strictObject({ ...product, ...outage }),
  cardinality: 'many',
  key: 'gtin',
  explanation: {},
});

/** What became missing on a day of a series, and what was back: what its count differs by from the day before. */
export const stockoutDay = defineList({
  ...onTheMarket,
  name: 'stockoutstat/day',
  sql: 'v1/stockoutstat-day.sql',
  parameters: z.strictObject({
    series: z.enum(seriesNames).default('GENERICA'),
    date: day().describe('absent: the newest day on which anything changed'),
  }),
  row: z.strictObject({
    ...product,
    change: z.string().describe('missing: not deliverable from that day on; back: deliverable again'),
    ...outage,
  }),
  cardinality: 'many',
  key: 'gtin',
  explanation: {},
});
