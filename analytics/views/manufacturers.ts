import * as z from 'zod/mini';
import { rowCount } from '#shared/figures.ts';
import { choices, names, productTypes, sortBy } from '#shared/parameters.ts';
import { aggregateColumns, groupList, groupTotals } from './aggregate.ts';
import { defineList, defineView } from './view.ts';

const filters = {
  general: choices(['match', 'sb20']),
  type: choices(productTypes),
  molecule: names(),
};

export const manufacturersTotals = defineView({
  subject: 'statistic',
  name: 'manufacturers/totals',
  sql: 'v1/manufacturers-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...aggregateColumns }),
  cardinality: 'one',
  signedInColumns: [],
  ...groupTotals('manufacturer'),
});

export const manufacturers = defineList({
  subject: 'statistic',
  name: 'manufacturers',
  sql: 'v1/manufacturers.sql',
  parameters: z.strictObject({ ...filters, sortBy }),
  row: z.strictObject({ manufacturerName: z.string(), ...aggregateColumns }),
  cardinality: 'many',
  key: 'manufacturerName',
  totals: manufacturersTotals,
  signedInColumns: [],
  ...groupList('manufacturer', 'manufacturerName'),
});
