import type { FocusGroup } from '#analytics/focus-groups.ts';
import { type Queryable, queryOptionalRow } from '../../platform/database/query.ts';

/** The focus groups as of `revision`; undefined when it is outdated. */
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
