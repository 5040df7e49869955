import { z } from 'zod';

const portfolioProposalRow = z.strictObject({
  gtin: z.string(),
  description: z.string(),
  manufacturer: z.string(),
  packSize: z.number(),
  unit: z.string(),
  form: z.string(),
  strength: z.string(),
  exFactoryPrice: z.number().nullable().describe('CHF'),
  alternativeGtin: z.string(),
  alternativeDescription: z.string(),
  alternativePackSize: z.number(),
  alternativeForm: z.string(),
  alternativeExFactoryPrice: z.number().nullable().describe('CHF'),
  rank: z.int(),
  inPortfolio: z.boolean().describe('the portfolio in force has it already'),
  decision: z
    .strictObject({
      decision: z.enum(['accepted', 'refused']),
      alternativeGtin: z.string(),
      rank: z.int(),
    })
    .nullable(),
});

export const portfolioProposalPage = z.strictObject({
  counts: z.strictObject({
    open: z.int(),
    accepted: z.int(),
    refused: z.int(),
    inPortfolio: z.int(),
  }),
  total: z.int(),
  bulk: z
    .strictObject({
      decision: z.enum(['accepted', 'refused', 'open']),
      standing: z.int().describe('of which nothing else was decided since'),
      decidedAt: z.iso.datetime(),
    })
    .nullable()
    .describe('the newest decision of many at once, as far as it can be undone'),
  rows: z.array(portfolioProposalRow),
});

export const takenOver = z.strictObject({
  versionId: z.int().describe('the new version of the template file portfolio'),
  added: z.int(),
  rows: z.int(),
});

export type PortfolioProposalRow = z.infer<typeof portfolioProposalRow>;
export type PortfolioProposalPage = z.infer<typeof portfolioProposalPage>;
export type TakenOver = z.infer<typeof takenOver>;
