import { z } from 'zod';
import { aggregateFigures, rowCount } from './figures.ts';
import { atcCodes, choices, names, productTypes, sortBy } from './parameters.ts';
import { defineView } from './view.ts';

const filters = {
  general: choices(['match', 'available_match', 'sb20', 'stock_out', 'co']),
  type: choices(productTypes),
  atc: atcCodes(),
  manufacturer: names(),
};

export const molecule = defineView({
  name: 'molecule',
  sql: 'v1/molecule.sql',
  parameters: z.strictObject({ ...filters, sortBy }),
  row: z.strictObject({ moleculeName: z.string(), ...aggregateFigures }),
  cardinality: 'many',
  key: 'moleculeName',
  signedInColumns: [],
});

export const moleculeTotals = defineView({
  name: 'molecule/totals',
  sql: 'v1/molecule-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...aggregateFigures }),
  cardinality: 'one',
  signedInColumns: [],
});
