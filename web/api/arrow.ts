import { tableFromIPC } from '@uwdata/flechette';

/** Reads the values of one column by row number. */
export interface Cells {
  get: (row: number) => unknown;
}

/**
 * The rows of a view by column: row objects for a long list cost many times more. 64-bit integers become numbers: all our
 * figures are below 2^53.
 */
export class Columns<Row> {
  readonly rowCount: number;
  readonly #columns: ReadonlyMap<string, Cells>;
  #rows: Row[] | undefined;
  #seenRows: Row[] | undefined;

  constructor(rowCount: number, columns: ReadonlyMap<string, Cells>) {
    this.rowCount = rowCount;
    this.#columns = columns;
  }

  /** One cell; null for a column that was not sent, e.g. to a visitor. */
  cell<Name extends keyof Row & string>(column: Name, row: number): Row[Name] {
    const value: unknown = this.#columns.get(column)?.get(row) ?? null;
    return (typeof value === 'bigint' ? Number(value) : value) as Row[Name];
  }

  /** All rows as plain objects, made once: for short lists. */
  rows(): Row[] {
    this.#rows ??= this.#toRows();
    return this.#rows;
  }

  /**
   * The same rows with lazy cells: for lists of many columns and hundreds of rows, of which a screenful is seen. They can
   * be spread and enumerated like plain objects, but are read-only.
   */
  seenRows(): Row[] {
    this.#seenRows ??= this.#toSeenRows();
    return this.#seenRows;
  }

  #toSeenRows(): Row[] {
    const columns = this.#columns;
    const has = (name: string | symbol) => columns.has(name as string);
    const read = ({ place }: { place: number }, name: string | symbol) =>
      has(name) ? this.cell(name as keyof Row & string, place) : undefined;
    const handler: ProxyHandler<{ place: number }> = {
      get: read,
      has: (_, name) => has(name),
      ownKeys: () => [...columns.keys()],
      getOwnPropertyDescriptor: (row, name) =>
        has(name) ? { value: read(row, name), enumerable: true, configurable: true } : undefined,
      set: () => false,
    };
    return Array.from({ length: this.rowCount }, (_, place) => new Proxy({ place }, handler) as Row);
  }

  #toRows(): Row[] {
    const names = [...this.#columns.keys()] as (keyof Row & string)[];
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
  const columns = new Map<string, Cells>();
  for (const [index, { name }] of table.schema.fields.entries()) {
    const column = table.getChildAt(index);
    columns.set(name, { get: (row) => column.at(row) });
  }
  return new Columns<Row>(table.numRows, columns);
}
