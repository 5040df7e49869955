import type { PoolClient } from 'pg';
import type { DeletionEffect, Person, User } from '#shared/schemas/user.ts';
import { execute, type Queryable, queryRow, queryRows } from '../platform/database/query.ts';

const people = `coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]')`;
const filled = 'exists (select from cart_rows r where r.cart_id = c.id)';

/** What deleting a user does, with `heir` (null: nobody) as heir. */
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
 * Waits for uploads, edits of carts and an alert mail of the user to end, and blocks new ones until the transaction ends.
 * The user is locked last, and with the strength of a delete: rows that refer to a user pass any weaker lock.
 */
export async function holdBelongings(client: PoolClient, id: number): Promise<void> {
  await execute(client, 'select from alert_subscriptions where user_id = $1 for update', [id]);
  await execute(client, 'select from carts where $1 in (owner_id, handed_to) for update', [id]);
  await execute(client, 'select from users where id = $1 for update', [id]);
}

/** Whether the user exists; in a transaction, they are not deleted until it ends. */
export async function holdUser(client: PoolClient, id: number): Promise<boolean> {
  const found = await queryRows(client, 'select from users where id = $1 for key share', [id]);
  return found.length > 0;
}

/**
 * Hands uploads, carts, orders, notes, calls, reminders and scenarios over to another user. The representative's name
 * changes too where it was the user's own.
 */
export async function handOver(client: PoolClient, from: User, to: User): Promise<void> {
  // Members before combined statistics: the lock order of editing a member.
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
  // Unless the heir has decided otherwise.
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
  // Where the heir has a scenario of that name, both stay, and the name gets the former owner's.
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
 * Hands carts and orders over to another user, of one statistic or of all (null). Where the heir has a cart of the
 * statistic, both are kept.
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

/** Waits for edits of carts of a statistic to end, and blocks new ones until the transaction ends. */
export async function holdCartsOf(client: PoolClient, statisticId: number): Promise<void> {
  await execute(client, 'select from carts where statistic_id = $1 for update', [statisticId]);
}

/** Deletes a user and their own product matches; people who reported to them report to their manager. */
export async function deleteUser(db: Queryable, { id, parentUserId }: User): Promise<void> {
  await execute(
    db,
    'update users set parent_user_id = nullif($2::integer, id) where parent_user_id = $1 and id <> $1',
    [id, parentUserId],
  );
  // Matches that apply to everybody stay.
  await execute(db, 'delete from product_matches where author_id = $1 and general_at is null', [id]);
  await execute(db, 'delete from users where id = $1', [id]);
}
