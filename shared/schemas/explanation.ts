import { z } from 'zod';
import { plainUnits } from '../formulas.ts';
import { groupingNames, groupings } from '../groupings.ts';

/** How the rows behind a figure give it. */
const reckoning = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sum'),
    column: z.string(),
    oncePer: z.string().optional(),
    times: z.string().optional().describe('each is multiplied by this column'),
    months: z.int().optional().describe('the sum is divided by them'),
    known: z
      .strictObject({ having: z.string(), needs: z.string() })
      .optional()
      .describe('unknown where a row has the one column and not the other'),
  }),
  z.strictObject({ kind: z.literal('count') }),
  z.strictObject({ kind: z.literal('countDistinct'), column: z.string() }),
  z.strictObject({ kind: z.literal('value'), column: z.string() }),
]);

const rows = z.strictObject({
  role: z.enum(['value', 'part', 'whole']),
  reckoning: reckoning.describe('how the rows give the figure'),
  conditions: z.array(z.string()).describe('which articles, in words'),
  query: z.string().describe('query string of the product view that gives the rows'),
  article: z
    .strictObject({
      packs: z.number(),
      packFactor: z.number().nullable().optional().describe('null: without alternative'),
      price: z.number().nullable().describe('CHF per pack; null: none is known'),
    })
    .optional()
    .describe('of a sum in CHF of one article: packs × pack factor × price'),
});

/** What a figure was made from. */
export const explanation = z.strictObject({
  view: z.string(),
  figure: z.string(),
  row: z.string().nullable(),
  value: z.number().nullable(),
  unit: z.enum([...plainUnits, ...groupingNames.map((name) => groupings[name].unit)]),
  formula: z.string().describe('in words, in the language of the request'),
  sql: z.strictObject({ file: z.string(), version: z.string() }),
  catalogue: z.strictObject({ revision: z.int(), priceDate: z.iso.date() }),
  stockouts: z.strictObject({
    revision: z.int(),
    date: z.iso.date().nullable().describe('null: there is no list yet'),
  }),
  rows: z.array(rows),
});

export type Explanation = z.infer<typeof explanation>;
export type ExplainedRows = z.infer<typeof rows>;
