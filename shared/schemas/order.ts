import { z } from 'zod';
import { deliveryTypes } from './cart.ts';

const exact = z.string().describe('exactly: a whole number, or a fraction such as 12/7');

/** Files of an order. */
export const orderFileKinds = ['pdf', 'excel', 'barcode-excel', 'csv'] as const;

/** What is ordered, as it was then; what its hash is of. */
const orderContent = z.strictObject({
  format: z.literal(1),
  cartKey: z.string(),
  statistic: z.strictObject({
    bezugsStatistikID: z.int(),
    revision: z.int(),
    customerName: z.string().nullable(),
    customerExternalId: z.string().nullable(),
    customerAddress: z
      .string()
      .nullable()
      .optional()
      .describe('absent in orders that were made before it was kept'),
    salesRepresentative: z.string(),
    timeMonthFrom: z.int(),
    timeYearFrom: z.int(),
    timeMonthTo: z.int(),
    timeYearTo: z.int(),
    months: z.int(),
  }),
  catalogue: z.strictObject({ revision: z.int(), priceDate: z.iso.date() }),
  multiplier: exact,
  wholesaler: z.strictObject({ wholesalerID: z.int(), wholesalerName: z.string() }).nullable(),
  deliveryType: z.enum(deliveryTypes),
  deliveryDate: z.iso.date(),
  signature: z
    .strictObject({
      name: z.string(),
      signedAt: z.iso.datetime(),
      imageSha256: z.string().nullable().describe('hex; null: the name typed and confirmed'),
    })
    .nullable()
    .describe('null: not signed, or changed since'),
  rows: z.array(
    z.strictObject({
      gtin: z.string(),
      pharmacode: z.string().nullable(),
      productDescription: z.string(),
      pack: z.string().nullable(),
      manufacturer: z.string().nullable(),
      selectedExact: exact,
      packs: z.int(),
      exFactoryPrice: z.number().nullable().describe('CHF per pack, without VAT'),
      lineTotal: z.number().nullable().describe('CHF'),
      late: z
        .strictObject({
          expected: z.string().nullable().describe('a date or words; null: nobody knows'),
          week: z.literal(true).optional().describe('it is a date that stands for its calendar week'),
        })
        .optional()
        .describe('not deliverable by the delivery date, as it was known then; absent: deliverable'),
    }),
  ),
  sums: z.strictObject({
    rows: z.int(),
    packs: z.int(),
    exFactorySum: z.number(),
    withoutPrice: z.int(),
  }),
  test: z
    .literal(true)
    .optional()
    .describe('made in a staging portal: it counts for nothing; absent: it does'),
  again: z
    .int()
    .optional()
    .describe('how often the same had been sent before another version was; absent: never'),
});

/** A version of a cart that was handed out. */
export const orderListed = z.strictObject({
  order: z.int().describe('order number'),
  cartKey: z.string(),
  version: z.int().describe('of this cart, from 1'),
  madeAt: z.iso.datetime(),
  madeBy: z.string().nullable().describe('name of the user; null: not any more'),
  ownerName: z.string().nullable(),
  customerName: z.string().nullable(),
  wholesalerName: z.string().nullable(),
  sha256: z.string().describe('of the content, hex'),
  signed: z.boolean(),
  cartChanged: z
    .boolean()
    .describe('signed, and the cart has changed since: the order stays signed, the cart as it is now is not'),
  rows: z.int(),
  packs: z.int(),
  exFactorySum: z.number().nullable().describe('CHF ex-factory; null: no row has a price'),
  difference: z
    .number()
    .nullable()
    .describe('CHF, to the version before; null: the first, or one of the two has no price'),
  files: z.array(z.enum(orderFileKinds)).describe('made already, and kept'),
  sentTo: z.array(z.string()).describe('addresses that it was sent to'),
  sendingTo: z.array(z.string()).describe('addresses that it is on its way to'),
  mails: z
    .array(
      z.strictObject({
        to: z.string(),
        askedAt: z.iso.datetime(),
        attempts: z.int().describe('tries so far, the one that succeeded among them'),
        sentAt: z.iso
          .datetime()
          .nullable()
          .describe('when the mail server took it; null: on its way, unknown or refused'),
        nextAttemptAt: z.iso
          .datetime()
          .nullable()
          .describe('when it is tried again; null: not by itself. All three null: refused for good'),
        unknownAt: z.iso
          .datetime()
          .nullable()
          .describe('when it was handed over without word from the mail server; null: nothing is unknown'),
      }),
    )
    .describe('how far the mails to these addresses are, in the order in which they were asked for'),
});

export const order = z.strictObject({ ...orderListed.shape, content: orderContent });

/** Why an order can't be sent by mail. */
export const orderMailObstacles = [
  'order_of_production',
  'order_is_test',
  'order_not_for_wholesaler',
  'order_no_wholesaler',
  'order_wholesaler_retired',
  'order_no_mail_address',
] as const;

/** The mail that an order would be sent with. */
export const orderMailPreview = z.strictObject({
  obstacle: z.enum(orderMailObstacles).nullable().describe('null: it can be sent'),
  message: z.string().nullable().describe("what to do about the obstacle, in the reader's language"),
  contact: z.string().nullable().describe("the wholesaler's contact as it is written down"),
  to: z.string().nullable(),
  cc: z.string(),
  subject: z.string(),
  text: z.string(),
  files: z.array(z.strictObject({ kind: z.enum(orderFileKinds), name: z.string() })),
  signed: z.boolean(),
});

export type OrderMailPreview = z.infer<typeof orderMailPreview>;
export type OrderContent = z.infer<typeof orderContent>;
export type OrderListed = z.infer<typeof orderListed>;
export type Order = z.infer<typeof order>;
