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
