import * as z from 'zod/mini';
import { rowCount } from '#shared/figures.ts';
import { sortBy } from '#shared/parameters.ts';
import { aggregateColumns, groupList, groupTotals } from './aggregate.ts';
import type { ProductFilter } from './product-filter.ts';
import type { Parameters } from './provenance.ts';
import { defineList, defineView } from './view.ts';

const filters = { type: z._default(z.enum(['all', 'provider', 'provider_alternative']), 'all') };

export const atcTotals = defineView({
  subject: 'statistic',
  name: 'atc/totals',
  sql: 'v1/atc-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({ rowCount, ...aggregateColumns }),
  cardinality: 'one',
  signedInColumns: [],
  ...groupTotals('atc', ofType),
});

export const atc = defineList({
  subject: 'statistic',
  name: 'atc',
  sql: 'v1/atc.sql',
  parameters: z.strictObject({ ...filters, sortBy }),
  row: z.strictObject({ atcCategory: z.string(), ...aggregateColumns }),
  cardinality: 'many',
  key: 'atcCategory',
  totals: atcTotals,
  signedInColumns: [],
  ...groupList('atc', 'atcCategory', ofType),
});

function ofType({ type }: Parameters): ProductFilter {
  if (type === 'provider') return { behind: ['provider'] };
  if (type === 'provider_alternative') return { general: ['match'] };
  return {};
}
