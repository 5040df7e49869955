import { z } from 'zod';

const number = z.number().nullable();

/** Months 1 to 12, inclusive; `months` counts them. */
const period = z.strictObject({
  directLinkId: z.string(),
  timeMonthFrom: z.int(),
  timeYearFrom: z.int(),
  timeMonthTo: z.int(),
  timeYearTo: z.int(),
  months: z.int(),
});

/** A figure in both statistics; a row that one of them lacks has 0 there. */
const figure = z.strictObject({
  name: z.string().nullable().describe('null in a view of one row'),
  figure: z.string(),
  value: number,
  other: number,
  change: number.describe('value − other; percentage points for a percentage'),
  changePercent: number.describe('percent of the other where that is above 0; none for percentages'),
  shareOfChange: number.describe('percent of the change of all rows together'),
  perMonth: z.boolean().describe('per month, because the periods differ in length'),
});

/** A view of two statistics side by side. */
export const comparison = z.strictObject({
  view: z.string(),
  sql: z.strictObject({ file: z.string(), version: z.string() }),
  statistic: period,
  other: period,
  rows: z.array(figure),
});

export type ComparedPeriod = Omit<z.infer<typeof period>, 'directLinkId'>;
export type ComparedFigure = z.infer<typeof figure>;
export type Comparison = z.infer<typeof comparison>;
