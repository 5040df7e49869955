import { expect, test } from 'vitest';
import { openBlocks } from '../../../web/pages/dashboard/summary/use-open-blocks.ts';

test('turnover is open to begin with, quantity and count are closed', () => {
  expect([...openBlocks(null)]).toEqual(['turnover']);
});

test('the address says which blocks are open; what it does not know is passed over', () => {
  expect([...openBlocks('count,quantity,nonsense')]).toEqual(['quantity', 'count']);
  expect([...openBlocks('')]).toEqual([]);
});
