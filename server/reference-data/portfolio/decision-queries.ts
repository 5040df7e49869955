import { execute, type Queryable, queryOptionalRow, queryRows } from '../../platform/database/query.ts';

/** What somebody has decided of a proposed alternative. */
export type PortfolioDecision = {
  gtin: string;
  proposedGtin: string;
  decision: 'accepted' | 'refused';
  /** What is accepted: the proposed product or another one. */
  alternativeGtin: string;
  rank: number;
};

const columns = `gtin, proposed_gtin as "proposedGtin", decision, alternative_gtin as "alternativeGtin", rank`;

export function listDecisions(db: Queryable): Promise<PortfolioDecision[]> {
  return queryRows(db, `select ${columns} from portfolio_decisions order by gtin, rank, proposed_gtin`);
}

/** What is decided of these proposals by now; nobody else changes it until the transaction ends. */
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

/** Stores decisions; a later one of the same proposal takes the place of the earlier. */
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

/** Takes decisions of these proposals back. */
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

/** What is accepted; nobody else changes it until the transaction ends. */
export function lockAccepted(db: Queryable): Promise<PortfolioDecision[]> {
  return queryRows(
    db,
    `select ${columns} from portfolio_decisions where decision = 'accepted' order by gtin, proposed_gtin for update`,
  );
}

/** Nobody else decides until the transaction ends. */
export async function lockAllDecisions(db: Queryable): Promise<void> {
  await execute(db, 'lock table portfolio_decisions, portfolio_bulk_decision in share row exclusive mode');
}

/** Of a proposal: what is decided, null while it is open. */
export type Decided = Pick<PortfolioDecision, 'decision' | 'alternativeGtin' | 'rank'> | null;

/** Many proposals that were decided at once, each as it was before and as it was made. */
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

/** Keeps what can be undone; of two the newer one. */
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
