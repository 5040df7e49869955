import { z } from 'zod';
import { foundProduct } from './product.ts';

/** What a code of a statistic may be, that no product of the catalogue has. */
export const matchProposals = z.strictObject({
  code: z.string(),
  description: z.string().describe('what the file calls it; empty where it says nothing'),
  manufacturer: z.string().describe('likewise'),
  products: z.array(foundProduct).describe('the best first'),
});

/** Which product a code is. */
export const saidMatch = z.strictObject({ code: z.string(), product: foundProduct });

/** Of the list of all that was matched by hand. */
export const productMatch = z.strictObject({
  id: z.int(),
  code: z.string().describe('GTIN of 13 digits or Pharmacode of 7'),
  product: z.string().describe('GTIN'),
  productName: z
    .string()
    .nullable()
    .describe('null: the catalogue has no such product any more, and the match no effect'),
  description: z.string().describe('what the file called it'),
  customerExternalId: z.string().describe('of whose statistic it was said'),
  customerName: z.string().nullable(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  general: z.boolean().describe('counts for all statistics'),
  generalBy: z.string(),
  generalAt: z.iso.datetime().nullable(),
  named: z
    .string()
    .nullable()
    .describe(
      'conflict: GTIN of the product that the catalogue has by this code since; it counts, and the match does not',
    ),
  namedName: z.string().nullable(),
});

export type MatchProposals = z.infer<typeof matchProposals>;
export type SaidMatch = z.infer<typeof saidMatch>;
export type ProductMatch = z.infer<typeof productMatch>;
