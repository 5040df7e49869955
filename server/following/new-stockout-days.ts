import type { Pool } from 'pg';
import { NEW_STOCKOUT_DAYS } from '#analytics/context.ts';
import { type Queryable, queryOptionalRow } from '../db/query.ts';
import type { Changes } from './changes.ts';
import { keepUntilChanged } from './keep-until-changed.ts';

/**
 * Gives the number of days for which a stock-out is new (config NEW_STOCKOUT_DAYS); asked once and again after every
 * change of the configuration, in whichever process.
 */
export function followNewStockoutDays(pool: Pool, changes: Changes): () => Promise<number> {
  const kept = keepUntilChanged<number>(changes, { max: 1, kinds: ['config'] });
  return () => kept('', () => readNewStockoutDays(pool));
}

/** Number of days for which a stock-out is new, as it stands in the configuration. */
export async function readNewStockoutDays(db: Queryable): Promise<number> {
  const row = await queryOptionalRow<{ value: string }>(
    db,
    `select value from config where key = 'NEW_STOCKOUT_DAYS'`,
  );
  return row && /^\d{1,4}$/.test(row.value) ? Number(row.value) : NEW_STOCKOUT_DAYS;
}
