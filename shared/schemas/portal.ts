import { z } from 'zod';
import { text } from '../fields.ts';
import { build } from './health.ts';

export const portal = z.strictObject({
  /** Display name of the company whose products are offered. */
  providerName: z.string(),
  providerCompanies: z
    .array(z.string())
    .describe("manufacturers whose products are the provider's own, as the catalogue writes them"),
  deductibleRate: z.int().describe('the raised patient deductible in percent'),
  newStockoutDays: z.int(),
  firstYear: z.int().describe('first year that a statistic can be of'),
  contact: z.strictObject({ address: z.string(), phone: z.string(), email: z.string() }),
  demo: z.boolean(),
  staging: z
    .enum(['environment', 'restored'])
    .nullable()
    .describe(
      'why it is no portal of production, whose mails are not sent and whose orders are tests: STAGE says so, or it was restored and no administrator has said otherwise; null: it is one',
    ),
  build: build.optional().describe('what the process runs; for who is signed in'),
  hasUsers: z.boolean().describe('whether anybody can sign in'),
  hasReferenceData: z.boolean().describe('whether a catalogue is published'),
  hasStockoutList: z
    .boolean()
    .describe('whether a list of stock-outs is published; without one nothing is missing'),
});

export const headerImageFields = z.strictObject({ name: text().trim().min(1) });

/** An image that may head a customer's dashboard. */
export const headerImage = headerImageFields.extend({
  id: z.int(),
  statistics: z
    .int()
    .optional()
    .describe('that show it, those included that can still be restored; administrators get it'),
});

export type Portal = z.infer<typeof portal>;
export type HeaderImage = z.infer<typeof headerImage>;
export type AdminHeaderImage = HeaderImage & { statistics: number };
