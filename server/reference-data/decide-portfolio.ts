import { recordChange } from '../db/audit.ts';
import {
  forgetDecisions,
  lockDecisions,
  type PortfolioDecision,
  storeDecisions,
} from '../db/portfolio-decisions.ts';
import { inTransaction, type Queryable } from '../db/query.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../errors.ts';

type Parts = Pick<Dependencies, 'pool' | 'statistics' | 'currentRevisions'>;
type Decider = { id: number; name: string; email: string };
type Asked = Omit<PortfolioDecision, 'decision'> & { decision: PortfolioDecision['decision'] | 'open' };
type Known = { gtin: string; description: string; provider: boolean };

/**
 * Keeps what somebody decided of proposals. Throws AppError 400 where what is accepted is no product of the provider in
 * the current catalogue, or the product itself.
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
  const rows = await statistics.onMarket(
    await currentRevisions(),
    undefined,
    (connection) =>
      connection.rows(
        'select gtin, description, provider from products where list_contains($gtins::varchar[], gtin)',
        { gtins },
      ),
    signal,
  );
  const known = new Map((rows as Known[]).map((each) => [each.gtin, each]));
  for (const { decision, alternativeGtin, gtin } of decisions) {
    if (decision === 'accepted' && (!known.get(alternativeGtin)?.provider || gtin === alternativeGtin)) {
      throw new AppError(400, 'alternative_not_offered', { params: { gtin: alternativeGtin } });
    }
  }
  // Of two of one proposal the later one counts.
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

const keyOf = ({ gtin, proposedGtin }: Pick<Asked, 'gtin' | 'proposedGtin'>) => `${gtin} ${proposedGtin}`;
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
