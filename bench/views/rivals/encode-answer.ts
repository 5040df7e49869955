import { encodeArrow } from '#analytics/arrow.ts';
import type { Column } from '#analytics/columns.ts';

export function batch<Data extends Int32Array | Float64Array>(data: Data) {
  return { length: data.length, nullCount: 0, validity: null, data };
}

export function named(name: string, names: readonly string[], order: readonly number[]): Column {
  const values = order.map((at) => names[at]!);
  return { name, type: 'dictionary', values, batches: [batch(Int32Array.from(order.keys()))] };
}

export function integers(name: string, order: readonly number[], values: Int32Array): Column {
  return { name, type: 'int32', batches: [batch(Int32Array.from(order, (at) => values[at]!))] };
}

export function amounts(
  name: string,
  order: readonly number[],
  values: Float64Array,
  divisor: number,
): Column {
  return {
    name,
    type: 'float64',
    batches: [batch(Float64Array.from(order, (at) => values[at]! / divisor))],
  };
}

/** One row: whole numbers, then sums, of which the first `packs` are packs and the others centimes. */
export function row(
  columns: readonly string[],
  counts: readonly number[],
  sums: readonly number[],
  packs: number,
): Uint8Array {
  return encode(1, [
    ...counts.map((value, index) => integers(columns[index]!, [0], Int32Array.of(value))),
    ...sums.map((value, index) =>
      amounts(columns[counts.length + index]!, [0], Float64Array.of(value), index < packs ? 1 : 100),
    ),
  ]);
}

export function encode(rowCount: number, columns: Column[]): Uint8Array {
  return encodeArrow({ rowCount, columns }, {});
}
