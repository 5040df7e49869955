import { z } from 'zod';

/** How often a user is told by mail of what is new among the stock-outs, and of what. */
export const alerts = z.strictObject({
  frequency: z.enum(['off', 'daily', 'weekly']),
  replaceable: z.boolean().describe('what my customers buy went missing and our alternative is deliverable'),
  own: z.boolean().describe("the provider's own product went missing"),
  back: z.boolean().describe("a product of the provider's that replaces others is back"),
});

export type Alerts = z.infer<typeof alerts>;
