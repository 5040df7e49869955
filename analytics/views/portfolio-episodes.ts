import * as z from 'zod/mini';
import { integer } from '#shared/figures.ts';
import { gtin } from '#shared/parameters.ts';
import type { MarketFigure } from './market-figure.ts';
import { defineList } from './view.ts';

const ofProduct = {
  subject: 'market',
  feeding: false,
  parameters: z.strictObject({
    gtin: gtin().with(z.describe('the product; absent: all')),
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

const text = z.nullable(z.string());
const date = z.string().with(z.describe('YYYY-MM-DD'));
const flag = z.boolean();

/** Every time of a product not being deliverable, as each source reports it. */
export const portfolioEpisodes = defineList({
  ...ofProduct,
  name: 'portfolio/episodes',
  sql: 'v1/portfolio-episodes.sql',
  row: z.strictObject({
    episode: z.string().with(z.describe('tells episodes apart')),
    gtin: z.string(),
    source: z.string().with(z.describe('whose lists report it')),
    reportedOn: date,
    knownSinceAtLeast: flag.with(
      z.describe("of its source's first list: it may have begun before it was reported"),
    ),
    updatedOn: text.with(z.describe('last news, YYYY-MM-DD')),
    listDate: text.with(z.describe("day of the source's last list, YYYY-MM-DD: how old its word is")),
    status: text.with(z.describe('in the words of the source')),
    expectedDelivery: text.with(z.describe('a date, YYYY-MM-DD, or words of the source')),
    expectedWeek: flag.with(z.describe('expectedDelivery is a date that stands for its calendar week')),
    comment: text,
    backInStockOn: text.with(z.describe('YYYY-MM-DD; null while it lasts')),
    sourceEndedOn: text.with(
      z.describe('day on which its source was ended while it lasted, YYYY-MM-DD: nobody knows of it since'),
    ),
    discontinued: flag.with(z.describe('its words say that the product will not come back')),
    open: flag.with(z.describe('it lasts')),
    moves: integer.with(z.describe('times that the expected delivery changed')),
    movedDays: z
      .nullable(integer)
      .with(
        z.describe(
          'days from the first expected delivery to the last, negative for earlier; null: one is no date',
        ),
      ),
  }),
  key: 'episode',
  provenance: {
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
    delivery: z.string().with(z.describe('tells changes apart')),
    gtin: z.string(),
    source: z.string().with(z.describe('who said so')),
    reportedOn: date.with(z.describe('of the episode, YYYY-MM-DD')),
    saidOn: date.with(z.describe('day of the list that said so, YYYY-MM-DD')),
    expectedDelivery: text.with(
      z.describe('a date, YYYY-MM-DD, or words of the source; null: nothing was said'),
    ),
    expectedWeek: flag.with(z.describe('expectedDelivery is a date that stands for its calendar week')),
    movedDays: z
      .nullable(integer)
      .with(
        z.describe(
          'days after what was said before, negative for earlier; null: the first, or one is no date',
        ),
      ),
  }),
  key: 'delivery',
  provenance: { movedDays: ofDeliveries('days', 'movedDays') },
});
