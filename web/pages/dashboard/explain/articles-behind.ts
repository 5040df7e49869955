import type { ExplainedRows } from '../../../api/explanation.ts';
import { joinColumns } from '../products/column-options.ts';

/** What the product analysis has to show for a figure: its articles, their own part first, in a column to see. */
export function articlesBehind({
  query,
  reckoning,
}: Pick<ExplainedRows, 'query' | 'reckoning'>): Record<string, string[]> {
  const choices: Record<string, string[]> = {};
  for (const [key, value] of new URLSearchParams(query)) choices[key] = [...(choices[key] ?? []), value];
  const column = 'column' in reckoning ? reckoning.column : '';
  const shown = joinColumns([
    'alternative',
    'existing',
    'quantity',
    ...(column.startsWith('efPreis') ? (['exFactory'] as const) : []),
    ...(column.startsWith('pPreis') ? (['public'] as const) : []),
    ...(column === 'customersGain' ? (['gain'] as const) : []),
    ...(column === 'publicPriceDifference' ? (['publicDifference'] as const) : []),
    ...(column.startsWith('deductible') ? (['deductible'] as const) : []),
    ...(column.startsWith('distributionShare') ? (['distributionShare'] as const) : []),
  ]);
  // Said in full: an address that is silent takes what was chosen on the page before.
  return { ...choices, sortBy: [orders[column] ?? 'turnoverPotential'], columns: [shown] };
}

const orders: Record<string, string> = {
  qtySum1: 'qtySum',
  efPreisSum: 'efPreisSum',
  pPreisSum: 'pPreisSum',
  customersGain: 'customersGain',
  publicPriceDifference: 'publicPriceDifference',
  deductibleBefore: 'deductibleBefore',
  deductibleAfter: 'deductibleAfter',
  distributionShareBefore: 'distributionShareBefore',
  distributionShareAfter: 'distributionShareAfter',
};
