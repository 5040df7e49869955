import { z } from 'zod';

/** What switches, as the view what_if takes it. */
export const whatIfChoice = z.strictObject({
  chosen: z.array(z.string()),
  share: z.string(),
  benchmark: z.int().nullable(),
});

export const scenario = z.strictObject({
  id: z.int(),
  name: z.string(),
  own: z.boolean(),
  ownerName: z.string(),
  visible: z.boolean().describe('others who open the dashboard see it'),
  choice: whatIfChoice,
  changed: z
    .boolean()
    .describe(
      'what it was reckoned of is other since it was kept: statistic, catalogue, companies of the provider, or what can be delivered where that decides',
    ),
  madeAt: z.iso.datetime({ offset: true }),
});

export type WhatIfChoice = z.infer<typeof whatIfChoice>;
export type Scenario = z.infer<typeof scenario>;
