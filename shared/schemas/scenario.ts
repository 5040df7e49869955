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
  changed: z.boolean().describe('the statistic or the catalogue is another one since it was kept'),
  madeAt: z.iso.datetime({ offset: true }),
});

export type WhatIfChoice = z.infer<typeof whatIfChoice>;
export type Scenario = z.infer<typeof scenario>;
