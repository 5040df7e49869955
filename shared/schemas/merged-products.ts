import { z } from 'zod';
import { differenceLists, mergedKeys } from '../catalogue-columns.ts';

const key = z.enum(mergedKeys);
const says = z.union([key, z.literal('current')]).describe('a template file, or the revision before');

const builtFrom = z.strictObject({
  key,
  versionId: z.int(),
  fileName: z.string(),
  date: z.iso.date().nullable().describe("the file's own date"),
});

export const catalogueRevision = z.strictObject({
  revision: z.int(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string().describe('by name then; empty: a command, or its day'),
  priceDate: z.iso.date().describe('the day for which it was built'),
  pricesOf: z.iso.date().describe('the newest day of its price data'),
  products: z.int(),
  builtFrom: z.array(builtFrom).nullable().describe('null: it came as CSV files'),
  current: z.boolean(),
  since: z.iso.datetime().nullable().describe('since when it is the current one'),
});

export const catalogueProposal = z.strictObject({
  id: z.int(),
  builtAt: z.iso.datetime(),
  builtBy: z.string(),
  priceDate: z.iso.date().describe('prices and listings are those that count on this day'),
  pricesOf: z.iso.date().describe('the newest day of its price data'),
  baseRevision: z.int().nullable().describe('the revision that it is compared with'),
  builtFrom: z.array(builtFrom),
  products: z.int(),
  counts: z.record(z.enum(differenceLists), z.int()).describe('rows of each list of differences'),
  facts: z.record(z.string(), z.int()),
  publishOn: z.iso.date().nullable(),
  missed: z.string().nullable().describe('why its day did not publish it'),
  publishedRevision: z.int().nullable(),
  outdated: z
    .enum(['catalogue_changed', 'template_files_changed'])
    .nullable()
    .describe('why it has to be built anew before it can be published'),
});

export const mergedProducts = z.strictObject({
  current: catalogueRevision.nullable(),
  files: z.array(
    builtFrom.extend({
      usedAt: z.iso.datetime().nullable(),
      usedBy: z.string(),
      rowCount: z.int(),
    }),
  ),
  outdated: z.boolean().describe('the current revision was built from other versions of the files'),
  begun: z
    .int()
    .describe(
      'products of which the files knew a price or listing ahead that has begun since the revision was built',
    ),
  proposal: catalogueProposal.nullable().describe('what was built last and is not published'),
  scheduled: catalogueProposal.nullable().describe('what waits for its day, or missed it'),
});

const difference = z.strictObject({
  gtin: z.string(),
  description: z.string(),
  manufacturer: z.string(),
  column: z.string().describe('the field that is meant; empty: the product as a whole'),
  before: z.string(),
  after: z.string(),
  chf: z.number().nullable().describe('CHF by which a price changes'),
  percent: z.number().nullable(),
  from: z.union([says, z.literal('')]).describe('who says what counts'),
  otherFrom: z.union([says, z.literal('')]).describe('in conflicts, who says what does not'),
  reason: z.string(),
  day: z.string().describe('of what is to come, from when on: YYYY-MM-DD'),
});

export const differencePage = z.strictObject({ total: z.int(), rows: z.array(difference) });

const figures = z.strictObject({
  turnover: z.number().describe('CHF'),
  potential: z.number().describe('CHF'),
});

export const catalogueEffect = z.strictObject({
  before: figures.nullable().describe('null: no catalogue is published yet'),
  after: figures,
  customers: z
    .array(
      z.strictObject({
        directLinkId: z.string(),
        customerName: z.string().nullable(),
        timeMonthFrom: z.int().nullable(),
        timeYearFrom: z.int().nullable(),
        timeMonthTo: z.int().nullable(),
        timeYearTo: z.int().nullable(),
        before: figures.nullable(),
        after: figures,
      }),
    )
    .describe('the newest statistic of each of up to 50 customers, those uploaded last first'),
});

export type CatalogueRevision = z.infer<typeof catalogueRevision>;
export type CatalogueProposalAnswer = z.infer<typeof catalogueProposal>;
export type MergedProducts = z.infer<typeof mergedProducts>;
export type Difference = z.infer<typeof difference>;
export type DifferencePage = z.infer<typeof differencePage>;
export type CatalogueEffect = z.infer<typeof catalogueEffect>;
