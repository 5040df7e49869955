import type { CustomerNote } from '#shared/schemas/customer-page.ts';
import type { User } from '#shared/schemas/user.ts';
import { lockUser } from '../accounts/sign-in/session-queries.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';
import { monthsAgo } from '../platform/settings/retention.ts';
import type { SeenCustomer } from './customer-page-queries.ts';

/** A note and its author. */
export type FoundNote = { id: number; externalId: string; authorId: number; writtenBy: string };

const note = `n.id, ${instant('n.made_at')} as "madeAt", n.written_by as "writtenBy", n.text`;

/** Most notes of a customer, newest first. */
const MOST_NOTES = 200;

/**
 * Notes of a customer by authors whose uploads the caller may see, newest first; a statistic under the same number gives
 * no access.
 */
export function customerNotes(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
  user: User,
): Promise<CustomerNote[]> {
  return queryRows(
    db,
    `select ${note}, n.author_id = $3 or $4 as "mayDelete"
     from customer_notes n
     where n.customer_external_id = $1 and ($2::integer[] is null or n.author_id = any ($2))
     order by n.made_at desc, n.id desc limit ${MOST_NOTES}`,
    [externalId, uploaderIds, user.id, user.role === 'Admin'],
  );
}

/**
 * The same note again within this time is a retry: stored once, with the new time. The author is locked first, so that
 * concurrent requests see each other.
 */
export const justSaid = "made_at > now() - interval '10 minutes'";

/** Stores a note; call it in a transaction. */
export async function insertNote(
  db: Queryable,
  externalId: string,
  author: User,
  text: string,
): Promise<CustomerNote> {
  await lockUser(db, author.id);
  return queryRow(
    db,
    `with same as (
       update customer_notes set made_at = now()
       where id = (select max(id) from customer_notes where customer_external_id = $1 and author_id = $2)
         and text = $4 and ${justSaid}
       returning *
     ), made as (
       insert into customer_notes (customer_external_id, author_id, written_by, text)
       select $1, $2, $3, $4 where not exists (select from same)
       returning *
     )
     select ${note}, true as "mayDelete" from (table same union all table made) n`,
    [externalId, author.id, author.name, text],
  );
}

export function findNote(db: Queryable, id: number): Promise<FoundNote | undefined> {
  return queryOptionalRow(
    db,
    `select id, customer_external_id as "externalId", author_id as "authorId", written_by as "writtenBy"
     from customer_notes where id = $1`,
    [id],
  );
}

/** Returns whether it existed. */
export async function deleteNote(db: Queryable, id: number): Promise<boolean> {
  return (await execute(db, 'delete from customer_notes where id = $1', [id])) === 1;
}

const oldest = monthsAgo('CUSTOMER_NOTE_MONTHS');

/** Deletes notes beyond retention. */
export function purgeNotes(db: Queryable): Promise<number> {
  return execute(db, `delete from customer_notes where made_at < ${oldest}`);
}

/** The same for calls and orders, and for reminders counted from their day. */
export function purgeActions(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from customer_actions where made_at < ${oldest} and (until is null or until < ${oldest})`,
  );
}
