import * as z from 'zod/mini';
import { integer } from '#shared/figures.ts';
import { day } from '#shared/parameters.ts';
import { reckoned } from './market-figure.ts';
import { defineList } from './view.ts';

const onTheMarket = { subject: 'market', feeding: false, totals: null, signedInColumns: [] } as const;

const seriesNames = ['PROVIDER', 'GENERICA'] as const;
type Series = (typeof seriesNames)[number];

const date = z.string().with(z.describe('YYYY-MM-DD'));

const series = {
  ...onTheMarket,
  parameters: z.strictObject({}),
  row: z.strictObject({
    date,
    count: integer.with(z.describe('products that were not deliverable on that day, each once')),
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
  provenance: openOn('PROVIDER'),
});

/** All products of origin generic that were not deliverable, day by day. */
export const stockoutsOfGenerics = defineList({
  ...series,
  name: 'stockoutstat/GENERICA',
  sql: 'v1/stockoutstat-generica.sql',
  provenance: openOn('GENERICA'),
});

const product = {
  gtin: z.string(),
  productName: z.string(),
  manufacturer: z.nullable(z.string()),
};
const outage = {
  missingOn: date.with(z.describe('first day of not being deliverable, YYYY-MM-DD')),
  backOn: z.nullable(date).with(z.describe('first day of being deliverable again, YYYY-MM-DD')),
  alternativeGTIN: z.nullable(z.string()).with(z.describe("the provider's product of rank 1")),
  alternativeProductName: z.nullable(z.string()),
};

/** The products that a series counts on a day. */
export const stockoutOpen = defineList({
  ...onTheMarket,
  name: 'stockoutstat/open',
  sql: 'v1/stockoutstat-open.sql',
  parameters: z.strictObject({
    series: z._default(z.enum(seriesNames), 'GENERICA'),
    date: day().with(z.describe("absent: the newest list's day")),
  }),
  row: z.strictObject({ ...product, ...outage }),
  cardinality: 'many',
  key: 'gtin',
  provenance: {},
});

/** What became missing on a day of a series, and what was back: what its count differs by from the day before. */
export const stockoutDay = defineList({
  ...onTheMarket,
  name: 'stockoutstat/day',
  sql: 'v1/stockoutstat-day.sql',
  parameters: z.strictObject({
    series: z._default(z.enum(seriesNames), 'GENERICA'),
    date: day().with(z.describe('absent: the newest day on which anything changed')),
  }),
  row: z.strictObject({
    ...product,
    change: z.string().with(z.describe('missing: not deliverable from that day on; back: deliverable again')),
    ...outage,
  }),
  cardinality: 'many',
  key: 'gtin',
  provenance: {},
});
