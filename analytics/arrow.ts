import {
  Bool,
  type Data,
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import type { Column, Columns } from './columns.ts';

export const ARROW_STREAM = 'application/vnd.apache.arrow.stream';

/**
 * Encodes columns as an Arrow IPC stream, one record batch per DuckDB chunk (2,048 rows): the buffers are taken over,
 * not read value by value. `metadata` goes into the schema.
 */
export function encodeArrow({ columns }: Columns, metadata: Record<string, string>): Uint8Array {
  const encoders = columns.map(columnEncoder);
  const fields = columns.map((column, index) => new Field(column.name, encoders[index]!.type, true));
  const schema = new Schema(fields, new Map(Object.entries(metadata)));
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  const batchCount = columns[0]?.batches.length ?? 0;
  for (let index = 0; index < batchCount; index++) {
    const children = encoders.map((encoder) => encoder.batch(index));
    const length = columns[0]!.batches[index]!.length;
    writer.write(
      new RecordBatch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children })),
    );
  }
  writer.finish();
  return writer.toUint8Array(true);
}

type ColumnEncoder = { type: DataType; batch(index: number): Data };

function columnEncoder(column: Column): ColumnEncoder {
  switch (column.type) {
    case 'int32':
      return fixedWidth(new Int32(), column.batches);
    case 'float64':
      return fixedWidth(new Float64(), column.batches);
    case 'bool':
      return fixedWidth(new Bool(), column.batches);
    case 'utf8': {
      const type = new Utf8();
      return {
        type,
        batch(index) {
          const { length, nullCount, validity, offsets, data } = column.batches[index]!;
          return makeData({ type, length, nullCount, nullBitmap: validity, valueOffsets: offsets, data });
        },
      };
    }
    case 'dictionary': {
      const type = new Dictionary(new Utf8(), new Int32());
      const dictionary: Vector<Utf8> =
        column.values.length > 0
          ? vectorFromArray(column.values, new Utf8())
          : new Vector([makeData({ type: new Utf8() })]);
      return {
        type,
        batch(index) {
          const { length, nullCount, validity, data } = column.batches[index]!;
          return makeData({ type, length, nullCount, nullBitmap: validity, data, dictionary });
        },
      };
    }
  }
}

function fixedWidth(
  type: Int32 | Float64 | Bool,
  batches: {
    length: number;
    nullCount: number;
    validity: Uint8Array | null;
    data: Int32Array | Float64Array | Uint8Array;
  }[],
): ColumnEncoder {
  return {
    type,
    batch(index) {
      const { length, nullCount, validity, data } = batches[index]!;
      return makeData({ type, length, nullCount, nullBitmap: validity, data } as Parameters<
        typeof makeData
      >[0]) as Data;
    },
  };
}
