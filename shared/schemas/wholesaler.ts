import { z } from 'zod';
import { contact, writtenContact } from '../contact.ts';
import { text } from '../fields.ts';

const amount = z
  .number()
  .min(0)
  .max(9_999_999.99)
  .refine((chf) => Math.abs(chf * 100 - Math.round(chf * 100)) < 1e-6, 'must be in whole centimes')
  .nullable()
  .default(null);

/** What administrators say of a wholesaler: which of the provider's channels it serves, and whom to write to. */
export const wholesalerFields = z.strictObject({
  wholesalerName: text().trim().min(1),
  enabledForApo: z.boolean().default(false),
  enabledForSd: z.boolean().default(false),
  enabledForOnlineOrders: z.boolean().default(false),
  conditionsContact: contact(1000).default(''),
  transferOrderContact: writtenContact().default(''),
  acquisitionStatisticContact: contact(1000)
    .default('')
    .describe("whom to ask for a customer's purchase statistic: free text"),
  minimumOrderValue: amount.describe('CHF from which it takes an order; null: any'),
  freeDeliveryFrom: amount.describe('CHF from which it delivers free of charge; null: unknown'),
});

export const wholesaler = wholesalerFields.extend({
  wholesalerID: z.int(),
  retired: z.boolean().describe('no longer offered; shown where something refers to it'),
  version: z.int().describe('what If-Match takes; retiring does not change it'),
});

export type WholesalerFields = z.infer<typeof wholesalerFields>;
export type Wholesaler = z.infer<typeof wholesaler>;
