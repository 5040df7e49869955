import type { DuckDBResult } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** A column of a result, taken from DuckDB's vectors batch by batch in Arrow's layout. */
export type Column = { name: string } & (
  | { type: 'int32'; batches: Batch<Int32Array>[] }
  | { type: 'float64'; batches: Batch<Float64Array>[] }
  /** One bit per value, least significant first. */
  | { type: 'bool'; batches: Batch<Uint8Array>[] }
  | { type: 'utf8'; batches: Utf8Batch[] }
  /** `values` has only values that occur; the batches index into it. */
  | { type: 'dictionary'; values: string[]; batches: Batch<Int32Array>[] }
);

/** `validity`: one bit per value, null when all are valid. Bytes of missing values are zero. */
export type Batch<Data> = { length: number; nullCount: number; validity: Uint8Array | null; data: Data };
export type Utf8Batch = Batch<Uint8Array> & { offsets: Int32Array };

export type Columns = { rowCount: number; columns: Column[] };

/** Type ids of DuckDB's C interface. */
const typeIds = { boolean: 1, integer: 4, double: 11, varchar: 17, enum: 23 } as const;

/** Limits of a result. */
export type Bound = { rows: number; bytes: number };

/** A result exceeds its limit of rows or bytes. */
export class ResultTooLargeError extends Error {
  override name = 'ResultTooLargeError';
}

const UNBOUND: Bound = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/**
 * Copies a result out of DuckDB, streamed or materialised, chunk by chunk. Throws for column types that views must not
 * return (cast in the outermost SELECT). @throws {ResultTooLargeError} as soon as `bound` is exceeded
 */
export async function readColumns(result: DuckDBResult, bound = UNBOUND): Promise<Columns> {
  const columns = Array.from({ length: result.columnCount }, (_, index) => gathered(result, index));
  let rowCount = 0;
  let bytes = 0;
  for (;;) {
    const fetched = await result.fetchChunk();
    if (!fetched || fetched.rowCount === 0) break;
    rowCount += fetched.rowCount;
    for (const [index, column] of columns.entries())
      bytes += column.add(duckdb.data_chunk_get_vector(fetched.chunk, index), fetched.rowCount);
    if (rowCount > bound.rows || bytes > bound.bytes)
      throw new ResultTooLargeError(`A result has more than ${bound.rows} rows or ${bound.bytes} bytes.`);
  }
  return { rowCount, columns: columns.map((column) => column.whole()) };
}

/** Size in bytes here, and as Arrow. */
export function bytesOf({ columns }: Columns): number {
  return columns.reduce(
    (sum, { batches }) => (batches as AnyBatch[]).reduce((bytes, batch) => bytes + bytesOfBatch(batch), sum),
    0,
  );
}

type AnyBatch = Batch<{ byteLength: number }> & { offsets?: Int32Array };

function bytesOfBatch({ data, validity, offsets }: AnyBatch): number {
  return data.byteLength + (validity?.byteLength ?? 0) + (offsets?.byteLength ?? 0);
}

/** The result without these columns. */
export function withoutColumns({ rowCount, columns }: Columns, hidden: readonly string[]): Columns {
  return { rowCount, columns: columns.filter(({ name }) => !hidden.includes(name)) };
}

/** A column being read batch by batch; `add` returns the bytes of one. */
type Gathered = { add(vector: duckdb.Vector, length: number): number; whole(): Column };

function gathered(result: DuckDBResult, index: number): Gathered {
  const name = result.columnName(index);
  const typeId: number = result.columnTypeId(index);
  switch (typeId) {
    case typeIds.integer:
      return gather(
        (vector, length) => fixedWidth(vector, length, int32),
        (batches) => ({ name, type: 'int32', batches }),
      );
    case typeIds.double:
      return gather(
        (vector, length) => fixedWidth(vector, length, float64),
        (batches) => ({ name, type: 'float64', batches }),
      );
    case typeIds.boolean:
      return gather(bits, (batches) => ({ name, type: 'bool', batches }));
    case typeIds.varchar:
      return gather(utf8, (batches) => ({ name, type: 'utf8', batches }));
    case typeIds.enum:
      return gather(enumCodes, (batches) => dictionary(name, batches));
    default:
      throw new Error(`Column ${name} has a type that has no place on the wire (DuckDB type ${typeId})`);
  }
}

function gather<Read extends AnyBatch>(
  read: (vector: duckdb.Vector, length: number) => Read,
  whole: (batches: Read[]) => Column,
): Gathered {
  const batches: Read[] = [];
  return {
    add(vector, length) {
      const batch = read(vector, length);
      batches.push(batch);
      return bytesOfBatch(batch);
    },
    whole: () => whole(batches),
  };
}

function int32(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function float64(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
}

function fixedWidth<Data extends Int32Array | Float64Array>(
  vector: duckdb.Vector,
  length: number,
  view: (bytes: Uint8Array) => Data,
): Batch<Data> {
  const width = view === (int32 as unknown) ? 4 : 8;
  const data = view(duckdb.vector_get_data(vector, length * width));
  const { validity, nullCount } = readValidity(vector, length);
  if (validity) {
    for (let row = 0; row < length; row++) if (!isValid(validity, row)) data[row] = 0;
  }
  return { length, nullCount, validity, data };
}

function bits(vector: duckdb.Vector, length: number): Batch<Uint8Array> {
  const bytes = duckdb.vector_get_data(vector, length);
  const { validity, nullCount } = readValidity(vector, length);
  const data = new Uint8Array((length + 7) >> 3);
  for (let row = 0; row < length; row++) {
    if (bytes[row] === 1 && (!validity || isValid(validity, row))) data[row >> 3]! |= 1 << (row & 7);
  }
  return { length, nullCount, validity, data };
}

type EnumBatch = Batch<Int32Array> & { logicalType: duckdb.LogicalType };

function enumCodes(vector: duckdb.Vector, length: number): EnumBatch {
  const logicalType = duckdb.vector_get_column_type(vector);
  const size = duckdb.enum_dictionary_size(logicalType);
  const width = size <= 0xff ? 1 : size <= 0xffff ? 2 : 4;
  const bytes = duckdb.vector_get_data(vector, length * width);
  const codes =
    width === 1
      ? bytes
      : width === 2
        ? new Uint16Array(bytes.buffer, bytes.byteOffset, length)
        : new Uint32Array(bytes.buffer, bytes.byteOffset, length);
  const { validity, nullCount } = readValidity(vector, length);
  const data = new Int32Array(length);
  for (let row = 0; row < length; row++) data[row] = !validity || isValid(validity, row) ? codes[row]! : -1;
  return { length, nullCount, validity, data, logicalType };
}

/** Renumbers ENUM codes to the values that occur: each value costs a call into DuckDB. */
function dictionary(name: string, batches: EnumBatch[]): Column {
  const positions = new Map<number, number>();
  const values: string[] = [];
  for (const { data, logicalType } of batches) {
    for (let row = 0; row < data.length; row++) {
      const code = data[row]!;
      if (code === -1) {
        data[row] = 0;
        continue;
      }
      let position = positions.get(code);
      if (position === undefined) {
        position = values.length;
        positions.set(code, position);
        values.push(duckdb.enum_dictionary_value(logicalType, code));
      }
      data[row] = position;
    }
  }
  return {
    name,
    type: 'dictionary',
    values,
    batches: batches.map(({ length, nullCount, validity, data }) => ({ length, nullCount, validity, data })),
  };
}

/** DuckDB stores strings of up to 12 bytes inside the 16-byte entry, longer ones at a pointer at byte 8. */
const INLINE_BYTES = 12;
const ENTRY_BYTES = 16;

function utf8(vector: duckdb.Vector, length: number): Utf8Batch {
  const entries = duckdb.vector_get_data(vector, length * ENTRY_BYTES);
  const words = new Uint32Array(entries.buffer, entries.byteOffset, length * 4);
  const { validity, nullCount } = readValidity(vector, length);
  const offsets = new Int32Array(length + 1);
  for (let row = 0; row < length; row++) {
    offsets[row + 1] = offsets[row]! + (!validity || isValid(validity, row) ? words[row * 4]! : 0);
  }
  const data = new Uint8Array(offsets[length]!);
  let row = 0;
  while (row < length) {
    const start = offsets[row]!;
    const bytes = offsets[row + 1]! - start;
    if (bytes <= INLINE_BYTES) {
      const inline = row * ENTRY_BYTES + 4;
      for (let byte = 0; byte < bytes; byte++) data[start + byte] = entries[inline + byte]!;
      row++;
      continue;
    }
    const end = contiguousRun(words, offsets, row);
    const run = duckdb.get_data_from_pointer(
      entries.buffer as ArrayBuffer,
      entries.byteOffset + row * ENTRY_BYTES + 8,
      offsets[end]! - start,
    );
    data.set(run, start);
    release(run);
    row = end;
  }
  release(entries);
  return { length, nullCount, validity, offsets, data };
}

/**
 * Frees the memory of encoded columns. Left to the garbage collector, the copies of a few large answers make it run, for
 * 25 ms each time.
 */
export function releaseColumns({ columns }: Columns): void {
  for (const { batches } of columns) for (const { data } of batches) release(data);
}

function release({ buffer }: Uint8Array | Int32Array | Float64Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

/** The end of a run of rows whose long strings are contiguous in memory. */
function contiguousRun(words: Uint32Array, offsets: Int32Array, first: number): number {
  let row = first;
  let next = address(words, row) + (offsets[row + 1]! - offsets[row]!);
  for (row++; row < offsets.length - 1; row++) {
    const bytes = offsets[row + 1]! - offsets[row]!;
    if (bytes <= INLINE_BYTES || address(words, row) !== next) break;
    next += bytes;
  }
  return row;
}

function address(words: Uint32Array, row: number): number {
  return words[row * 4 + 3]! * 2 ** 32 + words[row * 4 + 2]!;
}

function readValidity(
  vector: duckdb.Vector,
  length: number,
): { validity: Uint8Array | null; nullCount: number } {
  const bytes: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(length / 64) * 8);
  if (!bytes) return { validity: null, nullCount: 0 };
  let nullCount = 0;
  for (let row = 0; row < length; row++) if (!isValid(bytes, row)) nullCount++;
  if (nullCount === 0) return { validity: null, nullCount };
  const validity = bytes.slice(0, (length + 7) >> 3);
  const rest = length & 7;
  if (rest !== 0) validity[validity.length - 1]! &= (1 << rest) - 1;
  return { validity, nullCount };
}

/** Whether the value of `row` is not null. */
export function isValid(validity: Uint8Array, row: number): boolean {
  return (validity[row >> 3]! & (1 << (row & 7))) !== 0;
}
