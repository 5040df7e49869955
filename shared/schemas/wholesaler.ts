import { z } from 'zod';

/** A wholesaler: which of the provider's channels it serves, and whom to write to. */
export const wholesaler = z.strictObject({
  wholesalerID: z.int(),
  wholesalerName: z.string(),
  enabledForApo: z.boolean(),
  enabledForSd: z.boolean(),
  enabledForOnlineOrders: z.boolean(),
  conditionsContact: z.string(),
  transferOrderContact: z.string(),
  acquisitionStatisticContact: z
    .string()
    .describe("whom to ask for a customer's purchase statistic: free text"),
  minimumOrderValue: z.number().nullable().describe('CHF from which it takes an order; null: any'),
  freeDeliveryFrom: z
    .number()
    .nullable()
    .describe('CHF from which it delivers free of charge; null: unknown'),
  retired: z.boolean().describe('no longer offered; shown where something refers to it'),
  version: z.int().describe('what If-Match takes; retiring does not change it'),
});

export type Wholesaler = z.infer<typeof wholesaler>;
