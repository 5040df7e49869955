import { z } from 'zod';
import { statistic } from './statistic.ts';

/** Who may see amounts reckoned from the statistic that stands for the market. */
export const feedingAudience = z
  .enum(['everybody', 'signedIn', 'statistic'])
  .describe('statistic: those who may see all of that statistic; administrators always may');

/** What has become of the statistic whose quantities stand for the market; signed-in users get its number, administrators all. */
export const feedingChoice = z.strictObject({
  key: z.literal('STOCKOUT_BEZUGS_STATISTIK_ID'),
  value: z.int().nullable().optional().describe('bezugsStatistikID; null: none is chosen'),
  state: z
    .enum(['none', 'usable', 'disabled', 'deleted'])
    .describe('unless it is usable the market has no quantities'),
  statistic: statistic.nullable().optional().describe('null: none is chosen, or it was deleted for good'),
  audience: feedingAudience.nullable().optional().describe('null likewise'),
  chosenAt: z.iso.datetime().nullable().optional(),
  chosenBy: z.string().nullable().optional().describe('name; null: nobody knows'),
});

/** What a statistic says of the market. Packs; CHF, ex-factory price of the alternatives. */
const feedingFigures = z.strictObject({
  products: z.int().describe('products of the catalogue that it contains'),
  packs: z.number().describe('packs of these'),
  turnoverPotential: z.number().describe('CHF; what their alternatives would bring'),
  missingProducts: z.int().describe("those of others than the provider that can't be delivered now"),
  missingPacks: z.number().describe('packs of these'),
  missingPotential: z.number().describe('CHF; what their alternatives would bring'),
});

/** What would change with another choice. */
export const feedingPreview = z.strictObject({
  present: feedingFigures.nullable().describe('null: nothing feeds the market now'),
  candidate: feedingFigures,
  version: z.int().describe('of the choice that counts now; choosing is based on it'),
  statistic: statistic.describe('the candidate'),
  audience: feedingAudience.describe('whose its amounts are, or would be unless another one is chosen'),
});

export type FeedingAudience = z.infer<typeof feedingAudience>;
export type FeedingChoice = z.infer<typeof feedingChoice>;
export type FeedingFigures = z.infer<typeof feedingFigures>;
export type FeedingPreview = z.infer<typeof feedingPreview>;
