import type { CatalogueFiles, StatisticRevision } from '#analytics/statistics.ts';
import type { DifferenceList } from '#shared/catalogue-columns.ts';
import { folded } from '#shared/searched-text.ts';
import { history } from '../../platform/database/history.ts';
import {
  escapeLike,
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';
import { isHeld } from '../../platform/database/restore-hold.ts';
import type { DifferenceRow } from '../merging/compare-catalogues.ts';
import type { BuiltFrom } from '../template-files/template-source-queries.ts';

/** A proposal: a catalogue built from template files, published or not. Dates are YYYY-MM-DD. */
export type CatalogueProposal = {
  id: number;
  builtAt: Date;
  builtBy: string;
  /** Day for which it was built. */
  priceDate: string;
  /** Newest day of its price data. */
  pricesOf: string;
  /** Revision that it was compared with; null without one. */
  baseRevision: number | null;
  builtFrom: BuiltFrom[];
  products: number;
  counts: Record<DifferenceList, number>;
  facts: Record<string, number>;
  publishOn: string | null;
  scheduledBy: number | null;
  missed: string | null;
  publishedRevision: number | null;
};

const columns = `id, built_at as "builtAt", built_by_name as "builtBy", price_date::text as "priceDate",
  coalesce(prices_of, price_date)::text as "pricesOf", base_revision as "baseRevision", built_from as "builtFrom", product_count as products, counts, report as facts,
  publish_on::text as "publishOn", scheduled_by as "scheduledBy", missed, published_revision as "publishedRevision"`;

export type NewProposal = Pick<
  CatalogueProposal,
  'priceDate' | 'baseRevision' | 'builtFrom' | 'products' | 'counts' | 'facts'
> & {
  pricesOf: string | null;
  by: { id: number; name: string; email: string };
  files: Omit<CatalogueFiles, 'priceDate'> & { traces: Uint8Array };
};

/** Stores a proposal without its lists and returns its number. */
export async function insertProposal(db: Queryable, proposal: NewProposal): Promise<number> {
  const { by, files } = proposal;
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into catalogue_proposals (built_by, built_by_name, price_date, prices_of, base_revision, built_from, product_count,
       counts, report, products, alternatives, exclusives, traces)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      by.id,
      `${by.name} <${by.email}>`.slice(0, 600),
      proposal.priceDate,
      proposal.pricesOf,
      proposal.baseRevision,
      JSON.stringify(proposal.builtFrom),
      proposal.products,
      JSON.stringify(proposal.counts),
      JSON.stringify(proposal.facts),
      files.products,
      files.alternatives,
      files.exclusives,
      files.traces,
    ],
  );
  return id;
}

/** Stores the rows of a list, a JSON array. */
export async function insertProposalRows(
  db: Queryable,
  proposal: number,
  list: DifferenceList,
  rows: string,
): Promise<void> {
  await execute(
    db,
    `insert into catalogue_proposal_rows (proposal_id, list, place, words, row)
     select $1, $2, place,
       lower(concat_ws(' ', r->>'gtin', r->>'description', r->>'manufacturer', r->>'before', r->>'after')), r
     from jsonb_array_elements($3::jsonb) with ordinality as rows (r, place)`,
    [proposal, list, rows],
  );
}

export function findProposal(db: Queryable, id: number): Promise<CatalogueProposal | undefined> {
  return queryOptionalRow(db, `select ${columns} from catalogue_proposals where id = $1`, [id]);
}

/** The same, locked against publishing and scheduling until the transaction ends. */
export function holdProposal(db: Queryable, id: number): Promise<CatalogueProposal | undefined> {
  return queryOptionalRow(db, `select ${columns} from catalogue_proposals where id = $1 for update`, [id]);
}

/** The newest unpublished proposal. */
export function newestProposal(db: Queryable): Promise<CatalogueProposal | undefined> {
  return queryOptionalRow(
    db,
    `select ${columns} from catalogue_proposals where published_revision is null order by id desc limit 1`,
  );
}

/** The number of products of a published catalogue with known future values that have become valid by a day. */
export async function countBegun(db: Queryable, revision: number, today: string): Promise<number> {
  const { begun } = await queryRow<{ begun: number }>(
    db,
    `select count(distinct r.row->>'gtin')::integer as begun
     from catalogue_proposals p
     join catalogue_proposal_rows r on r.proposal_id = p.id and r.list = 'toCome'
     where p.published_revision = $1 and r.row->>'day' <= $2 and r.row->>'before' <> r.row->>'after'`,
    [revision, today],
  );
  return begun;
}

/** The scheduled proposal, due or overdue. */
export function scheduledProposal(db: Queryable): Promise<CatalogueProposal | undefined> {
  return queryOptionalRow(
    db,
    `select ${columns} from catalogue_proposals
     where publish_on is not null and published_revision is null order by missed is not null, id desc limit 1`,
  );
}

/** Proposals that are due. */
export async function dueProposals(db: Queryable, today: string): Promise<number[]> {
  const due = await queryRows<{ id: number }>(
    db,
    `select id from catalogue_proposals
     where publish_on <= $1 and published_revision is null and missed is null and not ${isHeld('publications')} order by id`,
    [today],
  );
  return due.map(({ id }) => id);
}

/** The files of an unpublished proposal; later its revision has them. */
export function proposalFiles(db: Queryable, id: number): Promise<CatalogueFiles | undefined> {
  return queryOptionalRow(
    db,
    `select products, alternatives, exclusives, coalesce(prices_of, price_date)::text as "priceDate"
     from catalogue_proposals
     where id = $1 and products is not null`,
    [id],
  );
}

export type ProposalRowsWanted = {
  list: DifferenceList;
  /** Part of a GTIN, name, manufacturer or value; '' for all. */
  text: string;
  column: string;
};

/** A page of a list's rows in order, and their total; `limit` null for all. */
export async function findProposalRows(
  db: Queryable,
  proposal: number,
  { list, text, column }: ProposalRowsWanted,
  page: { offset: number; limit: number | null },
): Promise<{ total: number; rows: DifferenceRow[] }> {
  const where = `proposal_id = $1 and list = $2 and folded(words) like $3 and ($4 = '' or row->>'column' = $4)`;
  const wanted = [proposal, list, `%${escapeLike(folded(text))}%`, column];
  const [counted, rows] = await Promise.all([
    queryRow<{ total: number }>(
      db,
      `select count(*)::integer as total from catalogue_proposal_rows where ${where}`,
      wanted,
    ),
    queryRows<{ row: DifferenceRow }>(
      db,
      `select row from catalogue_proposal_rows where ${where} order by place offset $5 limit $6`,
      [...wanted, page.offset, page.limit],
    ),
  ]);
  return { total: counted.total, rows: rows.map(({ row }) => row) };
}

/** Turns a proposal into the current revision; returns its number. */
export async function moveProposalToRevisions(db: Queryable, id: number, by: string): Promise<number> {
  const { revision } = await queryRow<{ revision: number }>(
    db,
    `insert into all_catalogue_revisions
       (price_date, prices_of, products, alternatives, exclusives, product_count, report, published_by, built_from, traces)
     select price_date, prices_of, products, alternatives, exclusives, product_count,
       jsonb_build_object('proposal', id, 'counts', counts, 'facts', report), $2, built_from, traces
     from catalogue_proposals where id = $1 returning revision`,
    [id, by],
  );
  await execute(
    db,
    `update catalogue_proposals
     set published_revision = $2, products = null, alternatives = null, exclusives = null, traces = null
     where id = $1`,
    [id, revision],
  );
  return revision;
}

export async function storeSchedule(
  db: Queryable,
  id: number,
  schedule: { publishOn: string; by: number } | null,
): Promise<void> {
  await execute(
    db,
    'update catalogue_proposals set publish_on = $2, scheduled_by = $3, missed = null where id = $1',
    [id, schedule?.publishOn ?? null, schedule?.by ?? null],
  );
}

export async function noteMissed(db: Queryable, id: number, why: string): Promise<void> {
  await execute(db, 'update catalogue_proposals set missed = $2 where id = $1', [id, why]);
}

export async function readEffect<Effect>(db: Queryable, id: number): Promise<Effect | null> {
  const found = await queryOptionalRow<{ effect: Effect | null }>(
    db,
    'select effect from catalogue_proposals where id = $1',
    [id],
  );
  return found?.effect ?? null;
}

export async function storeEffect(db: Queryable, id: number, effect: unknown): Promise<void> {
  await execute(db, 'update catalogue_proposals set effect = $2 where id = $1', [id, JSON.stringify(effect)]);
}

/** Deletes proposals unpublished for a month, except a scheduled one and the newest. */
export async function purgeProposals(db: Queryable): Promise<void> {
  await execute(
    db,
    `delete from catalogue_proposals
     where published_revision is null and built_at < now() - interval '30 days'
       and (publish_on is null or missed is not null)
       and id < (select max(id) from catalogue_proposals)`,
  );
}

/** The number that stands for a proposal in place of a catalogue revision. Revisions are never negative. */
export function proposalKey(proposal: number): number {
  return -proposal;
}

export function isProposal(revision: number): boolean {
  return revision < 0;
}

export function proposalOf(revision: number): number {
  return -revision;
}

/** A customer's newest statistic and its period. */
export type NewestStatistic = Required<StatisticRevision> & {
  directLinkId: string;
  customerName: string | null;
  timeMonthFrom: number | null;
  timeYearFrom: number | null;
  timeMonthTo: number | null;
  timeYearTo: number | null;
};

/** The `most` last uploaded of all customers' newest statistics, see newestStatistics of the call list. */
export function lastUploadedOfNewest(db: Queryable, most: number): Promise<NewestStatistic[]> {
  return queryRows<NewestStatistic>(
    db,
    `with newest as (
       select distinct on (customer_key, nameless) *
       from (
         select nullif(customer_external_id, '') as customer_key,
           case when coalesce(customer_external_id, '') = '' then id end as nameless, s.*
         from statistics s
         where active and not test_upload and not combined and deleted_at is null
       ) everyone
       order by customer_key, nameless, time_year_to desc, time_month_to desc, import_date desc, id desc
     )
     select id as statistic, revision, ${history} as "statisticHistory", direct_link_id as "directLinkId", customer_name as "customerName",
       time_month_from as "timeMonthFrom", time_year_from as "timeYearFrom",
       time_month_to as "timeMonthTo", time_year_to as "timeYearTo"
     from newest order by import_date desc, id desc limit $1`,
    [most],
  );
}
