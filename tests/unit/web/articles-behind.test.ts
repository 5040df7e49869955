import { describe, expect, test } from 'vitest';
import { articlesBehind } from '../../../web/pages/dashboard/explain/articles-behind.ts';

describe('the way from a figure to its articles', () => {
  test('every choice of the query goes along', () => {
    const query = 'general=match&general=sb20&type=original&behind=pharma';
    expect(articlesBehind({ query, reckoning: { kind: 'count' } })).toEqual({
      general: ['match', 'sb20'],
      type: ['original'],
      behind: ['pharma'],
      sortBy: ['turnoverPotential'],
      columns: ['alternative.existing.quantity'],
    });
  });

  test('the column that is added up is shown and sorted by', () => {
    expect(articlesBehind({ query: '', reckoning: { kind: 'sum', column: 'efPreisSum' } })).toEqual({
      sortBy: ['efPreisSum'],
      columns: ['alternative.existing.quantity.exFactory'],
    });
    expect(articlesBehind({ query: '', reckoning: { kind: 'sum', column: 'pPreisSum' } })).toEqual({
      sortBy: ['pPreisSum'],
      columns: ['alternative.existing.quantity.public'],
    });
    for (const [column, option] of [
      ['customersGain', 'gain'],
      ['publicPriceDifference', 'publicDifference'],
      ['deductibleBefore', 'deductible'],
      ['deductibleAfter', 'deductible'],
      ['distributionShareBefore', 'distributionShare'],
      ['distributionShareAfter', 'distributionShare'],
    ] as const) {
      expect(articlesBehind({ query: '', reckoning: { kind: 'sum', column } })).toEqual({
        sortBy: [column],
        columns: [`alternative.existing.quantity.${option}`],
      });
    }
  });
});
