import { tableFromIPC, type Vector } from 'apache-arrow';

/**
 * The rows of a view, column by column: apache-arrow's own row objects cost many times more. 64-bit integers become
 * numbers: all our figures are below 2^53.
 */
export class Columns<Row> {
  readonly rowCount: number;
  readonly #vectors: ReadonlyMap<string, Vector>;
  #rows: Row[] | undefined;

  constructor(rowCount: number, vectors: ReadonlyMap<string, Vector>) {
    this.rowCount = rowCount;
    this.#vectors = vectors;
  }

  /** One cell; null for a column that was not sent, e.g. to a visitor. */
  cell<Name extends keyof Row & string>(column: Name, row: number): Row[Name] {
    const value: unknown = this.#vectors.get(column)?.get(row) ?? null;
    return (typeof value === 'bigint' ? Number(value) : value) as Row[Name];
  }

  /** All rows as plain objects, made once: for lists of few rows. */
  rows(): Row[] {
    this.#rows ??= this.#toRows();
    return this.#rows;
  }

  #toRows(): Row[] {
    const names = [...this.#vectors.keys()] as (keyof Row & string)[];
    const rows: Partial<Row>[] = Array.from({ length: this.rowCount }, () => ({}));
    for (const name of names) {
      for (const [index, row] of rows.entries()) row[name] = this.cell(name, index);
    }
    return rows as Row[];
  }
}

/** Decodes an Arrow stream. */
export function decodeColumns<Row>(bytes: Uint8Array): Columns<Row> {
  const table = tableFromIPC(bytes);
  const vectors = new Map<string, Vector>();
  for (const { name } of table.schema.fields) {
    const vector = table.getChild(name);
    if (vector) vectors.set(name, vector);
  }
  return new Columns<Row>(table.numRows, vectors);
}
