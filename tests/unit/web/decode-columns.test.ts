import { Dictionary, Float64, Int32, Int64, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { expect, test } from 'vitest';
import { decodeColumns } from '../../../web/api/arrow.ts';

test('an Arrow stream becomes rows with plain numbers, texts and nulls', () => {
  const table = new Table({
    manufacturerName: vectorFromArray(['Zeta', 'Alpha', 'Zeta'], new Dictionary(new Utf8(), new Int32())),
    efPreisSum: vectorFromArray([1.5, null, 2.25], new Float64()),
    count: vectorFromArray([1n, 2n, 3n], new Int64()),
  });
  expect(decodeColumns(tableToIPC(table, 'stream')).rows()).toEqual([
    { manufacturerName: 'Zeta', efPreisSum: 1.5, count: 1 },
    { manufacturerName: 'Alpha', efPreisSum: null, count: 2 },
    { manufacturerName: 'Zeta', efPreisSum: 2.25, count: 3 },
  ]);
});

test('rows of which each cell is read on sight are those that are read at once, spread and listed too', () => {
  const table = new Table({
    gtin: vectorFromArray(['7680123450014', '7680123450021'], new Utf8()),
    qty: vectorFromArray([3, null], new Float64()),
  });
  const columns = decodeColumns<{ gtin: string; qty: number | null }>(tableToIPC(table, 'stream'));
  const [first, second] = columns.seenRows();
  expect([first!.gtin, first!.qty, second!.gtin, second!.qty]).toEqual([
    '7680123450014',
    3,
    '7680123450021',
    null,
  ]);
  expect(columns.seenRows().map((row) => ({ ...row }))).toEqual(columns.rows());
  expect(JSON.stringify(columns.seenRows())).toBe(JSON.stringify(columns.rows()));
  expect(Object.keys(first!)).toEqual(['gtin', 'qty']);
  expect('qty' in first! && !('turnover' in first!)).toBe(true);
  expect((first as Record<string, unknown>).turnover).toBeUndefined();
  expect(columns.seenRows()).toBe(columns.seenRows());
});
