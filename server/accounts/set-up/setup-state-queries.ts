import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';

/** How far an installation is; dates are YYYY-MM-DD, null before the first publication. */
export type SetupState = {
  priceDate: string | null;
  products: number | null;
  stockoutsDate: string | null;
  wholesalers: number;
  customers: number;
  activeUsers: number;
  /** Mail server that has taken a test mail. */
  testedMailServer: string | null;
  /** Items of the checklist that somebody has marked so. */
  notNeeded: string[];
};

const NOT_NEEDED = 'SETUP_NOT_NEEDED:';
const TESTED_MAIL_SERVER = 'SETUP_TESTED_MAIL_SERVER';

export function readSetupState(db: Queryable): Promise<SetupState> {
  return queryRow<SetupState>(
    db,
    `select catalogue.prices_of as "priceDate", catalogue.product_count as products,
       (select list_date from stockout_revisions order by revision desc limit 1) as "stockoutsDate",
       (select count(*)::integer from wholesalers where retired_at is null) as wholesalers,
       (select count(*)::integer from customers) as customers,
       (select count(*)::integer from users where active) as "activeUsers",
       (select value from config where key = $1) as "testedMailServer",
       array(select substr(key, length($2) + 1) from config where starts_with(key, $2) order by key) as "notNeeded"
     from (select 1) as one
     left join (select coalesce(prices_of, price_date) as prices_of, product_count from all_catalogue_revisions join current_catalogue using (revision))
       as catalogue on true`,
    [TESTED_MAIL_SERVER, NOT_NEEDED],
  );
}

/** Whether anybody can sign in, whether a catalogue is published, and whether a list of stock-outs is. */
export function readBeginnings(
  db: Queryable,
): Promise<{ hasUsers: boolean; hasReferenceData: boolean; hasStockoutList: boolean }> {
  return queryRow(
    db,
    `select exists (select from users) as "hasUsers",
       exists (select from current_catalogue) as "hasReferenceData",
       exists (select from stockout_revisions) as "hasStockoutList"`,
  );
}

/** Tells whether it was otherwise before. */
export async function markNotNeeded(db: Queryable, item: string, notNeeded: boolean): Promise<boolean> {
  const count = await execute(
    db,
    notNeeded
      ? `insert into config (key, value) values ($1, 'yes') on conflict do nothing`
      : 'delete from config where key = $1',
    [NOT_NEEDED + item],
  );
  return count === 1;
}

export async function noteTestedMailServer(db: Queryable, server: string): Promise<void> {
  await execute(
    db,
    'insert into config (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [TESTED_MAIL_SERVER, server],
  );
}
