import { z } from 'zod';

const gtin = z.string();

/** Molecules and products that the sales force looks at together, and how they stand to the current catalogue. */
export const focusGroup = z.strictObject({
  focusGroupID: z.int(),
  name: z.string(),
  molecules: z.array(z.strictObject({ molecule: z.string().describe('as the catalogue names it') })),
  products: z.array(z.strictObject({ gtin })),
  coveredProducts: z
    .int()
    .nullable()
    .describe('products of the current catalogue that belong to it; null: no catalogue is published'),
  goneMolecules: z.array(z.string()).describe('members that no product of the current catalogue has'),
  goneProducts: z.array(gtin).describe('members that the current catalogue does not know'),
  version: z.int().describe('what If-Match takes'),
});

/** What a focus group can be put together from. */
export const focusGroupChoices = z.strictObject({
  molecules: z.array(z.strictObject({ molecule: z.string(), products: z.int() })),
  products: z.array(
    z.strictObject({
      gtin,
      pharmacode: z.string().nullable(),
      description: z.string(),
      manufacturer: z.string().nullable(),
      molecule: z.string().nullable(),
    }),
  ),
});

export type FocusGroup = z.infer<typeof focusGroup>;
export type FocusGroupChoices = z.infer<typeof focusGroupChoices>;
