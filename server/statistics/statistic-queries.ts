import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { HandMatch } from '#analytics/statistics.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import type { EarlierUpload, Statistic } from '#shared/schemas/statistic.ts';
import { folded, wordsOf } from '#shared/searched-text.ts';
import { history } from '../platform/database/history.ts';
import {
  escapeLike,
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';
import { isHeld } from '../platform/database/restore-hold.ts';
import { countingMatches } from './matches/match-queries.ts';

const selectStatistic = `
  select s.id as "bezugsStatistikID", s.revision, s.direct_link_id as "directLinkId", s.active, s.test_upload as "testUpload",
    s.accomplished, s.customer, s.customer_external_id as "customerExternalId", s.customer_name as "customerName",
    ${instant('s.import_date')} as "importDate", s.time_month_from as "timeMonthFrom", s.time_year_from as "timeYearFrom",
    s.time_month_to as "timeMonthTo", s.time_year_to as "timeYearTo", s.time_information as "timeInformation",
    s.comment, s.sales_representative as "user",
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as uploader,
    case when s.header_image_id is not null then jsonb_build_object('id', s.header_image_id) end as "headerImage",
    s.file_name as "fileName", s.consent_file_name as "consentFileName", s.consent_place as "consentPlace",
    case when s.combined then (
      select count(*)::integer from statistic_members where statistic_id = s.id
    ) end as members
  from statistics s
  left join users u on u.id = s.uploader_id`;

export type StatisticFilter = {
  /** Only those deleted and still restorable instead of the others. */
  deleted?: boolean;
  /** Only uploads of these users; null: of all. */
  uploaderIds: number[] | null;
  /** Uploader's id, or a part of the representative's name, whatever its case and accents. */
  user?: string | undefined;
  /** Day of the import in Zurich, YYYY-MM-DD. */
  date?: string | undefined;
  customerExternalId?: string | undefined;
  customerName?: string | undefined;
  /** Words that all stand in the customer's name, number, chain or address, the representative's or the file's name, or the day of the import. */
  search?: string | undefined;
  limit: number;
  offset: number;
};

/** Statistics, `s`, of a filter, whose parameters from $1 matchedBy gives. */
export const matches = ({ deleted = false, search }: Pick<StatisticFilter, 'deleted' | 'search'> = {}) =>
  `s.deleted_at is ${deleted ? 'not null' : 'null'}
  and ($1::integer[] is null or s.uploader_id = any ($1))
  and ($6::text is null or s.uploader_id = $2::integer or folded(s.sales_representative) like $6)
  and ($3::date is null or (s.import_date >= $3::date::timestamp at time zone 'Europe/Zurich'
    and s.import_date < ($3::date + 1)::timestamp at time zone 'Europe/Zurich'))
  and ($4::text is null or s.customer_external_id ilike $4)
  and ($5::text is null or folded(s.customer_name) like $5)
  and ($7::text[] is null or (true ${distinctWords(search).map(isFound).join(' ')}))`;

/** Whether the word in that place of $7 stands in what an upload is found by, or in who and where its customer is. */
function isFound(_word: string, place: number): string {
  const pattern = `($7::text[])[${place + 1}]`;
  return `and (s.search like ${pattern} or not s.test_upload and s.customer_external_id in (
    select external_id from customers where words like '%' || nullif(btrim(searched_words(${pattern})), '') || '%'
  ))`;
}

function distinctWords(search = ''): string[] {
  return [...new Set(wordsOf(search))];
}

export function matchedBy(filter: Omit<StatisticFilter, 'limit' | 'offset'>): unknown[] {
  const words = distinctWords(filter.search).map(contains);
  return [
    filter.uploaderIds,
    idIn(filter.user),
    filter.date ?? null,
    contains(filter.customerExternalId),
    contains(filter.customerName && folded(filter.customerName)),
    contains(filter.user && folded(filter.user)),
    words.length > 0 ? words : null,
  ];
}

/** Statistics, newest first. */
export function listStatistics(db: Queryable, filter: StatisticFilter): Promise<Statistic[]> {
  return queryRows<Statistic>(
    db,
    `with page as materialized (
       select s.id
       from statistics s
       where ${matches(filter)}
       order by s.import_date desc, s.id desc
       limit $8 offset $9
     )
     ${selectStatistic}
     where s.id in (select id from page)
     order by s.import_date desc, s.id desc`,
    [...matchedBy(filter), filter.limit, filter.offset],
  );
}

/** The id that a text is, if it is one; compared as a number it has an index. */
function idIn(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function contains(text: string | undefined): string | null {
  return text === undefined ? null : `%${escapeLike(text)}%`;
}

/** The statistic behind a direct link, active or not. */
export function findStatistic(db: Queryable, directLinkId: string): Promise<Statistic | undefined> {
  return queryOptionalRow<Statistic>(
    db,
    `${selectStatistic} where s.direct_link_id = $1 and s.deleted_at is null`,
    [directLinkId],
  );
}

/** The statistic of that id that is not deleted (`deleted`: that is). */
export function findStatisticById(
  db: Queryable,
  id: number,
  deleted = false,
): Promise<Statistic | undefined> {
  return queryOptionalRow<Statistic>(
    db,
    `${selectStatistic} where s.id = $1 and (s.deleted_at is not null) = $2`,
    [id, deleted],
  );
}

/** What caches need to know of a direct link. `held`: since the portal was restored, for whoever may not see the statistic without it. */
export type StatisticLink = {
  id: number;
  revision: number;
  active: boolean;
  held: boolean;
  combined: boolean;
  /** Of whom both numbers are. */
  history: string;
};

export function findLink(db: Queryable, directLinkId: string): Promise<StatisticLink | undefined> {
  return queryOptionalRow<StatisticLink>(
    db,
    `select s.id, s.revision, s.active and s.deleted_at is null as active, s.combined, ${history} as history,
       ${isHeld('links', 's.import_date')} or s.combined and exists (
         select from statistic_members m join statistics o on o.id = m.member_id
         where m.statistic_id = s.id and ${isHeld('links', 'o.import_date')}
       ) as held
     from statistics s where s.direct_link_id = $1`,
    [directLinkId],
  );
}

export type StatisticHead = {
  customerName: string | null;
  customerExternalId: string | null;
  timeInformation: string | null;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  headerImage: string | null;
};

/**
 * Head of a statistic at `revision`, what was matched by hand, and the sums of its lines (Parquet), of a combined one as long as it has the members that
 * they are of; nothing when it has another revision by now.
 */
export function findStatisticFiles(
  db: Queryable,
  id: number,
  revision: number,
  ofHistory?: string,
): Promise<(StatisticHead & { sums: Buffer | null; matches: HandMatch[] }) | undefined> {
  return queryOptionalRow(
    db,
    `select s.customer_name as "customerName", s.customer_external_id as "customerExternalId",
       s.time_information as "timeInformation", s.time_month_from as "timeMonthFrom",
       s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo", s.time_year_to as "timeYearTo",
       'api/statistics/' || s.direct_link_id || '/header-image/' || s.header_image_id as "headerImage",
       coalesce(f.sums, c.sums) as sums,
       (select coalesce(jsonb_agg(counting), '[]') from (${countingMatches(
         'case when not s.test_upload then s.customer_external_id end',
         's.uploader_id',
       )}) counting) as matches
     from statistics s left join statistic_files f on f.statistic_id = s.id
     left join combined_sums c on c.statistic_id = s.id and c.members = array(
       select member_id from statistic_members where statistic_id = s.id order by position
     )
     where s.id = $1 and s.revision = $2 and coalesce($3 = ${history}, true)`,
    [id, revision, ofHistory],
  );
}

/** Lines (Parquet) of a statistic at `revision`, of a combined one those of each member; nothing when it has another one by now. */
export async function findLines(
  db: Queryable,
  id: number,
  revision: number,
  ofHistory?: string,
): Promise<Buffer[]> {
  const found = await queryRows<{ lines: Buffer }>(
    db,
    `select f.lines
     from statistics s left join statistic_members m on m.statistic_id = s.id
     join statistic_files f on f.statistic_id = coalesce(m.member_id, s.id)
     where s.id = $1 and s.revision = $2 and coalesce($3 = ${history}, true)
     order by m.position`,
    [id, revision, ofHistory],
  );
  return found.map(({ lines }) => lines);
}

/** Statistics made from a file with this SHA-256 that one of `uploaderIds` (null: anyone) uploaded, newest first. */
export function findUploadsOfFile(
  db: Queryable,
  sha256: Buffer,
  uploaderIds: number[] | null,
): Promise<EarlierUpload[]> {
  return queryRows<EarlierUpload>(
    db,
    `select s.id as "bezugsStatistikID", s.direct_link_id as "directLinkId", s.customer_name as "customerName",
       ${instant('s.import_date')} as "importDate"
     from statistics s join statistic_files f on f.statistic_id = s.id
     where f.file_sha256 = $1 and s.deleted_at is null and ($2::integer[] is null or s.uploader_id = any ($2))
     order by s.import_date desc limit 10`,
    [sha256, uploaderIds],
  );
}

/** What makes an upload the same as another one: its content, of whom and when it is, and whose. */
type SameUpload = StatisticPeriod & {
  fileSha256: Uint8Array;
  customerExternalId: string | null;
  testUpload: boolean;
  uploaderId: number;
};

/** Statistics of the same content, customer, period and uploader that are not deleted, the oldest first. */
export function findSameUploads(
  db: Queryable,
  { fileSha256, customerExternalId, testUpload, uploaderId, ...period }: SameUpload,
): Promise<{ id: number; directLinkId: string }[]> {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = period;
  return queryRows(
    db,
    `select s.id, s.direct_link_id as "directLinkId"
     from statistic_files f join statistics s on s.id = f.statistic_id
     where f.file_sha256 = $1 and s.customer_external_id is not distinct from $2 and s.test_upload = $3
       and s.uploader_id = $4 and (s.time_month_from, s.time_year_from, s.time_month_to, s.time_year_to) = ($5, $6, $7, $8)
       and s.deleted_at is null
     order by s.id`,
    [
      Buffer.from(fileSha256),
      customerExternalId,
      testUpload,
      uploaderId,
      timeMonthFrom,
      timeYearFrom,
      timeMonthTo,
      timeYearTo,
    ],
  );
}

export type NewStatistic = {
  directLinkId: string;
  active: boolean;
  testUpload: boolean;
  customer: string | null;
  customerExternalId: string | null;
  customerName: string | null;
  importDate: Date;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  comment: string | null;
  user: string;
  uploaderId: number;
  headerImageId: number | null;
  fileName: string;
  consentFileName: string | null;
  consentPlace: string | null;
  lineCount: number;
  report: unknown;
  file: Uint8Array;
  fileSha256: Buffer;
  consent: Uint8Array | null;
  lines: Uint8Array;
  sums: Uint8Array;
};

/** Inserts a statistic with its files, without a header image that has gone; call it in a transaction. Gives the id. */
export async function insertStatistic(db: Queryable, statistic: NewStatistic): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into statistics (direct_link_id, active, test_upload, customer, customer_external_id, customer_name,
       import_date, time_month_from, time_year_from, time_month_to, time_year_to, comment, sales_representative,
       uploader_id, header_image_id, file_name, consent_file_name, consent_place, line_count, report)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       (select id from template_images where id = $15), $16, $17, $18, $19, $20)
     returning id`,
    [
      statistic.directLinkId,
      statistic.active,
      statistic.testUpload,
      statistic.customer,
      statistic.customerExternalId,
      statistic.customerName,
      statistic.importDate,
      statistic.timeMonthFrom,
      statistic.timeYearFrom,
      statistic.timeMonthTo,
      statistic.timeYearTo,
      statistic.comment,
      statistic.user,
      statistic.uploaderId,
      statistic.headerImageId,
      statistic.fileName,
      statistic.consentFileName,
      statistic.consentPlace,
      statistic.lineCount,
      JSON.stringify(statistic.report),
    ],
  );
  await execute(
    db,
    `insert into statistic_files (statistic_id, file, file_sha256, consent, lines, sums)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, statistic.file, statistic.fileSha256, statistic.consent, statistic.lines, statistic.sums],
  );
  return id;
}

/**
 * Says which identifiers a statistic contains; call it in the transaction that stores its sums. `path`: a file of them, see
 * withIdentifierSums.
 */
export async function insertIdentifiers(db: PoolClient, id: number, path: string): Promise<void> {
  await execute(
    db,
    'create temp table given (gtin bigint, pharmacode integer, quantity bigint) on commit drop',
  );
  const copy = db.query(copyFrom('copy given from stdin (format csv)'));
  await pipeline(createReadStream(path), copy);
  await execute(db, 'analyze given');
  // What is being removed while it is found, once nothing else contains it, is inserted anew.
  for (let inserted = 0; inserted < copy.rowCount; ) {
    // In one order, so that uploads at the same time wait for each other and don't lock each other out.
    await execute(
      db,
      `insert into identifiers (gtin, pharmacode)
       select gtin, pharmacode
       from given left join identifiers known using (gtin, pharmacode)
       where known.id is null
       order by gtin, pharmacode
       on conflict do nothing`,
    );
    // From here on none of them is removed.
    inserted += await execute(
      db,
      `with known as materialized (
         select i.id, g.quantity from given g join identifiers i using (gtin, pharmacode) order by i.id for key share of i
       )
       insert into statistic_identifiers (identifier_id, statistic_id, quantity)
       select known.id, $1, quantity from known on conflict do nothing`,
      [id],
    );
  }
}

type StatisticPeriod = {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
};

/** Its months, both included. */
export function findStatisticPeriod(db: Queryable, id: number): Promise<StatisticPeriod> {
  return queryRow(
    db,
    `select time_month_from as "timeMonthFrom", time_year_from as "timeYearFrom", time_month_to as "timeMonthTo",
       time_year_to as "timeYearTo"
     from statistics where id = $1`,
    [id],
  );
}

/** What an order says of the statistic that it was made from. */
export function findOrderedStatistic(
  db: Queryable,
  id: number,
): Promise<Omit<OrderContent['statistic'], 'revision' | 'months'>> {
  return queryRow(
    db,
    `select s.id as "bezugsStatistikID", s.customer_name as "customerName", s.customer_external_id as "customerExternalId",
       nullif(c.address, '') as "customerAddress", s.sales_representative as "salesRepresentative",
       s.time_month_from as "timeMonthFrom", s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo",
       s.time_year_to as "timeYearTo"
     from statistics s left join customers c on c.external_id = s.customer_external_id
     where s.id = $1`,
    [id],
  );
}
