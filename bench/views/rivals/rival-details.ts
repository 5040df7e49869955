import { standardContext } from '#analytics/context.ts';
import type { PooledConnection, SqlParameters } from '#analytics/engine.ts';

/** A row of one of the tables that only names are taken from; flags are 0 or 1, dates YYYY-MM-DD. */
export type DetailRow = Record<string, string | number | null>;

/** What product pages show beside figures, by the tables of `sql/tables.sql` that hold it. */
export type RivalDetails = Record<'details' | 'atc_names' | 'statistic', DetailRow[]> & {
  /** Days from which a stock-out is new, and a delivery is news. */
  newSince: string;
  backSince: string;
};

/** Reads them from an open statistic, the articles numbered as `article` (SQL) numbers them. */
export async function readRivalDetails({ rows }: PooledConnection, article: string): Promise<RivalDetails> {
  const read = async (sql: string, parameters?: SqlParameters) =>
    (await rows(sql, parameters)) as DetailRow[];
  const { language, today, newStockoutDays } = standardContext();
  const [since] = await read(
    `select ($today::date - $newStockoutDays::integer)::varchar as "newSince",
       ($today::date - interval 4 month)::date::varchar as "backSince"`,
    { today, newStockoutDays },
  );
  return {
    details: await read(`with ${article} ${detailsSql}`),
    atc_names: await read('select code, name from atc_names where language = $language', { language }),
    statistic: await read(
      `select customer_name, time_information, time_month_from, time_year_from, time_month_to, time_year_to
       from statistic`,
    ),
    newSince: String(since!.newSince),
    backSince: String(since!.backSince),
  };
}

const detailsSql = `
  select
    n.number as id, o.gtin as article, o.gtin, o.pharmacode, o.product_name as name, o.name_order, o.atc::varchar as atc,
    o.sl::integer as sl, o.co_marketing::integer as co_marketing, o.exclusive::integer as exclusive,
    o.stocked_out::integer as stocked_out, o.discontinued::integer as discontinued, o.stockout_reported_on::varchar as reported_on,
    o.stockout_updated_on::varchar as updated_on, o.stockout_status as status,
    o.stockout_expected_delivery as expected_delivery, o.stockout_expected_week::integer as expected_week,
    o.stockout_comment as comment,
    o.back_in_stock_on::varchar as back_in_stock_on
  from numbered n
  join offers o on o.gtin = n.gtin
  union all
  select
    unknown.number, a.article, a.gtin, a.pharmacode, a.product_name, null, null, 0, 0, 0, 0, 0, null, null, null, null, 0, null, null
  from (select distinct number, article from article where product_gtin is null) unknown
  join assortment a on a.article = unknown.article`;
