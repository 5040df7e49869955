import { readFileSync } from 'node:fs';
import {
  aggregateColumns,
  duplicateTotalColumns,
  listColumns,
  potentialColumns,
  productTotalColumns,
  summaryColumns,
  totalColumns,
} from './rival.ts';

/** One of the SQL files that both SQL rivals run. */
export function rivalSql(file: string): string {
  return readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8');
}

/** The questions that are written in SQL, by their name. */
export const sqlQuestions: Record<string, { file: string; columns: readonly string[] }> = {
  summary: { file: 'summary', columns: summaryColumns },
  atc: { file: 'atc', columns: aggregateColumns('atcCategory') },
  manufacturers: { file: 'manufacturers', columns: aggregateColumns('manufacturerName') },
  'manufacturers (match, generika, original, efPreisSum)': {
    file: 'manufacturers-filtered',
    columns: aggregateColumns('manufacturerName'),
  },
  molecule: { file: 'molecule', columns: aggregateColumns('moleculeName') },
  'atc/totals': { file: 'atc-totals', columns: totalColumns },
  'manufacturers/totals': { file: 'manufacturers-totals', columns: totalColumns },
  'molecule/totals': { file: 'molecule-totals', columns: totalColumns },
  'product/totals': { file: 'product-totals', columns: productTotalColumns },
  'duplicate_products/totals': { file: 'duplicate-products-totals', columns: duplicateTotalColumns },
  turnover_potential: { file: 'molecule', columns: potentialColumns('name') },
  'turnover_potential/totals': { file: 'molecule-totals', columns: potentialColumns('rowCount') },
  'list/molecules': { file: 'list-molecules', columns: listColumns },
  'list/manufacturers': { file: 'list-manufacturers', columns: listColumns },
};

export const notInSql =
  'rivals hold what figures are made from; names, badges, focus groups and customers they do not';
