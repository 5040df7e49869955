import type { Held, HeldKind } from '#shared/schemas/held.ts';
import { HELD, RESTORED, RESTORED_STAGING, skipLostOrders, TEST_ORDERS, timeline } from './history.ts';
import { execute, instant, type Queryable, queryOptionalRow, queryRows } from './query.ts';

/**
 * What a backup holds as live stays still in a restored portal until an administrator releases it, for the portal that it was
 * made of may still run, and the restored one is none of production so long. A row of the configuration, HELD:<kind>, says
 * since when; whoever does such things asks for it in the same statement, or by the settings.
 */

/** SQL counts per kind: what was restored, or made since for `staging`. */
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
 * In a restored database, revokes sessions, known devices and links to set passwords. Unsent mails of orders wait for
 * their sender, who knows whether they arrived after `madeAt`. Orders skip all numbers that may have been given since the
 * backup, and ETags of then are invalidated. Other background work is held. Links to unsubscribe from alerts stay valid.
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

/** Held kinds, in a fixed order. */
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
 * Releases a kind; with `dropMails` without the mails that waited, and for production without test orders. Returns what
 * was held; nothing where it was not.
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

/** Whether this is a restored staging portal; a change of that waits until the transaction ends. */
export async function isStagingCopy(db: Queryable): Promise<boolean> {
  return (
    (await queryOptionalRow(db, 'select from config where key = $1 for share', [RESTORED_STAGING])) !==
    undefined
  );
}

/** With their files and mails. Statistics then show other figures of their customers' orders. */
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

/** SQL for whether a kind is held; with `made`, an instant, whether things of that time are held. */
export function isHeld(kind: HeldKind, made?: string): string {
  const row = `from config where key = '${HELD}${kind}'`;
  return made ? `coalesce(${made} <= (select value::timestamptz ${row}), false)` : `exists (select ${row})`;
}
