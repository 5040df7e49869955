import { type Column, type Columns, isValid } from './columns.ts';

/** Encodes columns as JSON in UTF-8: an array of rows, or the only row as an object (`null` when there is none). */
export function encodeJson({ columns }: Columns, cardinality: 'one' | 'many'): Uint8Array {
  const rows: string[] = [];
  const keys = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
  const batchCount = columns[0]?.batches.length ?? 0;
  for (let batch = 0; batch < batchCount; batch++) {
    const cells = columns.map((column) => cellReader(column, batch));
    const { length } = columns[0]!.batches[batch]!;
    for (let row = 0; row < length; row++) {
      let text = '';
      for (let index = 0; index < cells.length; index++) text += keys[index]! + cells[index]!(row);
      rows.push(`${text}}`);
    }
  }
  return Buffer.from(cardinality === 'one' ? (rows[0] ?? 'null') : `[${rows.join(',')}]`);
}

function cellReader(column: Column, index: number): (row: number) => string {
  const batch = column.batches[index]!;
  const { validity } = batch;
  const read = valueReader(column, index);
  if (!validity) return read;
  return (row) => (isValid(validity, row) ? read(row) : 'null');
}

function valueReader(column: Column, index: number): (row: number) => string {
  switch (column.type) {
    case 'int32':
    case 'float64': {
      const { data } = column.batches[index]!;
      return (row) => String(data[row]);
    }
    case 'bool': {
      const { data } = column.batches[index]!;
      return (row) => (isValid(data, row) ? 'true' : 'false');
    }
    case 'utf8': {
      const { data, offsets } = column.batches[index]!;
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      return (row) => JSON.stringify(bytes.toString('utf8', offsets[row], offsets[row + 1]));
    }
    case 'dictionary': {
      const { data } = column.batches[index]!;
      const values = column.values.map((value) => JSON.stringify(value));
      return (row) => values[data[row]!]!;
    }
  }
}
