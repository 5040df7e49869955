import type { ParseKeys } from 'i18next';
import { duplicateProducts, duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { type ListQuestions, listQuestions } from '../explain/list-questions.ts';
import type { DuplicateChoice } from './duplicate-queries.ts';
import type { DuplicateRow } from './duplicate-sets.ts';

export interface DuplicateColumn {
  heading: ParseKeys<'lists'>;
  /** Wire names of the figure in the rows of the provider's products and of the competitors' articles. */
  provider: Figure | null;
  competitor: Figure;
  format: (value: number | null) => string;
}

/** Whose row it is. */
export type Side = 'provider' | 'competitor';

export type Figure = {
  [Name in keyof DuplicateRow]: DuplicateRow[Name] extends number | null ? Name : never;
}[keyof DuplicateRow];

/** The columns after the name. A provider's product has no potential. */
export const duplicateColumns: readonly DuplicateColumn[] = [
  { heading: 'column.qtySum', provider: 'qty2', competitor: 'qty1', format: formatCount },
  { heading: 'column.efPreis', provider: 'efPreis2', competitor: 'efPreis1', format: formatAmount },
  { heading: 'column.pPreis', provider: 'pPreis2', competitor: 'pPreis1', format: formatAmount },
  {
    heading: 'column.turnoverPotential',
    provider: null,
    competitor: 'turnoverPotential',
    format: formatAmount,
  },
];

/** What the figures are asked under a choice. */
export function duplicateQuestions(asked: DuplicateChoice & { find: string[] }): ListQuestions {
  return listQuestions({ list: duplicateProducts, totals: duplicateProductsTotals }, asked);
}
