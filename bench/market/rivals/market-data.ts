import { standardContext } from '#analytics/context.ts';
import type { PooledConnection, SqlParameters } from '#analytics/engine.ts';
import { type ArticleLines, readArticleLines } from '../../views/rivals/rival-lines.ts';

/** A row of one of the tables of `sql/tables.sql`; dates YYYY-MM-DD. */
type DataRow = Record<string, unknown>;

export const dataTables = [
  'manufacturers',
  'molecules',
  'atc_names',
  'market',
  'sources',
  'products',
  'alternatives',
  'episodes',
  'deliveries',
] as const;

/** What PostgreSQL starts from: the catalogue, episodes as the sources report them, and the lines that feed the market. */
export type MarketData = Record<(typeof dataTables)[number], DataRow[]> & { lines: ArticleLines };

/** Reads it from the open statistic that feeds the market. */
export async function readMarketData(connection: PooledConnection): Promise<MarketData> {
  const read = (sql: string, parameters?: SqlParameters) =>
    connection.rows(`with numbered as (${numbered}) ${sql}`, parameters);
  const { language } = standardContext();
  return {
    manufacturers: await read(namesOf('manufacturer')),
    molecules: await read(namesOf('molecule')),
    atc_names: await read('select code, name from atc_names where language = $language', { language }),
    market: await read(
      `select price_date::varchar as price_date, stockout_date::varchar as stockout_date, first_month, last_month, of_customer
       from market cross join feeding_statistic()`,
    ),
    sources: await read(
      'select source, first_list_on::varchar as first_list_on, last_list_on::varchar as last_list_on from stockout_sources',
    ),
    products: await read(products),
    alternatives: await read(alternatives),
    episodes: await read(episodes),
    deliveries: await read(deliveries),
    lines: await readArticleLines(connection),
  };
}

const numbered = 'select *, (row_number() over (order by gtin) - 1)::integer as id from products';

const namesOf = (column: string) =>
  `select distinct enum_code(${column})::integer as id, ${column}::varchar as name from products where ${column} is not null`;

const products = `
  select
    id, gtin, pharmacode, description as name, name_order, enum_code(manufacturer)::integer as manufacturer_id,
    enum_code(molecule)::integer as molecule_id, atc::varchar as atc, atc_group::varchar as atc_group,
    origin::varchar as origin, provider, sb20, co_marketing, (ex_factory_price * 100)::integer as ex_factory_price,
    (pack_size * 1000)::integer as pack, unit
  from numbered`;

const alternatives = `
  select p.id as product_id, a.rank, offered.id as alternative_id
  from alternatives a
  join numbered p on p.gtin = a.gtin
  join numbered offered on offered.gtin = a.alternative_gtin`;

const episodes = `
  select
    p.id as product_id, e.source, e.reported_on::varchar as reported_on, e.updated_on::varchar as updated_on, e.status,
    e.expected_delivery, e.comment, e.back_in_stock_on::varchar as back_in_stock_on, e.first_list, e.discontinued, e.moves,
    e.moved_days, e.expected_week
  from stockouts e
  join numbered p on p.gtin = e.gtin`;

const deliveries = `
  select
    p.id as product_id, d.source, d.reported_on::varchar as reported_on, d.said_on::varchar as said_on, d.expected_delivery,
    d.expected_week
  from stockout_deliveries d
  join numbered p on p.gtin = d.gtin`;
