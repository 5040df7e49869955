import { z } from 'zod';
import { mergedKeys, ownColumns } from '../catalogue-columns.ts';

const from = z.enum([...mergedKeys, 'current']).describe('a template file; current: the revision before');

const field = z.strictObject({
  column: z.enum(ownColumns),
  value: z.string(),
  from: from.nullable().describe('null: nobody knows, the catalogue came as CSV files'),
  lost: z
    .array(z.strictObject({ from, value: z.string() }))
    .describe('what others say, which does not count'),
});

const related = z.strictObject({
  gtin: z.string(),
  description: z.string(),
  manufacturer: z.string(),
  rank: z.int(),
  exFactoryPrice: z.number().nullable().describe('CHF'),
});

export const foundProduct = z.strictObject({
  gtin: z.string(),
  pharmacode: z.string(),
  description: z.string(),
  manufacturer: z.string(),
});

export const productInformation = z.strictObject({
  gtin: z.string(),
  description: z.string(),
  packSizeText: z.string(),
  provider: z.boolean(),
  exclusive: z.boolean(),
  revision: z.int(),
  priceDate: z.iso.date(),
  fields: z.array(field),
  files: z
    .array(
      z.strictObject({
        key: z.enum(mergedKeys),
        versionId: z.int(),
        fileName: z.string(),
        date: z.iso.date().nullable(),
      }),
    )
    .describe('the versions that the catalogue was built from'),
  toCome: z.array(z.strictObject({ column: z.string(), value: z.string(), from: z.string() })),
  samePharmacode: z.array(z.string()).describe('GTINs of others with its Pharmacode'),
  alternatives: z.array(related),
  alternativeTo: z.array(related),
  episodes: z.array(
    z.strictObject({
      source: z.string(),
      reportedOn: z.string().nullable(),
      updatedOn: z.string().nullable(),
      status: z.string(),
      expectedDelivery: z.string().nullable(),
      expectedWeek: z.boolean().describe('it is a date that stands for its calendar week'),
      listDate: z.string().nullable().describe('YYYY-MM-DD: the last list of the source'),
      comment: z.string(),
      backInStockOn: z.string().nullable(),
      sourceEndedOn: z.string().nullable().describe('day on which its source was ended while it lasted'),
    }),
  ),
  focusGroups: z.array(z.string()),
});

export const productPrices = z.array(
  z.strictObject({
    revision: z.int(),
    publishedAt: z.iso.datetime(),
    priceDate: z.iso.date(),
    current: z.boolean(),
    exFactoryPrice: z.number().nullable().describe('CHF; null: it had none, or was no product'),
    publicPrice: z.number().nullable(),
  }),
);

export type FoundProduct = z.infer<typeof foundProduct>;
export type ProductInformation = z.infer<typeof productInformation>;
export type ProductPrices = z.infer<typeof productPrices>;
export type Column = ProductInformation['fields'][number]['column'];
