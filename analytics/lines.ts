import { type Engine, quoted } from './engine.ts';
import { writtenFile } from './files.ts';

/** Columns of a lines file; the columns of `line_rows` in sql/load/lines.sql. */
const columns = {
  row_number: 'integer',
  gtin_read: 'varchar',
  pharmacode_read: 'varchar',
  quantity_read: 'varchar',
  description_read: 'varchar',
  manufacturer_read: 'varchar',
  ex_factory_price_read: 'varchar',
  public_price_read: 'varchar',
  gtin: 'varchar',
  pharmacode: 'varchar',
  quantity: 'bigint',
};

/** Turns a lines file (CSV with heading, in the engine's folder) into Parquet; empty text becomes NULL. */
export function linesToParquet(engine: Engine, csvPath: string): Promise<Uint8Array> {
  const types = Object.entries(columns).map(([name, type]) => `${quoted(name)}: ${quoted(type)}`);
  return writtenFile(engine, 'lines', (path) =>
    engine.use('main', ({ runScript }) =>
      runScript(`copy (
        from read_csv(${quoted(csvPath)}, columns = {${types.join(', ')}}, header = true, delim = ',', quote = '"',
          escape = '"', nullstr = '', auto_detect = false, max_line_size = 4000000)
      ) to ${quoted(path)} (format parquet, compression zstd)`),
    ),
  );
}
