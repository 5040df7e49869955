import * as z from 'zod/mini';
import { integer } from '#shared/figures.ts';
import { provenanceOf } from './provenance.ts';
import { defineView } from './view.ts';

/** Whose statistic it is and for which months (inclusive). */
const statisticHead = {
  customerName: z.nullable(z.string()),
  timeInformation: z.nullable(z.string()),
  timeMonthFrom: integer.with(z.describe('first month, 1 to 12')),
  timeYearFrom: integer.with(z.describe('its year')),
  timeMonthTo: integer.with(z.describe('last month, 1 to 12, included')),
  timeYearTo: integer.with(z.describe('its year')),
};

/** Its numbers, which are no figures. */
export const noFigures = { timeMonthFrom: null, timeYearFrom: null, timeMonthTo: null, timeYearTo: null };

export const shortSummary = defineView({
  subject: 'statistic',
  name: 'short-summary',
  sql: 'v1/short-summary.sql',
  parameters: z.strictObject({}),
  row: z.strictObject(statisticHead),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf(noFigures),
  comparable: false,
});
