import { z } from 'zod';
import { amount, integer } from './figures.ts';
import { defineView } from './view.ts';

/** A choice of a filter, and what it is worth. */
const choice = z.strictObject({
  id: z.string().describe('what a filter takes'),
  name: z.string(),
  count: integer.describe('articles'),
  turnoverPotential: amount.describe('CHF, ex-factory price of the alternatives'),
});

const list = {
  parameters: z.strictObject({}),
  row: choice,
  cardinality: 'many',
  key: 'id',
  signedInColumns: [],
} as const;

export const listMolecules = defineView({
  ...list,
  name: 'list/molecules',
  sql: 'v1/list-molecules.sql',
});

export const listAtc = defineView({
  ...list,
  name: 'list/atc',
  sql: 'v1/list-atc.sql',
  context: ['language'],
});

export const listManufacturers = defineView({
  ...list,
  name: 'list/manufacturers',
  sql: 'v1/list-manufacturers.sql',
});

export const listFocusGroups = defineView({
  ...list,
  name: 'list/focusGroups',
  sql: 'v1/list-focus-groups.sql',
});
