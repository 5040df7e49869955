import { execute, type Queryable, queryOptionalRow, queryRows } from '../../platform/database/query.ts';

/** A decision on a proposed alternative. */
export type PortfolioDecision = {
  gtin: string;
  proposedGtin: string;
  decision: 'accepted' | 'refused';
  /** The accepted alternative: the proposed product or another one. */
  alternativeGtin: string;
  rank: number;
};

const columns = `gtin, proposed_gtin as "proposedGtin", decision, alternative_gtin as "alternativeGtin", rank`;

export function listDecisions(db: Queryable): Promise<PortfolioDecision[]> {
  return queryRows(db, `select ${columns} from portfolio_decisions order by gtin, rank, proposed_gtin`);
}

/** Current decisions on these proposals, locked until the transaction ends. */
export function lockDecisions(
  db: Queryable,
  proposals: readonly { gtin: string; proposedGtin: string }[],
): Promise<PortfolioDecision[]> {
  return queryRows(
    db,
    `select ${columns} from portfolio_decisions
     where (gtin, proposed_gtin) in (
       select gtin, "proposedGtin" from jsonb_to_recordset($1) as p (gtin text, "proposedGtin" text)
     )
     order by gtin, proposed_gtin
     for update`,
    [JSON.stringify(proposals)],
  );
}

/** Stores decisions; a later one on the same proposal replaces the earlier. */
export async function storeDecisions(
  db: Queryable,
  decisions: readonly PortfolioDecision[],
  by: number,
): Promise<void> {
  await execute(
    db,
    `insert into portfolio_decisions (gtin, proposed_gtin, decision, alternative_gtin, rank, decided_by)
     select gtin, "proposedGtin", decision, "alternativeGtin", rank, $2
     from jsonb_to_recordset($1) as d
       (gtin text, "proposedGtin" text, decision text, "alternativeGtin" text, rank integer)
     on conflict (gtin, proposed_gtin) do update set decision = excluded.decision,
       alternative_gtin = excluded.alternative_gtin, rank = excluded.rank, decided_by = excluded.decided_by,
       decided_at = now()`,
    [JSON.stringify(decisions), by],
  );
}

/** Deletes decisions on these proposals. */
export async function forgetDecisions(
  db: Queryable,
  proposals: readonly { gtin: string; proposedGtin: string }[],
): Promise<void> {
  await execute(
    db,
    `delete from portfolio_decisions d
     using jsonb_to_recordset($1) as p (gtin text, "proposedGtin" text)
     where d.gtin = p.gtin and d.proposed_gtin = p."proposedGtin"`,
    [JSON.stringify(proposals)],
  );
}

/** Accepted proposals, locked until the transaction ends. */
export function lockAccepted(db: Queryable): Promise<PortfolioDecision[]> {
  return queryRows(
    db,
    `select ${columns} from portfolio_decisions where decision = 'accepted' order by gtin, proposed_gtin for update`,
  );
}

/** Blocks other decisions until the transaction ends. */
export async function lockAllDecisions(db: Queryable): Promise<void> {
  await execute(db, 'lock table portfolio_decisions, portfolio_bulk_decision in share row exclusive mode');
}

/** The decision on a proposal; null while it is open. */
export type Decided = Pick<PortfolioDecision, 'decision' | 'alternativeGtin' | 'rank'> | null;

/** A bulk decision: each proposal before and after. */
export type BulkDecision = {
  decision: PortfolioDecision['decision'] | 'open';
  rows: { gtin: string; proposedGtin: string; before: Decided; after: Decided }[];
  decidedAt: Date;
};

export function findBulkDecision(db: Queryable): Promise<BulkDecision | undefined> {
  return queryOptionalRow(
    db,
    'select decision, rows, decided_at as "decidedAt" from portfolio_bulk_decision',
  );
}

/** Stores the bulk decision that can be undone, the newest only. */
export async function storeBulkDecision(
  db: Queryable,
  { decision, rows }: Omit<BulkDecision, 'decidedAt'>,
): Promise<void> {
  await execute(
    db,
    `insert into portfolio_bulk_decision (decision, rows) values ($1, $2)
     on conflict (only_row) do update set decision = excluded.decision, rows = excluded.rows, decided_at = now()`,
    [decision, JSON.stringify(rows)],
  );
}

export async function deleteBulkDecision(db: Queryable): Promise<void> {
  await execute(db, 'delete from portfolio_bulk_decision');
}
