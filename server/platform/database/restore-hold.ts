import type { Held, HeldKind } from '#shared/schemas/held.ts';
import { HELD, RESTORED, RESTORED_STAGING, skipLostOrders, TEST_ORDERS, timeline } from './history.ts';
import { execute, instant, type Queryable, queryOptionalRow, queryRows } from './query.ts';

/**
 * What a backup holds as live stays still in a restored portal until an administrator releases it, for the portal that it was
 * made of may still run, and the restored one is none of production so long. A row of the configuration, HELD:<kind>, says
 * since when; whoever does such things asks for it in the same statement, or by the settings.
 */

/** Of each kind, how many there are of what came back, or of `staging` was made since. */
const counts: Record<HeldKind, string> = {
  staging: `select count(*) from orders where id > ${TEST_ORDERS}`,
  links: 'select count(*) from statistics where active and deleted_at is null and import_date <= since',
  feeds: 'select count(*) from feeds where created_at <= since',
  publications:
    'select count(*) from catalogue_proposals where publish_on is not null and published_revision is null and missed is null',
  alerts: 'select count(*) from alert_subscriptions',
};

export type Ended = {
  sessions: number;
  linkMails: number;
  orderMails: number;
  /** The number of the next order; null where none was ever made. */
  nextOrder: number | null;
};

/**
 * Ends, in a restored database, what is good for whoever holds it: sessions, known devices, links to set passwords. Mails of
 * orders that were not sent wait for their sender's word, who knows whether they arrived after `madeAt`. Orders take numbers
 * that none can have that was made after the backup, and answers that browsers kept of then are none of this portal's.
 * Everything else that would go on by itself is held. Links that end mails of alerts stay good.
 */
export async function settleRestored(db: Queryable, madeAt: string): Promise<Ended> {
  const sessions = await execute(db, 'delete from sessions');
  for (const table of ['known_devices', 'reset_tokens', 'setup_links', 'figures_turn'])
    await execute(db, `delete from ${table}`);
  const linkMails = await execute(db, `delete from mails where kind in ('link', 'notice')`);
  const orderMails = await execute(
    db,
    `update mails set unknown_at = date_trunc('milliseconds', $1::timestamptz), end_given_at = null
     where guarantee = 'at most once' and sent_at is null and unknown_at is null`,
    [madeAt],
  );
  const numbers = await queryOptionalRow<{ last: number }>(
    db,
    `select ${skipLostOrders} as last from orders_id_seq where is_called`,
  );
  await execute(db, `update order_numbering set timeline = ${timeline}`);
  await execute(db, 'delete from config where starts_with(key, $1) or key = $2', [HELD, RESTORED]);
  await execute(db, `insert into config (key, value) select $1, ${instant('now()')}`, [RESTORED]);
  for (const [kind, count] of Object.entries(counts))
    await execute(
      db,
      `insert into config (key, value) select $1, ${instant('since')} from (select now() as since) as now
       where $2 or (${count}) > 0`,
      [HELD + kind, kind === 'staging'],
    );
  return { sessions, linkMails, orderMails, nextOrder: numbers ? numbers.last + 1 : null };
}

/** What is held, in the order of the kinds. */
export async function listHeld(db: Queryable): Promise<Held[]> {
  const lists: Held[][] = [];
  for (const [kind, count] of Object.entries(counts))
    lists.push(
      await queryRows<Held>(
        db,
        `select $2 as kind, value as since, (${count})::integer as count,
           (select count(*)::integer from mails where kind = 'alert' and $2 = 'alerts') as mails
         from (select value, value::timestamptz as since from config where key = $1 || $2) as held`,
        [HELD, kind],
      ),
    );
  return lists.flat();
}

/**
 * Lets a kind go on; with `dropMails` without the mails that waited, and as production without the orders that were tests.
 * Gives what was held; nothing where it was not.
 */
export async function releaseHeld(
  db: Queryable,
  kind: HeldKind,
  dropMails: boolean,
): Promise<Held | undefined> {
  await execute(db, 'select from config where key = $1 for update', [HELD + kind]);
  const held = (await listHeld(db)).find((each) => each.kind === kind);
  if (!held) return undefined;
  if (kind === 'alerts' && dropMails) await execute(db, `delete from mails where kind = 'alert'`);
  if (kind === 'staging') await dropTestOrders(db);
  await execute(db, 'delete from config where key = $1', [HELD + kind]);
  return held;
}

/** Whether it is a restored portal that is none of production; whoever says otherwise waits until the transaction ends. */
export async function isStagingCopy(db: Queryable): Promise<boolean> {
  return (
    (await queryOptionalRow(db, 'select from config where key = $1 for share', [RESTORED_STAGING])) !==
    undefined
  );
}

/** With their files and mails. What statistics of the customers tell of their orders is another thing then. */
async function dropTestOrders(db: Queryable): Promise<void> {
  await execute(
    db,
    `with dropped as (
       delete from orders where id > ${TEST_ORDERS}
       returning content::json #>> '{statistic,customerExternalId}' as customer
     ),
     outdated as (
       select f.statistic_id
       from statistic_figures f join statistics s on s.id = f.statistic_id
       where s.customer_external_id <> '' and s.customer_external_id in (select customer from dropped)
       order by f.statistic_id
       for update of f
     )
     update statistic_figures set version = '' where statistic_id in (select statistic_id from outdated)`,
  );
}

/** SQL that says whether a kind is held; with `made`, the instant of one of them, whether that one is. */
export function isHeld(kind: HeldKind, made?: string): string {
  const row = `from config where key = '${HELD}${kind}'`;
  return made ? `coalesce(${made} <= (select value::timestamptz ${row}), false)` : `exists (select ${row})`;
}
