import { z } from 'zod';
import { aggregateFigures } from './figures.ts';
import { choices, names, productTypes, sortBy } from './parameters.ts';
import { defineView } from './view.ts';

export const manufacturers = defineView({
  name: 'manufacturers',
  sql: 'v1/manufacturers.sql',
  parameters: z.strictObject({
    general: choices(['match', 'sb20']),
    type: choices(productTypes),
    molecule: names(),
    sortBy,
  }),
  row: z.strictObject({ manufacturerName: z.string(), ...aggregateFigures }),
  cardinality: 'many',
  signedInColumns: [],
});
