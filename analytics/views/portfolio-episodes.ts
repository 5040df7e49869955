import { z } from 'zod';
import { integer } from './figures.ts';
import type { MarketFigure } from './market-figure.ts';
import { defineList } from './view.ts';

const ofProduct = {
  subject: 'market',
  feeding: false,
  parameters: z.strictObject({
    gtin: z
      .string()
      .regex(/^\d{13}$/, 'must be a GTIN of 13 digits')
      .nullable()
      .default(null)
      .describe('the product; absent: all'),
  }),
  cardinality: 'many',
  totals: null,
  signedInColumns: [],
} as const;

/** As the changes of the same episode have it. */
function ofDeliveries(unit: MarketFigure['unit'], formula: MarketFigure['formula']): MarketFigure {
  return {
    unit,
    formula,
    origin: {
      kind: 'history',
      rows: (_parameters, { gtin, source, reportedOn }) => ({
        view: 'portfolio/deliveries',
        parameters: { gtin },
        having: { source, reportedOn },
      }),
    },
  };
}

const text = z.string().nullable();
const date = z.string().describe('YYYY-MM-DD');
const flag = z.boolean();

/** Every time of a product not being deliverable, as each source reports it. */
export const portfolioEpisodes = defineList({
  ...ofProduct,
  name: 'portfolio/episodes',
  sql: 'v1/portfolio-episodes.sql',
  row: z.strictObject({
    episode: z.string().describe('tells episodes apart'),
    gtin: z.string(),
    source: z.string().describe('whose lists report it'),
    reportedOn: date,
    knownSinceAtLeast: flag.describe("of its source's first list: it may have begun before it was reported"),
    updatedOn: text.describe('last news, YYYY-MM-DD'),
    listDate: text.describe("day of the source's last list, YYYY-MM-DD: how old its word is"),
    status: text.describe('in the words of the source'),
    expectedDelivery: text.describe('a date, YYYY-MM-DD, or words of the source'),
    comment: text,
    backInStockOn: text.describe('YYYY-MM-DD; null while it lasts'),
    discontinued: flag.describe('its words say that the product will not come back'),
    open: flag.describe('it lasts'),
    moves: integer.describe('times that the expected delivery changed'),
    movedDays: integer
      .nullable()
      .describe(
        'days from the first expected delivery to the last, negative for earlier; null: one is no date',
      ),
  }),
  key: 'episode',
  explanation: {
    moves: ofDeliveries('changes', 'changes'),
    movedDays: ofDeliveries('days', 'movedDays'),
  },
});

/** What each source said of when a product's delivery is expected, change by change. */
export const portfolioDeliveries = defineList({
  ...ofProduct,
  name: 'portfolio/deliveries',
  sql: 'v1/portfolio-deliveries.sql',
  row: z.strictObject({
    delivery: z.string().describe('tells changes apart'),
    gtin: z.string(),
    source: z.string().describe('who said so'),
    reportedOn: date.describe('of the episode, YYYY-MM-DD'),
    saidOn: date.describe('day of the list that said so, YYYY-MM-DD'),
    expectedDelivery: text.describe('a date, YYYY-MM-DD, or words of the source; null: nothing was said'),
    movedDays: integer
      .nullable()
      .describe('days after what was said before, negative for earlier; null: the first, or one is no date'),
  }),
  key: 'delivery',
  explanation: { movedDays: ofDeliveries('days', 'movedDays') },
});
