import type { FocusGroup } from '#analytics/focus-groups.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';

/** The focus groups as of `revision`; nothing when they have another one by now. */
export async function focusGroupsOf(
  db: Queryable,
  revision: number,
): Promise<readonly FocusGroup[] | undefined> {
  const found = await queryOptionalRow<{ groups: FocusGroup[] }>(
    db,
    `select coalesce(
       (select jsonb_agg(to_jsonb(g) order by g.id) from (select id, name, molecules, gtins from focus_groups) g), '[]'
     ) as groups
     from focus_group_revision
     where revision = $1`,
    [revision],
  );
  return found?.groups;
}

/** A focus group, and how often it was changed. */
export type StoredFocusGroup = FocusGroup & { version: number };

const columns = 'id, name, molecules, gtins, version';

/** Every focus group, by name. */
export function listFocusGroups(db: Queryable): Promise<StoredFocusGroup[]> {
  return queryRows<StoredFocusGroup>(db, `select ${columns} from focus_groups order by lower(name), id`);
}

/** Nobody else changes focus groups until the transaction ends. */
export async function lockFocusGroups(db: Queryable): Promise<void> {
  await execute(db, 'lock table focus_groups in share row exclusive mode');
}

export function findFocusGroup(db: Queryable, id: number): Promise<StoredFocusGroup | undefined> {
  return queryOptionalRow<StoredFocusGroup>(db, `select ${columns} from focus_groups where id = $1`, [id]);
}

/** Whether another group has that name. */
export async function focusGroupNameIsTaken(
  db: Queryable,
  name: string,
  except: number | null,
): Promise<boolean> {
  const found = await queryRows(
    db,
    'select id from focus_groups where lower(name) = lower($1) and id is distinct from $2 limit 1',
    [name, except],
  );
  return found.length > 0;
}

/** Adds a group where `id` is null, else changes that one. */
export function storeFocusGroup(
  db: Queryable,
  id: number | null,
  { name, molecules, gtins }: Omit<FocusGroup, 'id'>,
): Promise<StoredFocusGroup> {
  return id === null
    ? queryRow<StoredFocusGroup>(
        db,
        `insert into focus_groups (name, molecules, gtins) values ($1, $2, $3) returning ${columns}`,
        [name, molecules, gtins],
      )
    : queryRow<StoredFocusGroup>(
        db,
        `update focus_groups set name = $1, molecules = $2, gtins = $3 where id = $4 returning ${columns}`,
        [name, molecules, gtins, id],
      );
}

export async function deleteFocusGroup(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from focus_groups where id = $1', [id]);
}
