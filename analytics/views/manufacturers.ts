import { z } from 'zod';
import { aggregateFigures, rowCount } from './figures.ts';
import { choices, names, productTypes, sortBy } from './parameters.ts';
import { defineView } from './view.ts';

const filters = {
  general: choices(['match', 'sb20']),
  type: choices(productTypes),
  molecule: names(),
};

export const manufacturers = defineView({
  name: 'manufacturers',
  sql: 'v1/manufacturers.sql',
  parameters: z.strictObject({ ...filters, sortBy }),
  row: z.strictObject({ manufacturerName: z.string(), ...aggregateFigures }),
  cardinality: 'many',
  key: 'manufacturerName',
  signedInColumns: [],
});

export const manufacturersTotals = defineView({
  name: 'manufacturers/totals',
  sql: 'v1/manufacturers-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...aggregateFigures }),
  cardinality: 'one',
  signedInColumns: [],
});
