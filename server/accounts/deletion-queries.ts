import type { PoolClient } from 'pg';
import type { DeletionEffect, Person, User } from '#shared/schemas/user.ts';
import { execute, type Queryable, queryRow, queryRows } from '../platform/database/query.ts';

const people = `coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]')`;
const filled = 'exists (select from cart_rows r where r.cart_id = c.id)';

/** What deleting a user does, where everything is handed over to `heir` (null: to nobody). */
export async function findDeletionEffect(
  db: Queryable,
  id: number,
  heir: Person | null,
): Promise<DeletionEffect> {
  const effect = await queryRow<Omit<DeletionEffect, 'handedOverTo'>>(
    db,
    `with recursive line (of, id) as (
       select id, id from users where id in ($1, $2)
       union
       select l.of, u.parent_user_id from line l join users u on u.id = l.id where u.parent_user_id is not null
     ),
     -- Who sees the uploads of the user now, and those of who gets them once the user is gone.
     seeing (of, id) as (
       select of, id from line
       union
       select l.of, u.replacement_user_id from line l join users u on u.id = l.id
       where u.replacement_user_id is not null and (l.of = $1 or l.id <> $1)
     )
     select
       (select count(*)::integer from statistics where uploader_id = $1 and deleted_at is null) as uploads,
       (select count(*)::integer from carts c where $1 in (owner_id, handed_to) and ${filled}) as carts,
       (
         select count(*)::integer from carts c
         where owner_id = $1 and ${filled}
           and exists (select from carts o where o.statistic_id = c.statistic_id and o.owner_id = $2)
       ) as "cartsOfBoth",
       (select count(*)::integer from orders where owner_id = $1) as orders,
       (select count(*)::integer from customer_notes where author_id = $1) as notes,
       (select count(*)::integer from customer_actions where user_id = $1) as actions,
       (select count(*)::integer from scenarios where owner_id = $1) as scenarios,
       (select count(*)::integer from feeds where user_id = $1) as feeds,
       exists (select from alert_subscriptions where user_id = $1) as alerts,
       (
         select ${people} from users
         where id in (select id from seeing where of = $1 except select id from seeing where of = $2)
           and id <> $1 and active and role <> 'Admin' and not full_data_access
           and exists (select from statistics where uploader_id = $1 and deleted_at is null)
       ) as "loseSight",
       (select ${people} from users where parent_user_id = $1 and id <> $1) as reports,
       (select ${people} from users where replacement_user_id = $1 and id <> $1) as "replacementFor"`,
    [id, heir?.id ?? null],
  );
  return { ...effect, handedOverTo: heir && { id: heir.id, name: heir.name } };
}

/**
 * Lets uploads, edits of carts and an alert mail of the user end, and none begin until the transaction ends. The user is
 * locked last, and at once as deleting locks: whoever stores something of a user refers to them, which any weaker lock
 * lets by, and may look at them again before it is committed.
 */
export async function holdBelongings(client: PoolClient, id: number): Promise<void> {
  await execute(client, 'select from alert_subscriptions where user_id = $1 for update', [id]);
  await execute(client, 'select from carts where $1 in (owner_id, handed_to) for update', [id]);
  await execute(client, 'select from users where id = $1 for update', [id]);
}

/** Whether there is such a user still; in a transaction, nobody deletes them until that is over. */
export async function holdUser(client: PoolClient, id: number): Promise<boolean> {
  const found = await queryRows(client, 'select from users where id = $1 for key share', [id]);
  return found.length > 0;
}

/**
 * Gives uploads, carts, orders, notes, calls, reminders and scenarios of a user to another one. The name of the representative
 * goes along where it was the user's own.
 */
export async function handOver(client: PoolClient, from: User, to: User): Promise<void> {
  // Members before those that combine them, as they are locked where a member is edited.
  await execute(client, 'select from statistics where uploader_id = $1 order by combined, id for update', [
    from.id,
  ]);
  await execute(
    client,
    `update statistics
     set uploader_id = $2, revision = revision + 1,
       sales_representative = case when sales_representative = $3 then $4 else sales_representative end
     where uploader_id = $1`,
    [from.id, to.id, from.name, to.name],
  );
  await handOverCarts(client, from, to, null);
  await execute(client, 'update customer_notes set author_id = $2 where author_id = $1', [from.id, to.id]);
  // As far as the other one has not said otherwise.
  await execute(
    client,
    `update product_matches m set author_id = $2
     where author_id = $1 and (general_at is not null or not exists (
       select from product_matches o
       where o.author_id = $2 and o.customer_external_id = m.customer_external_id and o.code = m.code and o.general_at is null
     ))`,
    [from.id, to.id],
  );
  await execute(client, 'update customer_actions set user_id = $2 where user_id = $1', [from.id, to.id]);
  // Where the other one has kept something of that name of the same statistic, both stay: the name says whose it was.
  await execute(
    client,
    `update scenarios s
     set owner_id = $2,
       name = case when exists (
         select from scenarios o where o.statistic_id = s.statistic_id and o.owner_id = $2 and o.name = s.name
       ) then left(s.name, 60) || ' (' || left($3, 20) || ' ' || s.id || ')' else s.name end
     where owner_id = $1`,
    [from.id, to.id, from.name],
  );
}

/**
 * Gives carts and orders of a user to another one, of one statistic or of all (null). A cart of a statistic of which the
 * other one has a cart is kept beside it.
 */
export async function handOverCarts(
  client: PoolClient,
  from: Pick<User, 'id' | 'name'>,
  to: Pick<User, 'id'>,
  statisticId: number | null,
): Promise<void> {
  const ofStatistic = '($3::integer is null or statistic_id = $3)';
  await execute(
    client,
    `update carts c set owner_id = $2
     where owner_id = $1 and ${ofStatistic}
       and not exists (select from carts o where o.statistic_id = c.statistic_id and o.owner_id = $2)`,
    [from.id, to.id, statisticId],
  );
  await execute(
    client,
    `update carts set owner_id = null, handed_to = $2, handed_from = $4 where owner_id = $1 and ${ofStatistic}`,
    [from.id, to.id, statisticId, from.name],
  );
  await execute(client, `update carts set handed_to = $2 where handed_to = $1 and ${ofStatistic}`, [
    from.id,
    to.id,
    statisticId,
  ]);
  await execute(client, `update orders set owner_id = $2 where owner_id = $1 and ${ofStatistic}`, [
    from.id,
    to.id,
    statisticId,
  ]);
}

/** Lets edits of carts of a statistic end, and none begin until the transaction ends. */
export async function holdCartsOf(client: PoolClient, statisticId: number): Promise<void> {
  await execute(client, 'select from carts where statistic_id = $1 for update', [statisticId]);
}

/** Deletes a user and what they matched by hand of customers; who reported to them reports to whom they reported to. */
export async function deleteUser(db: Queryable, { id, parentUserId }: User): Promise<void> {
  await execute(
    db,
    'update users set parent_user_id = nullif($2::integer, id) where parent_user_id = $1 and id <> $1',
    [id, parentUserId],
  );
  // What counts for all stays.
  await execute(db, 'delete from product_matches where author_id = $1 and general_at is null', [id]);
  await execute(db, 'delete from users where id = $1', [id]);
}
