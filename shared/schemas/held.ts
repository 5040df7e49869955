import { z } from 'zod';

/** What a restored portal does not do before an administrator says so. */
export const heldKinds = ['staging', 'links', 'feeds', 'publications', 'alerts'] as const;

export const held = z.strictObject({
  kind: z.enum(heldKinds),
  since: z.iso.datetime().describe('when the portal was restored'),
  count: z
    .int()
    .describe(
      'orders that were made as tests, links that are active, feeds, catalogues that wait for their day, or subscriptions',
    ),
  mails: z.int().describe('mails of alerts that were not sent yet when the backup was made'),
});

export type HeldKind = (typeof heldKinds)[number];
export type Held = z.infer<typeof held>;
