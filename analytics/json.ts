import { besideOthers } from './beside-others.ts';
import { bytesOf, type Column, type Columns, isValid } from './columns.ts';

/** Rows of a chunk of DuckDB's. */
const CHUNK_ROWS = 2048;

/** Characters of a value and what stands around it, roughly: numbers take up to 20, what is missing 6. */
const JSON_VALUE = 8;

/** How many bytes they take as JSON, roughly: of a list in which little is known, five times as many as here. */
export function jsonBytesOf(columns: Columns): number {
  const perRow = columns.columns.reduce((sum, { name }) => sum + name.length + JSON_VALUE, 0);
  return bytesOf(columns) + columns.rowCount * perRow;
}

/** Encodes columns as JSON in UTF-8: an array of rows, or the only row as an object (`null` when there is none). */
export function encodeJson(columns: Columns, cardinality: 'one' | 'many'): Uint8Array {
  return Buffer.concat([...jsonPieces(columns, cardinality)]);
}

/** The same, and lets others' requests pass between chunks of rows: all of a long list take half a second and more. */
export async function encodeJsonBesideOthers(
  columns: Columns,
  cardinality: 'one' | 'many',
): Promise<Uint8Array> {
  // One chunk keeps nobody waiting.
  if (columns.rowCount <= CHUNK_ROWS) return encodeJson(columns, cardinality);
  const done: Uint8Array[] = [];
  for await (const piece of besideOthers(jsonPieces(columns, cardinality))) done.push(piece);
  return Buffer.concat(done);
}

/** The same piece by piece: one per DuckDB chunk (2,048 rows), and the end. */
export function* jsonPieces({ columns }: Columns, cardinality: 'one' | 'many'): Generator<Uint8Array> {
  const keys = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
  const readers = columns.map(columnReader);
  const batchCount = columns[0]?.batches.length ?? 0;
  let before = cardinality === 'one' ? '' : '[';
  for (let batch = 0; batch < batchCount; batch++) {
    const cells = readers.map((reader) => reader(batch));
    const { length } = columns[0]!.batches[batch]!;
    const rows: string[] = [];
    for (let row = 0; row < length; row++) {
      let text = '';
      for (let index = 0; index < cells.length; index++) text += keys[index]! + cells[index]!(row);
      rows.push(`${text}}`);
    }
    if (rows.length === 0) continue;
    if (cardinality === 'one') {
      yield Buffer.from(rows[0]!);
      return;
    }
    yield Buffer.from(before + rows.join(','));
    before = ',';
  }
  if (cardinality === 'one') yield Buffer.from('null');
  else yield Buffer.from(before === '[' ? '[]' : ']');
}

type CellReader = (row: number) => string;

/** Reads the cells of each batch; what all of them share is made once. */
function columnReader(column: Column): (batch: number) => CellReader {
  const readerOf = valueReader(column);
  return (index) => {
    const read = readerOf(index);
    const { validity } = column.batches[index]!;
    return validity ? (row) => (isValid(validity, row) ? read(row) : 'null') : read;
  };
}

function valueReader(column: Column): (batch: number) => CellReader {
  switch (column.type) {
    case 'int32':
    case 'float64':
      return (index) => {
        const { data } = column.batches[index]!;
        return (row) => String(data[row]);
      };
    case 'bool':
      return (index) => {
        const { data } = column.batches[index]!;
        return (row) => (isValid(data, row) ? 'true' : 'false');
      };
    case 'utf8':
      return (index) => {
        const { data, offsets } = column.batches[index]!;
        const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
        return (row) => JSON.stringify(bytes.toString('utf8', offsets[row], offsets[row + 1]));
      };
    case 'dictionary': {
      const values = column.values.map((value) => JSON.stringify(value));
      return (index) => {
        const { data } = column.batches[index]!;
        return (row) => values[data[row]!]!;
      };
    }
  }
}
