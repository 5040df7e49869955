import type { z } from 'zod';
import { standardContext } from '#analytics/context.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import { product } from '#analytics/views/product.ts';
import { summary } from '#analytics/views/summary.ts';
import type { View } from '#analytics/views/view.ts';
import { type KeptFigures, keptFigures, type LastOrder } from '#shared/schemas/customer-page.ts';
import type { KeptMissing, KeptOffer } from '#shared/schemas/today.ts';
import type { Revisions } from '../platform/cache-invalidation/revisions.ts';
import { history } from '../platform/database/history.ts';
import { execute, instant, type Queryable, queryRows } from '../platform/database/query.ts';
import { LONGEST_WINDOW } from '../platform/settings/settings.ts';
import { handedAt, isOrderOf } from './access.ts';

const names = Object.keys(keptFigures.shape) as (keyof KeptFigures)[];

/** An order of the customer and what is in it. */
export type OrderedProducts = { order: number; gtins: string[] };

/** What a statistic can tell of: orders, and products that scenarios proposed, each once. */
export type ToldOf = { orders: OrderedProducts[]; proposed: string[] };

type Outcome = Pick<
  BroughtProduct,
  'state' | 'packsBought' | 'turnoverPerYear' | 'otherPacks' | 'competitorPacks' | 'competitorTurnoverPerYear'
>;

type Brought = Pick<
  NonNullable<LastOrder['result']>,
  'ordered' | 'bought' | 'competitor' | 'turnoverPerYear' | 'withoutPrice'
> & {
  /** As the order has its rows. */
  products: Outcome[];
};

/**
 * What is kept of a statistic: figures of its summary, the best offers, what is missing that could be replaced, what orders
 * have brought, by their numbers, and what has become of products that scenarios proposed, by GTIN: who reads sees one
 * scenario or another.
 */
export type Kept = {
  figures: KeptFigures;
  offers: KeptOffer[];
  missing: KeptMissing[];
  orders: Record<number, Brought>;
  proposed: Record<string, Outcome>;
};

const MOST_OFFERS = 3;

const lastOrder = 'customers/last-order.sql';

/** Another one when something else is kept. */
const WHAT_IS_KEPT = 2;

/** Orders at most that a statistic tells of, the newest. */
export const MOST_TOLD = 200;

/** Those that went missing last. */
const MOST_MISSING = 200;

/**
 * What the figures of a statistic depend on beside what it contains, which never changes, and what is said of it and of those
 * that orders and scenarios of its customer were made from, which outdates them where it is edited. `answerVersion`: of this
 * process, see views/results.ts. Focus groups are not in it.
 */
export function figuresVersion(
  answerVersion: string,
  { catalogue, stockouts, provider }: Pick<Revisions, 'catalogue' | 'stockouts' | 'provider'>,
): string {
  const files = [...[summary, product, notDeliverable].map(({ sql }) => sql), lastOrder];
  const versions = files.map((file) => sqlFile(file).version);
  return [WHAT_IS_KEPT, ...versions, answerVersion, catalogue, stockouts, provider].join(' ');
}

/** Of a statistic what says which orders and scenarios it can tell of. */
type Telling = {
  customerExternalId: string | null;
  timeYearTo: number;
  timeMonthTo: number;
  importDate: Date | string;
};

export async function toldBy(db: Queryable, statistic: Telling): Promise<ToldOf> {
  return { orders: await ordersToldBy(db, statistic), proposed: await proposedToldBy(db, statistic) };
}

/** Made in a month before the last one of the period that ends in $2 and $3, and before the upload, $4. */
const isToldOf = (at: string) => `${at} at time zone 'Europe/Zurich' < make_date($2, $3, 1) and ${at} < $4`;

/**
 * The orders of a customer that a statistic can tell of: made in a month before the last one of its period, and before it was
 * uploaded. Of statistics that are still this customer's, as the orders are. Versions of a cart that were made in one month
 * are one order, the last.
 */
export function ordersToldBy(
  db: Queryable,
  { customerExternalId, timeYearTo, timeMonthTo, importDate }: Telling,
): Promise<OrderedProducts[]> {
  return queryRows<OrderedProducts>(
    db,
    `with last as (
       select distinct on (o.cart_key, date_trunc('month', handed_at at time zone 'Europe/Zurich')) o.id, handed_at
       from statistics s join orders o on o.statistic_id = s.id
       cross join lateral (select ${handedAt('o')} as handed_at) handed
       where s.customer_external_id = $1 and $1 <> '' and not s.test_upload
         and ${isOrderOf('$1')}
         and ${isToldOf('handed_at')}
       order by o.cart_key, date_trunc('month', handed_at at time zone 'Europe/Zurich'), handed_at desc, o.id desc
     )
     select o.id as order, array(select r ->> 'gtin' from json_array_elements(o.content::json -> 'rows') as r) as gtins
     from last join orders o using (id)
     order by handed_at desc, o.id desc limit ${MOST_TOLD}`,
    [customerExternalId, timeYearTo, timeMonthTo, importDate],
  );
}

/** The products that scenarios of a customer proposed of which a statistic can tell, whoever may read them. */
async function proposedToldBy(
  db: Queryable,
  { customerExternalId, timeYearTo, timeMonthTo, importDate }: Telling,
): Promise<string[]> {
  const rows = await queryRows<{ gtin: string }>(
    db,
    `select distinct p ->> 'gtin' as gtin
     from statistics s join scenarios c on c.statistic_id = s.id cross join lateral jsonb_array_elements(c.proposed) as p
     where s.customer_external_id = $1 and $1 <> '' and not s.test_upload and ${isToldOf('c.made_at')}
     order by gtin`,
    [customerExternalId, timeYearTo, timeMonthTo, importDate],
  );
  return rows.map(({ gtin }) => gtin);
}

export type BroughtProduct = {
  order: number;
  gtin: string;
  state: 'bought' | 'competitor' | 'neither';
  packsBought: number;
  turnoverPerYear: number | null;
  competitorArticles: number;
  competitorPacks: number;
  competitorTurnoverPerYear: number | null;
  otherPacks: number;
  allOrdered: number;
  allBought: number;
  allCompetitor: number;
  allTurnoverPerYear: number | null;
  allWithoutPrice: number;
  allCompetitorTurnoverPerYear: number | null;
};

/** What has become of each product of orders. `connection` stands on the tables of the statistic that tells. */
export async function whatOrdersBrought(
  connection: PooledConnection,
  orders: readonly OrderedProducts[],
): Promise<BroughtProduct[]> {
  const rows = await connection.rows(sqlFile(lastOrder).text, {
    orders: orders.flatMap(({ order, gtins }) => gtins.map(() => String(order))),
    gtins: orders.flatMap(({ gtins }) => gtins),
  });
  return rows as BroughtProduct[];
}

/** As the pages of the dashboard say them. `connection` stands on the statistic's tables. */
export async function readFigures(connection: PooledConnection, { orders, proposed }: ToldOf): Promise<Kept> {
  // Of what is missing for as long as a stock-out can be set to be new.
  const context = { ...standardContext(), newStockoutDays: LONGEST_WINDOW };
  const row = await ask<KeptFigures>(summary, {});
  const best = { general: ['match', 'available_match'], sortBy: 'turnoverPotential', limit: MOST_OFFERS };
  const offers = await ask<z.infer<typeof product.row>[]>(product, { ...best, offset: 0 });
  const latest = { general: ['available_match'], sortBy: 'reportedOn' };
  const missing = await ask<z.infer<typeof notDeliverable.row>[]>(notDeliverable, latest);
  const products = orders.length > 0 ? await whatOrdersBrought(connection, orders) : [];
  const proposals =
    proposed.length > 0 ? await whatOrdersBrought(connection, [{ order: 0, gtins: proposed }]) : [];
  return {
    figures: Object.fromEntries(names.map((name) => [name, row[name]])) as KeptFigures,
    offers: offers.map((offer) => ({
      article: offer.article,
      productName: offer.productName,
      alternativeGTIN: offer.alternativeGTIN!,
      alternativeProductName: offer.alternativeProductName,
      qtySum1: offer.qtySum1,
      turnoverPotential: offer.turnoverPotential,
      customersGain: offer.customersGain,
    })),
    missing: missing
      .filter(({ newStockout1 }) => newStockout1)
      .slice(0, MOST_MISSING)
      .map((each) => ({
        gtin: each.gtin,
        productName: each.productName,
        alternativeProductName: each.alternativeProductName,
        since: each.deliverabilityReportingDate1!,
        potentialPerMonth: each.potentialPerMonth,
      })),
    orders: Object.fromEntries(
      [...Map.groupBy(products, ({ order }) => order)].map(([order, rows]) => [order, keptOf(rows)]),
    ),
    proposed: Object.fromEntries(proposals.map((row) => [row.gtin, outcomeOf(row)])),
  };

  async function ask<Answer>(view: View, parameters: object): Promise<Answer> {
    const columns = await runView(connection, view, view.parameters.parse(parameters), context);
    return JSON.parse(Buffer.from(encodeJson(columns, view.cardinality)).toString()) as Answer;
  }
}

/** What has become of an order, of what has become of its products. */
function keptOf(rows: readonly BroughtProduct[]): Brought {
  const all = rows[0]!;
  return {
    ordered: all.allOrdered,
    bought: all.allBought,
    competitor: all.allCompetitor,
    turnoverPerYear: all.allTurnoverPerYear,
    withoutPrice: all.allWithoutPrice,
    products: rows.map(outcomeOf),
  };
}

function outcomeOf(row: BroughtProduct): Outcome {
  return {
    state: row.state,
    packsBought: row.packsBought,
    turnoverPerYear: row.turnoverPerYear,
    otherPacks: row.otherPacks,
    competitorPacks: row.competitorPacks,
    competitorTurnoverPerYear: row.competitorTurnoverPerYear,
  };
}

/**
 * Keeps the figures of a statistic, unless it was deleted for good or has another revision than they are of, or what was kept
 * before (`row`) was outdated meanwhile. Those that were reckoned on the revisions of another history are outdated already. What is missing was first seen when it was first kept, of this or another statistic of
 * the same customer by the same user.
 */
export async function storeFigures(
  db: Queryable,
  { statistic, revision, row }: Pick<Outdated, 'statistic' | 'revision' | 'row'>,
  version: string,
  { figures, offers, missing, orders, proposed }: Kept,
  reckonedOn: Pick<Revisions, 'history'>,
): Promise<void> {
  await execute(
    db,
    `with stored as materialized (
       select id, customer_external_id, uploader_id, test_upload from statistics where id = $1 and revision = $8 for share
     ),
     seen as materialized (
       select m ->> 'gtin' as gtin, m ->> 'since' as since, min((m ->> 'seen')::timestamptz) as at
       from stored
       join statistics s on s.id = stored.id
         or (not stored.test_upload and not s.test_upload and s.customer_external_id = stored.customer_external_id
           and s.customer_external_id <> '' and s.uploader_id = stored.uploader_id)
       join statistic_figures f on f.statistic_id = s.id
       cross join jsonb_array_elements(f.missing) as m
       group by 1, 2
     )
     insert into statistic_figures (statistic_id, version, figures, offers, missing, orders, proposed)
     select id, case when $10 = ${history} then $2 else '' end, $3, $4, (
       select coalesce(jsonb_agg(m || jsonb_build_object('seen', coalesce(at, now()))), '[]')
       from jsonb_array_elements($5::jsonb) as m
       left join seen on gtin = m ->> 'gtin' and since = m ->> 'since'
     ), $6, $7
     from stored
     on conflict (statistic_id) do update
     set version = excluded.version, figures = excluded.figures, offers = excluded.offers, missing = excluded.missing,
       orders = excluded.orders, proposed = excluded.proposed, reckoned_at = now()
     where statistic_figures.xmin::text = $9`,
    [
      statistic,
      version,
      ...[figures, offers, missing, orders, proposed].map((kept) => JSON.stringify(kept)),
      revision,
      row,
      reckonedOn.history,
    ],
  );
}

export type Outdated = {
  statistic: number;
  revision: number;
  importDate: string;
  /** Tells the row of what is kept from what it is once anybody has written it; null where there is none. */
  row: string | null;
};

/**
 * Statistics of customers whose figures are missing or of another version, those uploaded last first; after that one, where it
 * is given and still there.
 */
export function outdatedFigures(
  db: Queryable,
  version: string,
  after: number | null,
  most: number,
): Promise<Outdated[]> {
  return queryRows<Outdated>(
    db,
    `select s.id as statistic, s.revision, ${instant('s.import_date')} as "importDate", f.xmin::text as row
     from statistics s left join statistic_figures f on f.statistic_id = s.id
     where ($2::integer is null or (s.import_date, s.id) < (select import_date, id from statistics where id = $2))
       and s.customer_external_id <> '' and not s.test_upload and not s.combined and s.deleted_at is null
       and f.version is distinct from $1
     order by s.import_date desc, s.id desc limit $3`,
    [version, after, most],
  );
}

/** Seconds for which a process has its turn, and for which it is waited for where it was killed. */
const TURN_SECONDS = 60;

/** Lets `process` reckon figures for a while, and no other one meanwhile; tells whether it may. */
export async function takeTurn(db: Queryable, process: string): Promise<boolean> {
  const taken = await execute(
    db,
    `insert into figures_turn as turn (process, until) values ($1, now() + make_interval(secs => ${TURN_SECONDS}))
     on conflict (only_row) do update set process = excluded.process, until = excluded.until
     where turn.process = $1 or turn.until < now()`,
    [process],
  );
  return taken === 1;
}

export async function endTurn(db: Queryable, process: string): Promise<void> {
  await execute(db, 'delete from figures_turn where process = $1', [process]);
}
