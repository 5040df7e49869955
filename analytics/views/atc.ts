import { z } from 'zod';
import { aggregateFigures, rowCount } from './figures.ts';
import { sortBy } from './parameters.ts';
import { defineView } from './view.ts';

const filters = { type: z.enum(['all', 'provider', 'provider_alternative']).default('all') };

export const atc = defineView({
  name: 'atc',
  sql: 'v1/atc.sql',
  parameters: z.strictObject({ ...filters, sortBy }),
  row: z.strictObject({ atcCategory: z.string(), ...aggregateFigures }),
  cardinality: 'many',
  key: 'atcCategory',
  signedInColumns: [],
});

export const atcTotals = defineView({
  name: 'atc/totals',
  sql: 'v1/atc-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...aggregateFigures }),
  cardinality: 'one',
  signedInColumns: [],
});
