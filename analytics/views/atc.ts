import { z } from 'zod';
import { aggregateFigures } from './figures.ts';
import { sortBy } from './parameters.ts';
import { defineView } from './view.ts';

export const atc = defineView({
  name: 'atc',
  sql: 'v1/atc.sql',
  parameters: z.strictObject({
    type: z.enum(['all', 'provider', 'provider_alternative']).default('all'),
    sortBy,
  }),
  row: z.strictObject({ atcCategory: z.string(), ...aggregateFigures }),
  cardinality: 'many',
  signedInColumns: [],
});
