import * as z from 'zod/mini';
import { amount, rowCount } from '#shared/figures.ts';
import { aggregateColumns, aggregateFigures, groupCount, inAnyGroup, inGroup } from './aggregate.ts';
import { figure, sum } from './figure.ts';
import { defineList, defineView } from './view.ts';

const groupField = z._default(z.enum(['molecule', 'atc', 'manufacturer']), 'molecule');
const parameters = z.strictObject({ groupField });
const groupingOf = (given: object) => parameters.parse(given).groupField;

const { count, qtySum, efPreisSum, pPreisSum, turnoverPotential } = aggregateColumns;
const columns = {
  qtySum,
  count,
  efPreisSum,
  pPreisSum,
  turnoverPotentialSum: turnoverPotential,
  customersGainSum: amount.with(
    z.describe('CHF, ex-factory price of the articles less that of the alternatives'),
  ),
};

const { turnoverPotential: turnoverPotentialSum, ...sums } = aggregateFigures;
const customersGainSum = figure('CHF', 'customersGain', sum('customersGain'));
const figures = { ...sums, turnoverPotentialSum, customersGainSum };

export const turnoverPotentialTotals = defineView({
  subject: 'statistic',
  name: 'turnover_potential/totals',
  sql: 'v1/turnover-potential-totals.sql',
  parameters,
  row: z.strictObject({ rowCount, ...columns }),
  cardinality: 'one',
  signedInColumns: [],
  explanation: {
    figures: (given) => ({ rowCount: groupCount(groupingOf(given)), ...figures }),
    rows: (given) => inAnyGroup(groupingOf(given)),
  },
  comparable: true,
});

export const turnoverPotentialView = defineList({
  subject: 'statistic',
  name: 'turnover_potential',
  sql: 'v1/turnover-potential.sql',
  parameters,
  row: z.strictObject({ name: z.string(), ...columns }),
  cardinality: 'many',
  key: 'name',
  totals: turnoverPotentialTotals,
  signedInColumns: [],
  explanation: {
    figures: () => figures,
    rows: (given, { name }) => inGroup(groupingOf(given), name),
  },
  comparable: true,
});
