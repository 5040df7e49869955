import { z } from 'zod';
import { gtin, text } from '../fields.ts';
import { LONGEST_CATALOGUE_NAME } from '../limits.ts';

const MOST_MOLECULES = 5000;
const MOST_PRODUCTS = 30_000;

/** Members of a focus group at most. */
export const MOST_MEMBERS = MOST_MOLECULES + MOST_PRODUCTS;

/** Molecules and products that the sales force looks at together. */
export const focusGroupFields = z.strictObject({
  name: text().trim().min(1),
  molecules: z
    .array(
      z.strictObject({ molecule: text(LONGEST_CATALOGUE_NAME).min(1).describe('as the catalogue names it') }),
    )
    .max(MOST_MOLECULES)
    .default([]),
  products: z.array(z.strictObject({ gtin })).max(MOST_PRODUCTS).default([]),
});

/** The same, and how they stand to the current catalogue. */
export const focusGroup = focusGroupFields.extend({
  focusGroupID: z.int(),
  coveredProducts: z
    .int()
    .nullable()
    .describe('products of the current catalogue that belong to it; null: no catalogue is published'),
  goneMolecules: z.array(z.string()).describe('members that no product of the current catalogue has'),
  goneProducts: z.array(z.string()).describe('members that the current catalogue does not know'),
  version: z.int().describe('what If-Match takes'),
});

/** What a focus group can be put together from. */
export const focusGroupChoices = z.strictObject({
  molecules: z.array(z.strictObject({ molecule: z.string(), products: z.int() })),
  products: z.array(
    z.strictObject({
      gtin: z.string(),
      pharmacode: z.string().nullable(),
      description: z.string(),
      manufacturer: z.string().nullable(),
      molecule: z.string().nullable(),
    }),
  ),
});

export type FocusGroupFields = z.infer<typeof focusGroupFields>;
export type FocusGroup = z.infer<typeof focusGroup>;
export type FocusGroupChoices = z.infer<typeof focusGroupChoices>;
