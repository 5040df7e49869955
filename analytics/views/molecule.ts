import * as z from 'zod/mini';
import { rowCount } from '#shared/figures.ts';
import { atcCodes, choices, names, productTypes, sortBy } from '#shared/parameters.ts';
import { aggregateColumns, groupList, groupTotals } from './aggregate.ts';
import { defineList, defineView } from './view.ts';

const filters = {
  general: choices(['match', 'available_match', 'sb20', 'stock_out', 'co']),
  type: choices(productTypes),
  atc: atcCodes(),
  manufacturer: names(),
};

const moleculeTotals = defineView({
  subject: 'statistic',
  name: 'molecule/totals',
  sql: 'v1/molecule-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...aggregateColumns }),
  cardinality: 'one',
  signedInColumns: [],
  ...groupTotals('molecule'),
});

export const molecule = defineList({
  subject: 'statistic',
  name: 'molecule',
  sql: 'v1/molecule.sql',
  parameters: z.strictObject({ ...filters, sortBy }),
  row: z.strictObject({ moleculeName: z.string(), ...aggregateColumns }),
  cardinality: 'many',
  key: 'moleculeName',
  totals: moleculeTotals,
  signedInColumns: [],
  ...groupList('molecule', 'moleculeName'),
});
