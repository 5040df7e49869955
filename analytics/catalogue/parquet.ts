import { type Engine, onBulk, quoted } from '../engine.ts';
import { withFiles, writtenFile } from '../files.ts';
import type { Alternative } from './portfolio.ts';
import type { Product } from './products.ts';
import type { Episode } from './stockout-history.ts';

/** Column types of the published files; the columns of sql/load/catalogue.sql and sql/load/stockouts.sql. */
const types = {
  products: {
    gtin: 'varchar',
    pharmacode: 'varchar',
    description: 'varchar',
    manufacturer: 'varchar',
    atc: 'varchar',
    molecule: 'varchar',
    pack_size_text: 'varchar',
    pack_size: 'decimal(12, 3)',
    unit: 'varchar',
    form: 'varchar',
    strength: 'varchar',
    origin: 'varchar',
    sl: 'boolean',
    sb20: 'boolean',
    biological: 'boolean',
    co_marketing: 'boolean',
    ex_factory_price: 'decimal(12, 2)',
    public_price: 'decimal(12, 2)',
    swissmedic_no: 'varchar',
    category: 'varchar',
  },
  alternatives: { gtin: 'varchar', alternative_gtin: 'varchar', rank: 'integer' },
  exclusives: { gtin: 'varchar' },
  /** By product, the source of each field, as JSON. */
  traces: { gtin: 'varchar', trace: 'varchar' },
  episodes: {
    gtin: 'varchar',
    reported_on: 'date',
    updated_on: 'date',
    status: 'varchar',
    expected_delivery: 'varchar',
    comment: 'varchar',
    back_in_stock_on: 'date',
    source: 'varchar',
    first_list: 'boolean',
    deliveries: 'struct(said_on date, expected_delivery varchar)[]',
  },
} as const;

type Rows = {
  products: Product;
  alternatives: Alternative;
  exclusives: { gtin: string };
  traces: { gtin: string; trace: string };
  episodes: Episode;
};

/** Writes rows of reference data as Parquet; empty text becomes NULL. */
export function toParquet<Table extends keyof typeof types>(
  engine: Engine,
  table: Table,
  rows: readonly Rows[Table][],
): Promise<Uint8Array> {
  return parquetOfJson(engine, table, Buffer.from(JSON.stringify(rows)));
}

/** The same from a JSON array. */
export function parquetOfJson(
  engine: Engine,
  table: keyof typeof types,
  json: Uint8Array,
): Promise<Uint8Array> {
  const columns = Object.entries(types[table]);
  const read = columns
    .map(([name, type]) => `${name}: '${type.endsWith('[]') ? type : 'varchar'}'`)
    .join(', ');
  const typed = columns
    .map(([name, type]) => (type.endsWith('[]') ? name : `nullif(${name}, '')::${type} as ${name}`))
    .join(', ');
  return withFiles(engine, { rows: json }, (paths) =>
    writtenFile(engine, table, (path) =>
      onBulk(engine, ({ runScript }) =>
        runScript(`copy (
          select ${typed} from read_json(${quoted(paths.rows)}, columns = {${read}}, format = 'array')
        ) to ${quoted(path)} (format parquet, compression zstd)`),
      ),
    ),
  );
}

/** Reads a published file as a JSON array of its rows in order; as bytes, so that another thread can parse them. */
export function jsonOfParquet(
  engine: Engine,
  table: 'products' | 'alternatives' | 'exclusives',
  parquet: Uint8Array,
): Promise<Uint8Array> {
  const texts = Object.keys(types[table])
    .map((name) => `coalesce(${name}::varchar, '') as ${name}`)
    .join(', ');
  return withFiles(engine, { [table]: parquet }, (paths) =>
    writtenFile(engine, `${table}-json`, (path) =>
      onBulk(engine, ({ runScript }) =>
        runScript(
          `copy (select ${texts} from read_parquet(${quoted(paths[table]!)})) to ${quoted(path)} (format json, array true)`,
        ),
      ),
    ),
  );
}
