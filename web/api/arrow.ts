import { tableFromIPC } from 'apache-arrow';

/**
 * Decodes an Arrow stream of few rows into plain ones. Cells are read column by column, because apache-arrow's
 * own row objects cost many times more. 64-bit integers become numbers: all our figures are below 2^53.
 */
export function decodeRows<Row>(bytes: Uint8Array): Row[] {
  const table = tableFromIPC(bytes);
  const rows: Record<string, unknown>[] = Array.from({ length: table.numRows }, () => ({}));
  for (const field of table.schema.fields) {
    const column = table.getChild(field.name);
    rows.forEach((row, index) => {
      const value: unknown = column?.get(index) ?? null;
      row[field.name] = typeof value === 'bigint' ? Number(value) : value;
    });
  }
  return rows as Row[];
}
