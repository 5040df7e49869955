import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../../platform/record-audit.ts';
import { type MarketParts, onCurrentRevisions } from '../../statistics/views/view-tables.ts';
import {
  type Decided,
  deleteBulkDecision,
  findBulkDecision,
  forgetDecisions,
  listDecisions,
  lockAllDecisions,
  lockDecisions,
  type PortfolioDecision,
  storeBulkDecision,
  storeDecisions,
} from './decision-queries.ts';
import { matchingProposals, type ProposalState } from './portfolio-proposal.ts';

type Parts = MarketParts & { pool: Pool };
type Decider = { id: number; name: string; email: string };
type Asked = Omit<PortfolioDecision, 'decision'> & { decision: PortfolioDecision['decision'] | 'open' };
type Row = Pick<Asked, 'gtin' | 'proposedGtin'>;
type Known = { gtin: string; description: string; provider: boolean };

/**
 * Stores decisions on proposals. Throws AppError 400 where an accepted alternative is not a product of the provider in
 * the current catalogue, or is the product itself.
 */
export async function decide(
  { pool, statistics, currentRevisions }: Parts,
  decisions: readonly Asked[],
  by: Decider,
  signal: AbortSignal,
): Promise<void> {
  const gtins = [
    ...new Set(decisions.flatMap((each) => [each.gtin, each.proposedGtin, each.alternativeGtin])),
  ];
  const rows = await onCurrentRevisions(currentRevisions, (revisions) =>
    statistics.onMarket(
      revisions,
      undefined,
      (connection) =>
        connection.rows(
          'select gtin, description, provider from products where list_contains($gtins::varchar[], gtin)',
          { gtins },
        ),
      signal,
    ),
  );
  const known = new Map((rows as Known[]).map((each) => [each.gtin, each]));
  for (const { decision, alternativeGtin, gtin } of decisions) {
    if (decision === 'accepted' && (!known.get(alternativeGtin)?.provider || gtin === alternativeGtin)) {
      throw new AppError(400, 'alternative_not_offered', { params: { gtin: alternativeGtin } });
    }
  }
  // The last decision per proposal.
  const asked = [...new Map(decisions.map((each) => [keyOf(each), each])).values()];
  await inTransaction(pool, async (client) => {
    const before = new Map((await lockDecisions(client, asked)).map((each) => [keyOf(each), each]));
    await forgetDecisions(
      client,
      asked.filter((each) => !isDecided(each)),
    );
    await storeDecisions(client, asked.filter(isDecided), by.id);
    for (const each of asked) await record(client, by, before.get(keyOf(each)), each, known);
  });
}

/**
 * Decides all proposals that match a filter, as proposed; returns how many. Concurrent decisions of others are kept.
 * Throws AppError 409 `proposals_changed` where their number differs from `seen`, or is 0.
 */
export async function decideMatching(
  parts: Parts,
  { decision, seen, ...wanted }: Matching,
  by: Decider,
  signal: AbortSignal,
): Promise<number> {
  const found = await matchingProposals(parts, wanted, signal);
  if (found.length !== (seen ?? found.length) || found.length === 0) {
    throw new AppError(409, 'proposals_changed', { params: { count: found.length } });
  }
  return inTransaction(parts.pool, async (client) => {
    await lockAllDecisions(client);
    const standing = decidedOf(await listDecisions(client));
    const rows = found.flatMap(({ gtin, alternativeGtin, rank, decision: before }) => {
      if (!isDeepStrictEqual(standing({ gtin, proposedGtin: alternativeGtin }), before)) return [];
      const after: Decided =
        decision === 'open'
          ? null
          : { decision, ...(decision === 'refused' && before ? asTaken(before) : { alternativeGtin, rank }) };
      return [{ gtin, proposedGtin: alternativeGtin, before, after }];
    });
    await put(
      client,
      rows.map(({ after, ...row }) => ({ ...row, decided: after })),
      by,
    );
    await storeBulkDecision(client, { decision, rows });
    await recordBulk(client, by, decision === 'open' ? 'reopened' : decision, rows.length, wanted.text);
    return rows.length;
  });
}

/**
 * Undoes the newest bulk decision. Proposals decided again or taken over since are kept. Returns how many were undone and
 * kept. Throws AppError 409 `nothing_to_undo`.
 */
export function undoBulkDecision({ pool }: Parts, by: Decider): Promise<{ undone: number; left: number }> {
  return inTransaction(pool, async (client) => {
    await lockAllDecisions(client);
    const bulk = await findBulkDecision(client);
    if (!bulk) throw new AppError(409, 'nothing_to_undo');
    const standing = decidedOf(await listDecisions(client));
    const rows = bulk.rows.filter((row) => isDeepStrictEqual(standing(row), row.after));
    await put(
      client,
      rows.map(({ before, ...row }) => ({ ...row, decided: before })),
      by,
    );
    await deleteBulkDecision(client);
    await recordBulk(client, by, 'undone', rows.length, '');
    return { undone: rows.length, left: bulk.rows.length - rows.length };
  });
}

type Matching = {
  state: Exclude<ProposalState, 'inPortfolio'>;
  text: string;
  decision: Asked['decision'];
  /** The number shown to the user. */
  seen?: number | undefined;
};

function decidedOf(decisions: readonly PortfolioDecision[]): (row: Row) => Decided {
  const known = new Map(decisions.map((each) => [keyOf(each), each]));
  return (row) => {
    const found = known.get(keyOf(row));
    return found ? { decision: found.decision, ...asTaken(found) } : null;
  };
}

async function put(
  client: Queryable,
  rows: readonly (Row & { decided: Decided })[],
  by: Decider,
): Promise<void> {
  await forgetDecisions(
    client,
    rows.filter(({ decided }) => decided === null),
  );
  const decided = rows.flatMap(({ gtin, proposedGtin, decided: as }) =>
    as ? [{ gtin, proposedGtin, ...as }] : [],
  );
  await storeDecisions(client, decided, by.id);
}

/** One audit entry for all: thousands would bury others. */
async function recordBulk(
  client: Queryable,
  by: Decider,
  deed: 'accepted' | 'refused' | 'reopened' | 'undone',
  rows: number,
  text: string,
): Promise<void> {
  await recordChange(client, {
    by,
    action: `portfolio.all-${deed}`,
    subject: 'portfolio',
    subjectKey: 'all',
    subjectName: text || '*',
    after: { rows },
  });
}

const asTaken = ({ alternativeGtin, rank }: NonNullable<Decided>) => ({ alternativeGtin, rank });
const keyOf = ({ gtin, proposedGtin }: Row) => `${gtin} ${proposedGtin}`;
const isDecided = (each: Asked): each is PortfolioDecision => each.decision !== 'open';

async function record(
  client: Queryable,
  by: Decider,
  before: PortfolioDecision | undefined,
  after: Asked,
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const nameOf = (gtin: string) => [gtin, known.get(gtin)?.description].filter(Boolean).join(' ');
  const fieldsOf = (state: Asked | undefined) =>
    state?.decision === 'accepted'
      ? { alternativeGtin: nameOf(state.alternativeGtin), rank: state.rank }
      : {};
  const was = before?.decision ?? 'open';
  if (was === after.decision && JSON.stringify(fieldsOf(before)) === JSON.stringify(fieldsOf(after))) return;
  await recordChange(client, {
    by,
    action: `portfolio.${after.decision === 'open' ? 'reopened' : after.decision}`,
    subject: 'portfolio',
    subjectKey: after.gtin,
    subjectName: nameOf(after.gtin),
    before: fieldsOf(before),
    after: { proposedGtin: nameOf(after.proposedGtin), ...fieldsOf(after) },
  });
}
