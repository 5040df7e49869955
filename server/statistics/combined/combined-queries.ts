import type { Pool } from 'pg';
import type { Engine } from '#analytics/engine.ts';
import { combineSums } from '#analytics/lines.ts';
import type { CombinedMember, MemberHead } from '#shared/schemas/combined.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';
import { isUploadOf } from '../access.ts';

/** A place in a combined statistic; `id` is null where its statistic was deleted for good. */
type Place = {
  combined: number;
  position: number;
  id: number | null;
  active: boolean;
  deleted: boolean;
  uploader: { id: number } | null;
  maker: (Pick<User, 'id' | 'role' | 'FullDataAccess'> & { active: boolean }) | null;
};

export type PlaceState = Pick<Place, 'combined' | 'position' | 'id'> & Pick<CombinedMember, 'state'>;

/**
 * What has become of the members of combined statistics, in their order: whether its maker may still see each of them, by the
 * rule of statistics. One's own are seen even by a user who is disabled, as their links go on.
 */
export async function memberStates(pool: Pool, combined: readonly number[]): Promise<PlaceState[]> {
  if (combined.length === 0) return [];
  const places = await queryRows<Place>(
    pool,
    `select c.id as combined, m.position, o.id, coalesce(o.active, false) as active,
       o.id is null or o.deleted_at is not null as deleted,
       case when o.uploader_id is not null then jsonb_build_object('id', o.uploader_id) end as uploader,
       case when u.id is not null then jsonb_build_object(
         'id', u.id, 'role', u.role, 'FullDataAccess', u.full_data_access, 'active', u.active
       ) end as maker
     from statistics c join statistic_members m on m.statistic_id = c.id left join users u on u.id = c.uploader_id
     left join statistics o on o.id = m.member_id
     where c.id = any ($1)
     order by c.id, m.position`,
    [combined],
  );
  const makers = new Map(places.map(({ maker }) => [maker?.id, maker]));
  const seenBy = new Map(
    await Promise.all(
      [...makers].map(async ([id, maker]) => [id, await seenUploaderIds(pool, maker)] as const),
    ),
  );
  return places.map(({ maker, active, deleted, uploader, ...place }) => ({
    ...place,
    state: deleted
      ? 'deleted'
      : !active
        ? 'disabled'
        : isUploadOf(seenBy.get(maker?.id)!, { uploader })
          ? 'open'
          : 'hidden',
  }));
}

async function seenUploaderIds(pool: Pool, maker: Place['maker']): Promise<number[] | null> {
  if (!maker) return [];
  return maker.active ? visibleUploaderIds(pool, maker) : [maker.id];
}

export const isStopped = (states: readonly PlaceState[], combined: number) =>
  states.some((place) => place.combined === combined && place.state !== 'open');

/**
 * What a list of members says of a statistic; `print` is the same where the same packs of the same articles are in it, null
 * where nobody asked, or no other one has as many lines.
 */
export type MemberStatistic = NonNullable<CombinedMember['statistic']> & {
  uploader: { id: number } | null;
  active: boolean;
  deleted: boolean;
  combined: boolean;
  sha256: string | null;
  print: string | null;
};

export async function findMembers(
  db: Queryable,
  ids: readonly number[],
  withPrints: boolean,
): Promise<Map<number, MemberStatistic>> {
  const rows = await queryRows<MemberStatistic>(
    db,
    `with prints as (
       select statistic_id, sum(hashtextextended(identifier_id || ' ' || quantity, 0)::numeric)::text as print
       from statistic_identifiers
       where statistic_id = any (array(
         select unnest(array_agg(id)) from statistics where $2 and id = any ($1) group by line_count having count(*) > 1
       ))
       group by statistic_id
     )
     select s.id as "bezugsStatistikID", s.direct_link_id as "directLinkId", s.customer_name as "customerName",
       s.customer_external_id as "customerExternalId", ${instant('s.import_date')} as "importDate",
       s.file_name as "fileName", s.test_upload as "testUpload", s.line_count as lines,
       s.time_month_from as "timeMonthFrom", s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo",
       s.time_year_to as "timeYearTo", s.active, s.deleted_at is not null as deleted, s.combined,
       case when s.uploader_id is not null then jsonb_build_object('id', s.uploader_id) end as uploader,
       encode(f.file_sha256, 'hex') as sha256, p.print
     from statistics s left join statistic_files f on f.statistic_id = s.id left join prints p on p.statistic_id = s.id
     where s.id = any ($1)`,
    [ids, withPrints],
  );
  return new Map(rows.map((row) => [row.bezugsStatistikID, row]));
}

/** How the members of a combined statistic are told apart by whoever holds its link; of an upload there are none. */
export function memberHeads(db: Queryable, statistic: number): Promise<MemberHead[]> {
  return queryRows(
    db,
    `select m.position, s.customer_name as "customerName", s.time_month_from as "timeMonthFrom",
       s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo", s.time_year_to as "timeYearTo"
     from statistic_members m join statistics s on s.id = m.member_id
     where m.statistic_id = $1
     order by m.position`,
    [statistic],
  );
}

/** The members by their places; null: deleted for good. */
export function memberIds(
  db: Queryable,
  combined: number,
): Promise<{ position: number; id: number | null }[]> {
  return queryRows(
    db,
    'select position, member_id as id from statistic_members where statistic_id = $1 order by position',
    [combined],
  );
}

/** Nobody edits, disables or deletes these statistics until the transaction ends. */
export async function holdMembers(db: Queryable, ids: readonly number[]): Promise<void> {
  await execute(db, 'select from statistics where id = any ($1) order by id for share', [ids]);
}

/** Nobody else takes members out of it until the transaction ends. */
export async function holdCombined(db: Queryable, id: number): Promise<void> {
  await execute(db, 'select from statistics where id = $1 for no key update', [id]);
}

export type NewCombined = {
  directLinkId: string;
  name: string;
  comment: string | null;
  user: string;
  uploaderId: number;
};

/** The one that somebody has made of the same statistics under this name. */
export function findCombined(
  db: Queryable,
  { name, comment, uploaderId }: Pick<NewCombined, 'name' | 'comment' | 'uploaderId'>,
  ids: readonly number[],
): Promise<{ id: number } | undefined> {
  return queryOptionalRow(
    db,
    `select s.id from statistics s
     where s.uploader_id = $1 and s.combined and s.active and s.deleted_at is null and s.customer_name = $2
       and s.comment is not distinct from $3 and $4::integer[] = array(
         select member_id from statistic_members where statistic_id = s.id order by position
       )
     order by s.id desc limit 1`,
    [uploaderId, name, comment, ids],
  );
}

/** Inserts it without a member; call it in a transaction, and then storeMembers, which says what its members say. */
export async function insertCombined(db: Queryable, combined: NewCombined): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into statistics (direct_link_id, combined, customer_name, comment, sales_representative, uploader_id,
       time_month_from, time_year_from, time_month_to, time_year_to, file_name, line_count, report)
     values ($1, true, $2, $3, $4, $5, 1, 2018, 1, 2018, '', 0, '{}')
     returning id`,
    [combined.directLinkId, combined.name, combined.comment, combined.user, combined.uploaderId],
  );
  return id;
}

/**
 * Puts its members in the place of those before, with their sums as one's (Parquet); call it in a transaction that holds
 * them.
 */
export async function storeMembers(
  db: Queryable,
  combined: number,
  ids: readonly number[],
  sums: Uint8Array,
): Promise<void> {
  await execute(db, 'delete from statistic_members where statistic_id = $1', [combined]);
  await execute(
    db,
    `insert into statistic_members (statistic_id, position, member_id)
     select $1, position, id from unnest($2::integer[]) with ordinality as given (id, position)`,
    [combined, ids],
  );
  await execute(
    db,
    `insert into combined_sums (statistic_id, members, sums) values ($1, $2, $3)
     on conflict (statistic_id) do update set members = excluded.members, sums = excluded.sums`,
    [combined, ids, sums],
  );
  await execute(db, 'select settle_combined(array[$1::integer])', [combined]);
}

/**
 * The sums of statistics as one's, as if their lines stood in one file in this order (Parquet); undefined: one is gone.
 * @throws {TooManyCodesError} where that has more than `mostCodes`
 */
export async function sumsOfAll(
  db: Queryable,
  engine: Engine,
  ids: readonly number[],
  signal?: AbortSignal,
  mostCodes?: number,
): Promise<Uint8Array | undefined> {
  const found = await queryRows<{ sums: Buffer }>(
    db,
    `select f.sums
     from unnest($1::integer[]) with ordinality as given (id, place) join statistic_files f on f.statistic_id = given.id
     order by place`,
    [ids],
  );
  if (found.length < ids.length) return undefined;
  return combineSums(
    engine,
    found.map(({ sums }) => sums),
    signal,
    mostCodes,
  );
}
