import * as z from 'zod/mini';
import { amount, rowCount } from '#shared/figures.ts';
import { choices, productTypes } from '#shared/parameters.ts';
import { aggregateColumns, aggregateFigures, groupCount, inAnyGroup, inGroup } from './aggregate.ts';
import { figure, sum } from './figure.ts';
import { both, sameFilter } from './product-filter.ts';
import { defineList, defineView } from './view.ts';

const groupField = z._default(z.enum(['molecule', 'atc', 'manufacturer']), 'molecule');
const filters = {
  groupField,
  general: choices(['match', 'available_match', 'sb20', 'stock_out', 'co']),
  type: choices(productTypes),
};
const orders = z.enum([
  'turnoverPotentialSum',
  'customersGainSum',
  'publicPriceDifferenceSum',
  'deductibleBeforeSum',
  'deductibleAfterSum',
  'distributionShareBeforeSum',
  'distributionShareAfterSum',
  'qtySum',
  'count',
  'efPreisSum',
  'pPreisSum',
]);
const groupingOf = (given: object) => z.object({ groupField }).parse(given).groupField;

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
  publicPriceDifferenceSum: amount.with(
    z.describe('CHF, public price with VAT of the articles less that of the alternatives'),
  ),
  deductibleBeforeSum: amount.with(
    z.describe('CHF that patients pay of the articles; unknown ones add nothing'),
  ),
  deductibleAfterSum: amount.with(z.describe('CHF that patients would pay of their alternatives')),
  distributionShareBeforeSum: amount.with(
    z.describe(
      'CHF that wholesaler and pharmacy have together of the articles at list prices; unknown ones add nothing',
    ),
  ),
  distributionShareAfterSum: amount.with(z.describe('CHF that they would have of their alternatives')),
};

const { turnoverPotential: turnoverPotentialSum, ...sums } = aggregateFigures;
const figures = {
  ...sums,
  turnoverPotentialSum,
  customersGainSum: figure('CHF', 'customersGain', sum('customersGain')),
  publicPriceDifferenceSum: figure('CHF', 'publicPriceDifference', sum('publicPriceDifference')),
  deductibleBeforeSum: figure('CHF', 'deductibleBefore', sum('deductibleBefore')),
  deductibleAfterSum: figure('CHF', 'deductibleAfter', sum('deductibleAfter')),
  distributionShareBeforeSum: figure('CHF', 'distributionShareBefore', sum('distributionShareBefore')),
  distributionShareAfterSum: figure('CHF', 'distributionShareAfter', sum('distributionShareAfter')),
};

const turnoverPotentialTotals = defineView({
  subject: 'statistic',
  name: 'turnover_potential/totals',
  sql: 'v1/turnover-potential-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...columns }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: {
    figures: (given) => ({ rowCount: groupCount(groupingOf(given)), ...figures }),
    rows: (given) => both(sameFilter(given), inAnyGroup(groupingOf(given))),
  },
  comparable: true,
});

export const turnoverPotentialView = defineList({
  subject: 'statistic',
  name: 'turnover_potential',
  sql: 'v1/turnover-potential.sql',
  parameters: z.strictObject({ ...filters, sortBy: z._default(orders, 'turnoverPotentialSum') }),
  row: z.strictObject({ name: z.string(), ...columns }),
  cardinality: 'many',
  key: 'name',
  totals: turnoverPotentialTotals,
  signedInColumns: [],
  provenance: {
    figures: () => figures,
    rows: (given, { name }) => both(sameFilter(given), inGroup(groupingOf(given), name)),
  },
  comparable: true,
});
