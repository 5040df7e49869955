import type { CustomerAction, CustomerPage } from '#shared/schemas/customer-page.ts';
import type { Today } from '#shared/schemas/today.ts';
import type { User } from '#shared/schemas/user.ts';
import { lockUser } from '../accounts/sign-in/session-queries.ts';
import { perMonth } from '../market/call-list/customer-statistic-queries.ts';
import { execute, instant, type Queryable, queryRow, queryRows } from '../platform/database/query.ts';
import { handedAt, isReadableOrder, orderSum } from '../statistics/access.ts';
import { matchedBy, matches } from '../statistics/statistic-queries.ts';
import { inPeriods, type SeenCustomer } from './customer-page-queries.ts';
import { justSaid } from './note-queries.ts';

const DAYS = {
  /** Days for which an opening, or an unmailed order, is a reason. */
  opened: 14,
  unsent: 30,
  /** Days before and after a delivery in which it is a reason; older orders are ignored. */
  ahead: 2,
  due: 7,
  ordered: 180,
  /** Days for which actions are listed, so that they can be undone. */
  answered: 7,
};

/** Start of a day in Zurich, whatever the time zone of PostgreSQL. */
const startOf = (day: string) => `(${day})::timestamp at time zone 'Europe/Zurich'`;

/** Most offers and products per customer. */
const MOST = 3;

export type Asked = {
  user: User;
  /** Uploaders whose customers are the caller's; null: all. */
  uploaderIds: number[] | null;
  /** Uploaders whose uploads the caller may see; null: all. */
  visibleIds: number[] | null;
  /** Version of current metrics. */
  version: string;
  day: string;
  newStockoutDays: number;
  limit: number;
};

/** Newly missing products in metrics `f`, first seen after the last call of a customer `c`. Days are compared as text. */
const newlyMissing = (f: string, c: string) => `(
  select new
  from jsonb_path_query(
    ${f}.missing, '$[*] ? (@.since > $before)', jsonb_build_object('before', $10::date - $11::integer)
  ) as new
  where ${c}.done_at is null or (new ->> 'seen')::timestamptz > ${c}.done_at
)`;

/**
 * Customers with a reason to call or visit them, by their first reason, from stored metrics. A reason ends when it is
 * older than the last call or order of anybody whose uploads the caller may see; the caller's own reminder hides the
 * customer until its day, and then lists them, whoever's customer they are.
 */
export function customersToCall(
  db: Queryable,
  { user, uploaderIds, visibleIds, version, day, newStockoutDays, limit }: Asked,
): Promise<Pick<Today, 'customers' | 'all' | 'outdated'>> {
  return queryRow(
    db,
    `with reminded as materialized (
       select number
       from (
         select distinct on (customer_external_id) customer_external_id as number, until from customer_actions
         where user_id = $8 order by customer_external_id, id desc
       ) last
       where until <= $10::date
     ),
     mine as materialized (
       select s.id, s.customer_external_id as number, s.customer_name, s.direct_link_id, s.active, s.sales_representative,
         s.time_month_from, s.time_year_from, s.time_month_to, s.time_year_to, s.import_date, s.combined
       from statistics s
       where ${matches()} and s.customer_external_id <> '' and not s.test_upload
         and ($15::integer[] is null or s.uploader_id = any ($15) or s.customer_external_id in (select number from reminded))
     ),
     newest as materialized (
       select distinct on (s.number) s.*, coalesce(c.name, s.customer_name) as name, c.address, c.phone, c.mail,
         f.version, f.reckoned_at, ${perMonth("f.figures ->> 'potentialTotal'")} as potential
       from mine s left join customers c on c.external_id = s.number
       left join statistic_figures f on f.statistic_id = s.id and s.active
       where c.active is distinct from false and not s.combined
       order by s.number, s.active desc, ${inPeriods}, s.import_date desc, s.id desc
     ),
     -- Those who are not put off.
     asked as materialized (
       select n.*, done.action as done, done.by as done_by, done.made_at as done_at, own.until, own.made_at as put_off_at
       from newest n
       left join lateral (
         select a.action, a.done_by as by, a.made_at from customer_actions a
         where a.customer_external_id = n.number and a.action <> 'later'
           and ($9::integer[] is null or a.user_id = any ($9))
         order by a.id desc limit 1
       ) done on true
       left join lateral (
         select a.until, a.made_at from customer_actions a
         where a.customer_external_id = n.number and a.user_id = $8
         order by a.id desc limit 1
       ) own on true
       where own.until is null or own.until <= $10::date
     ),
     missing as (
       select a.number, count(*) as products, sum((new ->> 'potentialPerMonth')::numeric) as potential
       from asked a
       join statistic_figures f on f.statistic_id = a.id and a.active
       cross join lateral ${newlyMissing('f', 'a')} as found (new)
       group by a.number
     ),
     opened as (
       select a.number, max(u.day) as day, sum(u.count)::integer as times,
         (array_agg(s.direct_link_id order by u.day desc, s.id desc))[1] as link
       from asked a
       join mine s on s.number = a.number and s.active
       join usage_counts u on u.statistic_id = s.id
       where u.event = 'opening' and u.caller = 'visitor' and u.day > $10::date - ${DAYS.opened}
         -- Openings are counted by the day: that of the last call is over with it.
         and (a.done_at is null or u.day > (a.done_at at time zone 'Europe/Zurich')::date)
       group by a.number
     ),
     -- The order of each cart that was handed out last, while it is the customer's. Days of delivery are compared as they are
     -- written, YYYY-MM-DD.
     ordered as materialized (
       select a.number, a.done_at, o.id, ${handedAt('o')} as handed_at, o.packs, ${orderSum('o')} as ex_factory_sum,
         case when s.active then s.direct_link_id end as link, o.owner_id is not distinct from $8 as own,
         c."deliveryDate" between ($10::date - ${DAYS.due})::text and ($10::date + ${DAYS.ahead})::text as is_due,
         c."deliveryDate" as delivery, c.wholesaler ->> 'wholesalerName' as wholesaler,
         c."deliveryType" is not distinct from 'Barcode' as by_customer,
         -- A mail that has been refused for an hour or for good, or of which nobody knows whether it arrived, is none yet.
         exists (
           select from mails m
           where m.order_id = o.id and (
             m.sent_at is not null
             or m.unknown_at is null and m.written_at > now() - interval '1 hour' and m.next_attempt_at < 'infinity'
           )
         ) as mailed
       from asked a
       join mine s on s.number = a.number
       join orders o on o.statistic_id = s.id
       cross join lateral json_to_record(o.content::json) as c (statistic json, wholesaler json, "deliveryDate" text, "deliveryType" text)
       where ${handedAt('o')} > ${startOf(`$10::date - ${DAYS.ordered}`)} and ${isReadableOrder('s', '$8', '$12')}
         and not exists (
           select from orders p
           where p.cart_key = o.cart_key and (${handedAt('p')}, p.version) > (${handedAt('o')}, o.version)
         )
         and c.statistic ->> 'customerExternalId' = a.number
     ),
     reasons as (
       select number, 0 as rank, null::numeric as weight, jsonb_build_object(
         'kind', 'reminder', 'day', until, 'setAt', ${instant('put_off_at')}
       ) as reason
       from asked where until is not null
       union all
       select number, 1, coalesce(potential, 0), jsonb_build_object(
         'kind', 'missing', 'products', products, 'potentialPerMonth', potential
       )
       from missing
       union all
       select number, 2, null, jsonb_build_object('kind', 'opened', 'directLinkId', link, 'day', day, 'times', times)
       from opened
       union all
       select number, 3, null, jsonb_build_object(
         'kind', 'unsent', 'byCustomer', by_customer, 'order', id, 'madeAt', ${instant('handed_at')}, 'packs', packs,
         'exFactorySum', ex_factory_sum, 'own', own, 'directLinkId', link, 'orders', orders
       )
       from (
         select distinct on (number) *, count(*) over (partition by number) as orders
         from ordered
         where not mailed and handed_at > ${startOf(`$10::date - ${DAYS.unsent}`)} and (done_at is null or handed_at > done_at)
         order by number, handed_at desc, id desc
       ) unsent
       union all
       select number, 4, null, jsonb_build_object(
         'kind', 'due', 'order', id, 'day', delivery, 'packs', packs, 'wholesalerName', wholesaler, 'own', own,
         'directLinkId', link, 'orders', orders
       )
       from (
         select distinct on (number) *, count(*) over (partition by number) as orders
         from ordered
         where is_due and (
           done_at is null or handed_at > done_at
           or delivery > ((done_at at time zone 'Europe/Zurich')::date + ${DAYS.ahead})::text
         )
         order by number, delivery desc, id desc
       ) due
       union all
       select number, 5, null, jsonb_build_object('kind', 'old', 'month', time_month_to, 'year', time_year_to)
       from (
         select *, make_date(time_year_to, time_month_to, 1) + interval '13 months' as old_from from asked
       ) aged
       where old_from <= $10::date and (done_at is null or old_from at time zone 'Europe/Zurich' > done_at)
     ),
     reasoned as (
       select number, min(rank) as rank, max(weight) as weight, jsonb_agg(reason order by rank) as reasons
       from reasons group by number
     ),
     -- What is told of each is put together for those alone who are shown.
     page as (
       select p.*, f.offers, (
         select jsonb_agg(best.new - 'seen' order by place)
         from (
           select new, row_number() over (order by (new ->> 'potentialPerMonth')::numeric desc nulls last, new ->> 'gtin') as place
           from ${newlyMissing('f', 'p')} as found (new)
         ) best
         where place <= ${MOST}
       ) as best
       from (
         select s.*, r.rank, r.weight, r.reasons
         from reasoned r join asked s using (number)
         order by r.rank, r.weight desc nulls last, s.potential desc nulls last, s.number
         limit $13
       ) p
       left join statistic_figures f on f.statistic_id = p.id and p.active
     )
     select
       (select count(*)::integer from reasoned) as all,
       (
         select case when count(*) > 0 then
           jsonb_build_object('customers', count(*), 'since', ${instant('min(reckoned_at)')})
         end
         from newest where active and version is distinct from $14
       ) as outdated,
       coalesce((
         select jsonb_agg(
           jsonb_build_object(
             'externalId', number, 'name', name, 'address', address, 'phone', phone, 'mail', mail,
             'representative', sales_representative, 'directLinkId', case when active then direct_link_id end,
             'timeMonthFrom', time_month_from, 'timeYearFrom', time_year_from,
             'timeMonthTo', time_month_to, 'timeYearTo', time_year_to,
             'potentialPerMonth', potential, 'reckonedAt', ${instant('reckoned_at')},
             'current', not active or version is not distinct from $14, 'reasons', (
               select jsonb_agg(
                 case when reason ->> 'kind' = 'missing' then reason || jsonb_build_object('best', best) else reason end
                 order by place
               )
               from jsonb_array_elements(reasons) with ordinality as r (reason, place)
             ),
             'offers', coalesce(offers, '[]'),
             'lastDone', case when done is not null then
               jsonb_build_object('action', done, 'by', done_by, 'madeAt', ${instant('done_at')})
             end
           ) order by rank, weight desc nulls last, potential desc nulls last, number
         )
         from page
       ), '[]') as customers`,
    [
      ...matchedBy({ uploaderIds: visibleIds }),
      user.id,
      visibleIds,
      day,
      newStockoutDays,
      user.role === 'Admin',
      limit,
      version,
      uploaderIds,
    ],
  );
}

const action = `a.id, a.action, a.until::text as until, ${instant('a.made_at')} as "madeAt"`;

/** The user's last action per visible customer in recent days, and future reminders; newest first. */
export function answeredBy(
  db: Queryable,
  { user, visibleIds, day }: Pick<Asked, 'user' | 'visibleIds' | 'day'>,
): Promise<Today['answered']> {
  return queryRows(
    db,
    `select ${action}, a.customer_external_id as "externalId", coalesce(c.name, s.customer_name) as name
     from (
       select distinct on (customer_external_id) * from customer_actions
       where user_id = $1 order by customer_external_id, id desc
     ) a
     join lateral (
       select customer_name from statistics
       where customer_external_id = a.customer_external_id and not test_upload and deleted_at is null
         and ($2::integer[] is null or uploader_id = any ($2))
       order by import_date desc, id desc limit 1
     ) s on true
     left join customers c on c.external_id = a.customer_external_id
     where a.until > $3::date or (a.until is null and a.made_at > ${startOf(`$3::date - ${DAYS.answered}`)})
     order by a.id desc`,
    [user.id, visibleIds, day],
  );
}

/** Most actions of a customer, newest first. */
const MOST_ACTIONS = 200;

/** Actions for a customer by people whose notes the caller may read, newest first. */
export function customerActions(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
): Promise<CustomerPage['actions']> {
  return queryRows(
    db,
    `select ${action}, a.done_by as by
     from customer_actions a
     where a.customer_external_id = $1 and ($2::integer[] is null or a.user_id = any ($2))
     order by a.id desc limit ${MOST_ACTIONS}`,
    [externalId, uploaderIds],
  );
}

/** Records an action; call it in a transaction. */
export async function insertAction(
  db: Queryable,
  externalId: string,
  user: User,
  { action: what, until }: Pick<CustomerAction, 'action' | 'until'>,
): Promise<CustomerAction> {
  await lockUser(db, user.id);
  return queryRow(
    db,
    `with same as (
       update customer_actions set made_at = now()
       where id = (select max(id) from customer_actions where customer_external_id = $1 and user_id = $2)
         and action = $4 and until is not distinct from $5::date and ${justSaid}
       returning *
     ), made as (
       insert into customer_actions (customer_external_id, user_id, done_by, action, until)
       select $1, $2, $3, $4, $5::date where not exists (select from same)
       returning *
     )
     select ${action} from (table same union all table made) a`,
    [externalId, user.id, user.name, what, until],
  );
}

/** Undoes one's own action; returns whether it existed. */
export async function deleteAction(
  db: Queryable,
  id: number,
  { externalId, userId }: { externalId: string; userId: number },
): Promise<boolean> {
  const deleted = await execute(
    db,
    'delete from customer_actions where id = $1 and customer_external_id = $2 and user_id = $3',
    [id, externalId, userId],
  );
  return deleted === 1;
}
