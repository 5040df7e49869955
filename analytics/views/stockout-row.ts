import * as z from 'zod/mini';
import { amount, integer } from '#shared/figures.ts';
import { groupings } from '#shared/groupings.ts';

const text = z.nullable(z.string());
const date = text.with(z.describe('YYYY-MM-DD'));
const flag = z.boolean();
const flagOfAlternative = z.nullable(z.boolean()).with(z.describe('null without alternative'));

/** Columns of a row that tell of the statistic that stands for the market. */
export const stockoutAmounts = ['qty', 'turnoverPotential'] as const;

/** A product that is missing and not the provider's (fields ending in 1), with an alternative (fields ending in 2). */
export const stockoutRow = {
  gtin: z.string(),
  pharmacode1: text,
  productName: z.string(),
  hersteller1: text.with(z.describe('manufacturer')),
  alternativeGTIN: text,
  pharmacode2: text,
  alternativeProductName: text,
  manufacturer2: text.with(z.describe('manufacturer of the alternative')),
  qty: z.nullable(amount).with(z.describe('packs of the feeding statistic; null while there is none')),
  turnoverPotential: z
    .nullable(amount)
    .with(
      z.describe(
        'CHF: qty × packFactor × efPreis2; 0 without alternative; null without a feeding statistic or a price',
      ),
    ),
  packFactor: z
    .nullable(amount)
    .with(z.describe('packs of the alternative per pack; null without alternative')),
  efPreis2: z
    .nullable(amount)
    .with(z.describe('CHF per pack of the alternative, ex-factory price without VAT')),
  deliverability1: text.with(z.describe('expected delivery: a date or words')),
  deliverability2: text.with(z.describe('expected delivery while not deliverable: a date or words')),
  deliverabilityWeek1: flag.with(z.describe('deliverability1 is a date that stands for its calendar week')),
  deliverabilityWeek2: flag.with(z.describe('deliverability2 is a date that stands for its calendar week')),
  deliverabilityStatus1: text,
  deliverabilityStatus2: text,
  deliverabilityUpdate1: date,
  deliverabilityUpdate2: date,
  deliverabilityReportingDate1: date,
  deliverabilityReportingDate2: date,
  deliverabilityComment2: text,
  coMarketing: flagOfAlternative.with(
    z.describe('of the alternative, as its badge says; null without alternative'),
  ),
  coMarketing1: flag.with(z.describe('of the product, which the filter co asks for')),
  backInStockDate: date.with(
    z.describe('YYYY-MM-DD: of the alternative, while no more than four months ago'),
  ),
  backInStock2: flag.with(z.describe('the alternative has been back in stock for no more than four months')),
  stockOut2: flagOfAlternative.with(z.describe('not deliverable; null without alternative')),
  sB20: flag,
  newStockout1: flag.with(
    z.describe('no source has said for longer than the configured days that it is missing'),
  ),
  newStockout2: flag,
  reportedOn1: z.string().with(z.describe('YYYY-MM-DD: the earliest report since the day asked for')),
  knownSinceAtLeast1: flag.with(
    z.describe('that report is of the first list of its source: missing since then at least'),
  ),
  missingSince1: z
    .string()
    .with(z.describe('YYYY-MM-DD: the earliest open report, also one before the day asked for')),
  moves1: integer.with(z.describe('times that the expected delivery changed')),
  movedDays1: z
    .nullable(integer)
    .with(z.describe('days from the first to the last expected delivery; null: not dates')),
  listDate1: date.with(z.describe('YYYY-MM-DD: the last list of the source that says so')),
  discontinued1: flag.with(z.describe('a source that says it is missing says that it will not come back')),
  sources1: integer.with(z.describe('sources that say it is missing')),
  sourcesDisagree1: flag.with(z.describe('sources expect different deliveries, or one says that it is back')),
  ...groupings.molecule.columns,
  ...groupings.atc.columns,
  origin: z.enum(['original', 'generic', 'other']),
};
