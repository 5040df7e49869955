import type { Pool } from 'pg';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import type { ReferenceRevisions, Statistics } from '#analytics/statistics.ts';
import { summary } from '#analytics/views/summary.ts';
import type { CatalogueEffect } from '#shared/schemas/merged-products.ts';
import { readRevisionsForFigures } from '../../platform/cache-invalidation/revisions.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { flights } from '../../statistics/views/results.ts';
import { onCurrentRevisions } from '../../statistics/views/view-tables.ts';
import {
  type CatalogueProposal,
  findProposal,
  lastUploadedOfNewest,
  type NewestStatistic,
  proposalKey,
  readEffect,
  storeEffect,
} from './proposal-queries.ts';

const MOST_CUSTOMERS = 50;

type Parts = { pool: Pool; statistics: Statistics };
type Figures = CatalogueEffect['after'];

/**
 * Effect of a proposal on the newest statistics of up to 50 customers: figures with its base catalogue and with the
 * proposed one. Computed once for concurrent requests, and stored with the proposal.
 */
export function effectsOnStatistics({ pool, statistics }: Parts) {
  const share = flights<CatalogueEffect>();

  /** @throws AppError 404 for an unknown proposal, 409 for a published one */
  return async (id: number, signal: AbortSignal): Promise<CatalogueEffect> => {
    const proposal = await findProposal(pool, id);
    if (!proposal) throw notFound();
    const known = await readEffect<CatalogueEffect>(pool, id);
    if (known) return known;
    const { publishedRevision } = proposal;
    if (publishedRevision !== null) {
      throw new AppError(409, 'catalogue_is_published', { params: { revision: publishedRevision } });
    }
    return share(String(id), signal, (whileWanted) => reckon(proposal, whileWanted));
  };

  async function reckon(proposal: CatalogueProposal, signal: AbortSignal): Promise<CatalogueEffect> {
    const effect = await onCurrentRevisions(
      () => readRevisionsForFigures(pool),
      (current) => reckonOn(current, proposal, signal),
    );
    await storeEffect(pool, proposal.id, effect);
    return effect;
  }

  async function reckonOn(
    current: Awaited<ReturnType<typeof readRevisionsForFigures>>,
    { id, baseRevision }: CatalogueProposal,
    signal: AbortSignal,
  ): Promise<CatalogueEffect> {
    const revisions = (catalogue: number): ReferenceRevisions => ({ ...current, catalogue });
    const newest = await lastUploadedOfNewest(pool, MOST_CUSTOMERS);
    const after = await figuresOf(revisions(proposalKey(id)), newest, signal);
    const before = baseRevision === null ? null : await figuresOf(revisions(baseRevision), newest, signal);
    return {
      before: before && totalOf(before),
      after: totalOf(after),
      customers: newest.map(({ statistic: _, revision: __, statisticHistory: ___, ...head }, place) => ({
        ...head,
        before: before?.[place] ?? null,
        after: after[place]!,
      })),
    };
  }

  /** Sequentially, each with its own permit, on one catalogue kept in memory meanwhile. */
  function figuresOf(
    on: ReferenceRevisions,
    of: readonly NewestStatistic[],
    signal: AbortSignal,
  ): Promise<Figures[]> {
    return statistics.keeping(on, async () => {
      const figures: Figures[] = [];
      for (const { statistic, revision, statisticHistory } of of) {
        signal.throwIfAborted();
        const key = { ...on, statistic, revision, statisticHistory };
        figures.push(await statistics.use(key, figuresHere, signal, 'bulk'));
      }
      return figures;
    });
  }
}

async function figuresHere(connection: Parameters<typeof runView>[0]): Promise<Figures> {
  const columns = await runView(connection, summary, {});
  const { turnoverTotal, potentialTotal } = JSON.parse(
    Buffer.from(encodeJson(columns, 'one')).toString(),
  ) as { turnoverTotal: number; potentialTotal: number };
  return { turnover: turnoverTotal, potential: potentialTotal };
}

/** Added in whole centimes. */
function totalOf(figures: readonly Figures[]): Figures {
  const sum = (figure: keyof Figures) =>
    figures.reduce((total, each) => total + Math.round(each[figure] * 100), 0) / 100;
  return { turnover: sum('turnover'), potential: sum('potential') };
}
