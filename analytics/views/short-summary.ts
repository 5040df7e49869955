import { z } from 'zod';
import { integer } from './figures.ts';
import { defineView } from './view.ts';

/** Whose statistic it is and for which months (inclusive). */
export const statisticHead = {
  customerName: z.string().nullable(),
  timeInformation: z.string().nullable(),
  timeMonthFrom: integer.describe('first month, 1 to 12'),
  timeYearFrom: integer.describe('its year'),
  timeMonthTo: integer.describe('last month, 1 to 12, included'),
  timeYearTo: integer.describe('its year'),
};

export const shortSummary = defineView({
  name: 'short-summary',
  sql: 'v1/short-summary.sql',
  parameters: z.strictObject({}),
  row: z.strictObject(statisticHead),
  cardinality: 'one',
  signedInColumns: [],
});
