import { z } from 'zod';
import { orderable, replaceable } from '../cart-rows.ts';

const { gtin, productDescription, exFactoryPrice: _, publicPrice: __, ...facts } = orderable.shape;

export const deliveryTypes = ['Barcode', 'TransferOrder'] as const;

const exact = z.string().describe('exactly: a whole number, or a fraction such as 12/7');
const instant = z.iso.datetime();
const packs = z.int().describe('selectedQuantity × multiplier, half up to whole packs');

/** A product of the provider, with what the customer buys of it and what is selected. */
const cartRow = z.strictObject({
  cartRowID: z.string().describe('its GTIN'),
  gtin,
  productDescription,
  warehouseProduct: z.strictObject({
    ExFactoryPrice: z.number().nullable().describe('CHF per pack, without VAT'),
    PublicPrice: z.number().nullable().describe('CHF per pack, with VAT'),
  }),
  selectedQuantity: z.number().describe("packs for the statistic's period; 0: not selected"),
  selectedExact: exact,
  packs,
  lineTotal: z.number().nullable().describe('CHF ex-factory of the packs; null without a price'),
  version: z.int().describe('what If-Match takes: the change that it is from, 0 while nothing is selected'),
  inCatalogue: z.boolean().describe('false: selected, and the catalogue does not know the product any more'),
  ...facts,
});

const sums = z.strictObject({
  rows: z.int().describe('rows with at least one pack'),
  packs: z.int(),
  exFactorySum: z.number().describe('CHF ex-factory; rows without a price count nothing'),
  withoutPrice: z.int().describe('rows among them without a price'),
});

export const cart = z.strictObject({
  cartKey: z.string(),
  own: z.boolean().describe("false: somebody else's, to look at"),
  ownerName: z.string(),
  mayOrder: z.boolean().describe('the caller may make orders of it, and read those that there are'),
  visible: z.boolean().describe('whether others who may open the dashboard see it'),
  quantityMultiplier: z.number(),
  multiplierExact: exact,
  signature: z
    .string()
    .nullable()
    .describe('data URL of a PNG, or "typed": the name typed and confirmed; null: not signed'),
  signatureName: z.string(),
  signedAt: instant.nullable(),
  catalogueRevision: z.int().describe('whose prices these are, for which it would be signed'),
  signatureVoid: z.boolean().describe('changed since it was signed: as it is now it counts as not signed'),
  signedOrder: z
    .int()
    .nullable()
    .describe('number of the newest order that was made with this signature, and stays signed'),
  wholesaler: z.int().nullable().describe('wholesalerID'),
  deliveryType: z.enum(deliveryTypes),
  deliveryDate: z.iso.date().nullable().describe('null: none chosen, which means in three days'),
  version: z.int().describe('number of the last change'),
  headerVersion: z.int().describe('what If-Match takes where the header is saved'),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  bezugsStatistik: z.strictObject({
    timeMonthFrom: z.int(),
    timeMonthTo: z.int(),
    timeYearFrom: z.int(),
    timeYearTo: z.int(),
    months: z.int().describe('duration'),
  }),
  rows: z.array(cartRow).describe('those that the filter leaves'),
  hidden: z.array(cartRow).describe('selected ones that it does not leave; they are ordered all the same'),
  sums: sums.describe('of all that is selected'),
  hiddenSums: sums.describe('of the hidden ones'),
});

/** What a change of one row leaves of it. */
const cartRowState = cartRow.pick({
  cartRowID: true,
  gtin: true,
  selectedQuantity: true,
  selectedExact: true,
  packs: true,
  version: true,
});

export const cartRowChange = z.strictObject({
  ...cartRowState.shape,
  cartVersion: z.int().describe('number of the last change of the cart'),
});

/** What became of quantities that were sent together. */
export const cartRowsChange = z.strictObject({
  cart,
  conflicts: z
    .array(z.strictObject({ theirs: cartRowState, yours: z.strictObject({ selectedQuantity: z.number() }) }))
    .describe('rows that somebody else has changed since: left as they are'),
  unknown: z
    .array(z.strictObject({ gtin: z.string(), message: z.string() }))
    .describe("products that the provider does not offer; why, in the reader's language"),
});

export const cartListed = z.strictObject({
  cartKey: z.string(),
  own: z.boolean(),
  ownerName: z.string(),
  visible: z.boolean(),
  selectedRows: z.int(),
  changedAt: instant,
});

/** An article behind a row. */
export const cartSubRow = replaceable;

const fieldValue = z.union([z.string(), z.boolean(), z.number()]).nullable();

export const cartChange = z.strictObject({
  change: z.int(),
  kind: z.enum(['row', 'bulk-update', 'bulk-deselect', 'header', 'undo', 'redo']),
  by: z.string().nullable().describe('name of the user; null: not any more'),
  at: instant,
  rows: z.array(z.strictObject({ gtin: z.string(), productDescription: z.string(), old: exact, new: exact })),
  rowCount: z.int().describe('rows changed, of which `rows` has the first hundred'),
  header: z.record(z.string(), z.tuple([fieldValue, fieldValue])).describe('old and new value by field'),
  of: z.int().nullable().describe('the change that it takes back or makes again'),
  state: z.enum(['done', 'undone', 'dropped']).nullable().describe('of changes that can be taken back'),
});

export type Cart = z.infer<typeof cart>;
export type CartRow = z.infer<typeof cartRow>;
export type CartRowState = z.infer<typeof cartRowState>;
export type CartRowsChange = z.infer<typeof cartRowsChange>;
export type CartRowChange = z.infer<typeof cartRowChange>;
export type CartListed = z.infer<typeof cartListed>;
export type CartSubRow = z.infer<typeof cartSubRow>;
export type CartChange = z.infer<typeof cartChange>;
