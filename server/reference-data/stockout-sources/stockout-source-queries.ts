import type { StockoutSource } from '#shared/schemas/stockout-source.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';

const columns = `id, name, ended_on as "endedOn"`;

/** Every source that administrators have named, ended ones too, by name. */
export function listStockoutSources(db: Queryable): Promise<StockoutSource[]> {
  return queryRows<StockoutSource>(
    db,
    `select ${columns} from named_stockout_sources order by lower(name), id`,
  );
}

export function findStockoutSource(db: Queryable, id: number): Promise<StockoutSource | undefined> {
  return queryOptionalRow<StockoutSource>(db, `select ${columns} from named_stockout_sources where id = $1`, [
    id,
  ]);
}

export function insertStockoutSource(db: Queryable, name: string): Promise<StockoutSource> {
  return queryRow<StockoutSource>(
    db,
    `insert into named_stockout_sources (name) values ($1) returning ${columns}`,
    [name],
  );
}

export async function renameStockoutSource(db: Queryable, id: number, name: string): Promise<void> {
  await execute(db, 'update named_stockout_sources set name = $2 where id = $1', [id, name]);
}

export async function endStockoutSource(db: Queryable, id: number, day: string): Promise<void> {
  await execute(db, 'update named_stockout_sources set ended_on = $2 where id = $1', [id, day]);
}

/** The names of the sources whose lists were published. */
export async function publishedSources(db: Queryable): Promise<string[]> {
  const found = await queryRows<{ source: string }>(
    db,
    `select source->>'source' as source
     from (select sources from stockout_revisions order by revision desc limit 1) as newest,
       jsonb_array_elements(newest.sources) as source`,
  );
  return found.map(({ source }) => source);
}
