import { expect, test } from 'vitest';
import { moved, rangeOf, type Selection, withinColumns } from '../../../web/components/tables/cell-range.ts';

const extent = { rows: 100, columns: 5, page: 10 };
const at = (row: number, column: number): Selection => ({
  anchor: { row, column },
  active: { row, column },
});
const press = (key: string, held: { shift?: boolean; control?: boolean } = {}) => ({
  key,
  shiftKey: held.shift ?? false,
  ctrlKey: held.control ?? false,
  metaKey: false,
});

test.each([
  ['ArrowDown', 51, 2],
  ['ArrowUp', 49, 2],
  ['ArrowRight', 50, 3],
  ['ArrowLeft', 50, 1],
  ['PageDown', 60, 2],
  ['PageUp', 40, 2],
  ['Home', 50, 0],
  ['End', 50, 4],
])('%s moves from the middle of a table to row %i, column %i', (key, row, column) => {
  expect(moved(at(50, 2), press(key), extent)).toEqual(at(row, column));
});

test.each([
  ['ArrowDown', 99, 2],
  ['ArrowUp', 0, 2],
  ['ArrowRight', 50, 4],
  ['ArrowLeft', 50, 0],
  ['Home', 0, 0],
  ['End', 99, 4],
])('Control and %s move to the edge', (key, row, column) => {
  expect(moved(at(50, 2), press(key, { control: true }), extent)).toEqual(at(row, column));
});

test('nothing moves out of the table', () => {
  expect(moved(at(0, 0), press('ArrowUp'), extent)).toEqual(at(0, 0));
  expect(moved(at(0, 0), press('ArrowLeft'), extent)).toEqual(at(0, 0));
  expect(moved(at(95, 4), press('PageDown'), extent)).toEqual(at(99, 4));
  expect(moved(at(95, 4), press('ArrowRight'), extent)).toEqual(at(95, 4));
});

test('Shift extends from where choosing began, in any direction', () => {
  const down = moved(at(5, 3), press('ArrowDown', { shift: true }), extent);
  const left = moved(down, press('ArrowLeft', { shift: true }), extent);
  expect(left).toEqual({ anchor: { row: 5, column: 3 }, active: { row: 6, column: 2 } });
  expect(rangeOf(left!)).toEqual({ top: 5, bottom: 6, left: 2, right: 3 });
});

test('Control+A takes every cell', () => {
  expect(rangeOf(moved(at(50, 2), press('a', { control: true }), extent)!)).toEqual({
    top: 0,
    bottom: 99,
    left: 0,
    right: 4,
  });
});

test('letters, Enter and an empty table select nothing', () => {
  expect(moved(at(1, 1), press('a'), extent)).toBeNull();
  expect(moved(at(1, 1), press('Enter'), extent)).toBeNull();
  expect(moved(null, press('ArrowDown'), { rows: 0, columns: 5, page: 1 })).toBeNull();
});

test('where columns go, cells beyond the last one that is left stand in it', () => {
  const selection = { anchor: { row: 7, column: 1 }, active: { row: 3, column: 4 } };
  expect(withinColumns(selection, 3)).toEqual({ ...selection, active: { row: 3, column: 2 } });
  expect(withinColumns(selection, 5)).toEqual(selection);
});
