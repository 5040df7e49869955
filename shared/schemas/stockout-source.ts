import { z } from 'zod';

/** A source of stock-out lists that administrators have named. */
export const stockoutSource = z.strictObject({
  id: z.int().describe('its template file has the key stockouts-wholesaler-<id>'),
  name: z.string(),
  endedOn: z.iso.date().nullable().describe('since when nobody asks it any more; null: it goes on'),
});

export type StockoutSource = z.infer<typeof stockoutSource>;
