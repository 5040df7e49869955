import * as z from 'zod/mini';
import { amount, integer } from '#shared/figures.ts';
import { aggregateFigures, inGroup } from './aggregate.ts';
import type { ProductFilter } from './product-filter.ts';
import { provenanceOf } from './provenance.ts';
import { defineList } from './view.ts';

/** A choice of a filter, and what it is worth. */
const choice = z.strictObject({
  id: z.string().with(z.describe('what a filter takes')),
  name: z.string(),
  count: integer.with(z.describe('articles')),
  turnoverPotential: amount.with(z.describe('CHF, ex-factory price of the alternatives')),
});

const { count, turnoverPotential } = aggregateFigures;

const list = {
  subject: 'statistic',
  parameters: z.strictObject({}),
  row: choice,
  cardinality: 'many',
  key: 'id',
  totals: null,
  signedInColumns: [],
  comparable: false,
} as const;

/** `rows`: the articles of a choice, by its id. */
function worth(rows: (id: unknown) => ProductFilter) {
  return provenanceOf({ count, turnoverPotential }, (_parameters, { id }) => rows(id));
}

export const listMolecules = defineList({
  ...list,
  name: 'list/molecules',
  sql: 'v1/list-molecules.sql',
  provenance: worth((id) => inGroup('molecule', id)),
});

export const listAtc = defineList({
  ...list,
  name: 'list/atc',
  sql: 'v1/list-atc.sql',
  provenance: worth((id) => inGroup('atc', id)),
  context: ['language'],
});

export const listManufacturers = defineList({
  ...list,
  name: 'list/manufacturers',
  sql: 'v1/list-manufacturers.sql',
  provenance: worth((id) => inGroup('manufacturer', id)),
});

export const listFocusGroups = defineList({
  ...list,
  name: 'list/focusGroups',
  sql: 'v1/list-focus-groups.sql',
  provenance: worth((id) => ({ focusGroup: [String(id)] })),
});
