import { readFileSync } from 'node:fs';
import { duplicateProducts } from '#analytics/views/duplicate-products.ts';
import { shortSummary } from '#analytics/views/short-summary.ts';
import {
  aggregateColumns,
  duplicateTotalColumns,
  listColumns,
  potentialColumns,
  productColumns,
  productTotalColumns,
  summaryColumns,
  totalColumns,
} from './rival.ts';
import type { RivalDetails } from './rival-details.ts';

/** One of the SQL files that both SQL rivals run; `names` stand for what it has in braces. */
export function rivalSql(file: string, names: Record<string, string> = {}): string {
  return filledIn(new URL(`./sql/${file}.sql`, import.meta.url), names);
}

/** The SQL of a file; `names` stand for what it has in braces. */
export function filledIn(file: URL, names: Record<string, string>): string {
  const sql = readFileSync(file, 'utf8');
  return sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name]!);
}

const atc = { group: 'atc_group' };
const manufacturer = { group: 'manufacturer_id', names: 'manufacturers' };
const molecule = { group: 'molecule_id', names: 'molecules' };
const byPotential = { filter: 'true', sum: 'turnover_potential' };
const replaceableByTurnover = {
  filter: "alternative_id is not null and origin in ('generic', 'original')",
  sum: 'ex_factory_sum',
};

/** The questions that are written in SQL, by their name. */
export function sqlQuestions({
  newSince,
  backSince,
}: RivalDetails): Record<string, { sql: string; columns: readonly string[] }> {
  return {
    'short-summary': { sql: rivalSql('short-summary'), columns: Object.keys(shortSummary.row.shape) },
    'product (500)': {
      sql: rivalSql('product', { newSince, backSince, limit: 'limit 500' }),
      columns: productColumns,
    },
    product: { sql: rivalSql('product', { newSince, backSince, limit: '' }), columns: productColumns },
    duplicate_products: {
      sql: rivalSql('duplicate-products'),
      columns: Object.keys(duplicateProducts.row.shape),
    },
    'list/atc': { sql: rivalSql('list-atc'), columns: listColumns },
    summary: { sql: rivalSql('summary'), columns: summaryColumns },
    atc: { sql: rivalSql('atc'), columns: aggregateColumns('atcCategory') },
    manufacturers: {
      sql: rivalSql('groups', { ...manufacturer, ...byPotential }),
      columns: aggregateColumns('manufacturerName'),
    },
    'manufacturers (match, generika, original, efPreisSum)': {
      sql: rivalSql('groups', { ...manufacturer, ...replaceableByTurnover }),
      columns: aggregateColumns('manufacturerName'),
    },
    molecule: {
      sql: rivalSql('groups', { ...molecule, ...byPotential }),
      columns: aggregateColumns('moleculeName'),
    },
    'atc/totals': { sql: rivalSql('group-totals', atc), columns: totalColumns },
    'manufacturers/totals': { sql: rivalSql('group-totals', manufacturer), columns: totalColumns },
    'molecule/totals': { sql: rivalSql('group-totals', molecule), columns: totalColumns },
    'product/totals': { sql: rivalSql('product-totals'), columns: productTotalColumns },
    'duplicate_products/totals': {
      sql: rivalSql('duplicate-products-totals'),
      columns: duplicateTotalColumns,
    },
    turnover_potential: {
      sql: rivalSql('groups', { ...molecule, ...byPotential }),
      columns: potentialColumns('name'),
    },
    'turnover_potential/totals': {
      sql: rivalSql('group-totals', molecule),
      columns: potentialColumns('rowCount'),
    },
    'list/molecules': { sql: rivalSql('list', molecule), columns: listColumns },
    'list/manufacturers': { sql: rivalSql('list', manufacturer), columns: listColumns },
  };
}

export const notInSql = 'there are no focus groups in the generated world';
