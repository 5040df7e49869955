import { expect, test } from 'vitest';
import { copiedText } from '../../../../web/components/tables/copied-text.ts';
import type { ListColumn } from '../../../../web/components/tables/list-columns.ts';
import { findRows } from '../../../../web/pages/market/find-stockouts.ts';
import { itemsOf } from '../../../../web/pages/market/table/market-columns.ts';

const rows = [
  { gtin: '1', productName: 'Abc', hersteller1: 'Müller' },
  { gtin: '2', productName: 'Abc', hersteller1: 'Müller' },
  { gtin: '3', productName: '=Def', hersteller1: 'Zeta' },
];
type Row = (typeof rows)[number];
const keyOf = ({ gtin }: Row) => gtin;

test('a section begins where its rows do', () => {
  expect(itemsOf(rows, ({ hersteller1 }) => hersteller1)).toEqual([
    { kind: 'section', place: 0 },
    { kind: 'row', place: 0 },
    { kind: 'row', place: 1 },
    { kind: 'section', place: 2 },
    { kind: 'row', place: 2 },
  ]);
});

test('cells are copied with tabs; no text becomes a formula, a negative number stays one', () => {
  const columns: ListColumn<Row>[] = [
    { key: 'product', kind: 'name', heading: '', cell: () => null, copied: (row) => row.productName },
    { key: 'none', kind: 'text', heading: '', cell: () => null, copied: () => null },
    { key: 'figure', kind: 'figure', heading: '', cell: () => null, copied: () => '-1.50' },
  ];
  const selection = { anchor: { row: 1, column: 0 }, active: { row: 2, column: 2 } };
  expect(copiedText(columns, selection, (place) => rows[place]!)).toBe("Abc\t\t-1.50\n'=Def\t\t-1.50");
});

test('rows are found by all words, whatever their case and accents, in any of their names and numbers', () => {
  expect(findRows(rows, 'muller abc').map(keyOf)).toEqual(['1', '2']);
  expect(findRows(rows, ' 3 ').map(keyOf)).toEqual(['3']);
  expect(findRows(rows, 'muller zeta')).toEqual([]);
  expect(findRows(rows, '  ')).toBe(rows);
});
