import { z } from 'zod';
import { aggregateFigures, rowCount } from './figures.ts';
import { defineView } from './view.ts';

const parameters = z.strictObject({
  groupField: z.enum(['molecule', 'atc', 'manufacturer']).default('molecule'),
});

const { count, qtySum, efPreisSum, pPreisSum, turnoverPotential } = aggregateFigures;
const figures = { qtySum, count, efPreisSum, pPreisSum, turnoverPotentialSum: turnoverPotential };

export const turnoverPotentialView = defineView({
  name: 'turnover_potential',
  sql: 'v1/turnover-potential.sql',
  parameters,
  row: z.strictObject({ name: z.string(), ...figures }),
  cardinality: 'many',
  key: 'name',
  signedInColumns: [],
});

export const turnoverPotentialTotals = defineView({
  name: 'turnover_potential/totals',
  sql: 'v1/turnover-potential-totals.sql',
  parameters,
  row: z.strictObject({ rowCount, ...figures }),
  cardinality: 'one',
  signedInColumns: [],
});
