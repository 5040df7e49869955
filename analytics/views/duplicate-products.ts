import * as z from 'zod/mini';
import { amount, integer, rowCount } from '#shared/figures.ts';
import { searched } from '#shared/parameters.ts';
import { duplicateFigures, duplicateTotalFigures } from './product-figures.ts';
import { provenanceOf } from './provenance.ts';
import { defineList, defineView } from './view.ts';

const price = z.nullable(amount);

export const duplicateProductsTotals = defineView({
  subject: 'statistic',
  name: 'duplicate_products/totals',
  sql: 'v1/duplicate-products-totals.sql',
  parameters: z.strictObject({ find: searched() }),
  row: z.strictObject({
    rowCount,
    sets: integer.with(z.describe('interchangeable sets with two or more articles')),
    articles: integer.with(z.describe("articles of those sets, the provider's included")),
    qty1: amount.with(z.describe("packs of competitors' articles")),
    qty2: amount.with(z.describe("packs of the provider's products, each counted once")),
    turnoverPotential: amount.with(z.describe('CHF, ex-factory price of the alternatives')),
  }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf(duplicateTotalFigures, ({ find }) => ({
    behind: ['duplicates'],
    setFind: find as string[],
  })),
  comparable: false,
});

export const duplicateProducts = defineList({
  subject: 'statistic',
  name: 'duplicate_products',
  sql: 'v1/duplicate-products.sql',
  parameters: z.strictObject({
    find: searched(),
    sortBy: z._default(z.enum(['alphabetical', 'turnoverPotential']), 'alphabetical'),
  }),
  row: z.strictObject({
    gtiN1: z.string().with(z.describe("the competitor's article")),
    gtiN2: z.string().with(z.describe("the provider's product")),
    description1: z.string(),
    description2: z.string(),
    qty1: amount.with(z.describe('packs')),
    qty2: amount.with(z.describe('packs')),
    efPreis1: price.with(z.describe('CHF per pack, ex-factory price without VAT')),
    efPreis2: price.with(z.describe('CHF per pack, ex-factory price without VAT')),
    pPreis1: price.with(z.describe('CHF per pack, public price with VAT')),
    pPreis2: price.with(z.describe('CHF per pack, public price with VAT')),
    turnoverPotential: price.with(
      z.describe('CHF, ex-factory price of the alternative; null where it has none'),
    ),
  }),
  cardinality: 'many',
  key: 'gtiN1',
  totals: duplicateProductsTotals,
  signedInColumns: [],
  provenance: provenanceOf(duplicateFigures, (_parameters, row) => ({ article: [String(row.gtiN1)] })),
  comparable: false,
});
