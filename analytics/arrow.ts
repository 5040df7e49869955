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
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import type { Column, Columns } from './columns.ts';

export const ARROW_STREAM = 'application/vnd.apache.arrow.stream';

/** What answers with the same columns share: types, and the encoded schema message. */
type Form = { schema: Schema; rows: Struct; types: DataType[]; head: Uint8Array };

/** Cache by metadata, names and types: one per view, and one more without restricted columns. */
const forms = new Map<string, Form>();

/**
 * Encodes columns as an Arrow IPC stream, one record batch per DuckDB chunk (2,048 rows), without copying values one by
 * one. `metadata` goes into the schema.
 */
export function encodeArrow(columns: Columns, metadata: Record<string, string>): Uint8Array {
  return Buffer.concat([...written(columns, metadata)].flat());
}

/** The same in pieces: one per DuckDB chunk, and the end. */
export function* arrowPieces(columns: Columns, metadata: Record<string, string>): Generator<Uint8Array> {
  for (const buffers of written(columns, metadata)) yield Buffer.concat(buffers);
}

function* written({ columns }: Columns, metadata: Record<string, string>): Generator<Uint8Array[]> {
  const form = formOf(columns, metadata);
  const { schema, rows, types } = form;
  const dictionaries = columns.map(dictionaryOf);
  const writer = new AnswerWriter(form);
  const batchCount = columns[0]?.batches.length ?? 0;
  for (let index = 0; index < batchCount; index++) {
    const children = columns.map((column, at) => batchOf(column, index, types[at]!, dictionaries[at]));
    const { length } = columns[0]!.batches[index]!;
    writer.write(new RecordBatch(schema, makeData({ type: rows, length, nullCount: 0, children })));
    yield writer.taken();
  }
  writer.finish();
  yield writer.taken();
}

/**
 * Writes an already encoded schema, whose encoding would take a third of a short answer's time. Output is collected
 * between batches; the library returns it only as a whole, or as an asynchronous stream.
 */
class AnswerWriter extends RecordBatchStreamWriter {
  readonly #head: Uint8Array;
  #written: Uint8Array[] = [];

  constructor({ schema, head }: Form) {
    super();
    this.#head = head;
    this.reset(undefined, schema);
  }

  /** Output since the last call. */
  taken(): Uint8Array[] {
    return this.#written.splice(0);
  }

  protected override _writeSchema(): this {
    return this._write(this.#head);
  }

  protected override _write(chunk: ArrayBufferView): this {
    if (!this._started) return this;
    const { buffer, byteOffset, byteLength } = chunk;
    this.#written.push(new Uint8Array(buffer, byteOffset, byteLength));
    this._position += byteLength;
    return this;
  }
}

function formOf(columns: readonly Column[], metadata: Record<string, string>): Form {
  const key = JSON.stringify([metadata, columns.map(({ name, type }) => [name, type])]);
  const known = forms.get(key);
  if (known) return known;
  const types = columns.map(({ type }) => arrowType(type));
  const fields = columns.map(({ name }, index) => new Field(name, types[index]!, true));
  const schema = new Schema(fields, new Map(Object.entries(metadata)));
  const form = { schema, rows: new Struct(fields), types, head: schemaMessage(schema) };
  forms.set(key, form);
  return form;
}

/** Marks the end of a stream: a continuation and a length of zero. */
const END_BYTES = 8;

function schemaMessage(schema: Schema): Uint8Array {
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  writer.finish();
  return writer.toUint8Array(true).slice(0, -END_BYTES);
}

function arrowType(type: Column['type']): DataType {
  switch (type) {
    case 'int32':
      return new Int32();
    case 'float64':
      return new Float64();
    case 'bool':
      return new Bool();
    case 'utf8':
      return new Utf8();
    case 'dictionary':
      return new Dictionary(new Utf8(), new Int32());
  }
}

function dictionaryOf(column: Column): Vector<Utf8> | undefined {
  if (column.type !== 'dictionary') return undefined;
  // Readers reject a dictionary without values.
  return vectorFromArray(column.values.length > 0 ? column.values : [''], new Utf8());
}

function batchOf(column: Column, index: number, type: DataType, dictionary: Vector<Utf8> | undefined): Data {
  const { length, nullCount, validity, data } = column.batches[index]!;
  const valueOffsets = column.type === 'utf8' ? column.batches[index]!.offsets : undefined;
  return makeData({
    type,
    length,
    nullCount,
    nullBitmap: validity,
    data,
    valueOffsets,
    dictionary,
  } as Parameters<typeof makeData>[0]) as Data;
}
