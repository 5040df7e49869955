import type { Pool, PoolClient } from 'pg';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { mergedKeys } from '#shared/catalogue-columns.ts';
import { zurichTime } from '#shared/zurich.ts';
import { readRevisions } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { recordChange } from '../../platform/record-audit.ts';
import { holdVersions } from '../template-files/template-source-queries.ts';
import { lockPublications } from './catalogue-queries.ts';
import {
  type CatalogueProposal,
  dueProposals,
  holdProposal,
  moveProposalToRevisions,
  noteMissed,
  scheduledProposal,
  storeSchedule,
} from './proposal-queries.ts';
import { findRevision, pointTo } from './revision-queries.ts';

/** Longest interval between checks, because another process may schedule one. */
const INTERVAL_MILLISECONDS = 60_000;

export type Publisher = { id: number; name: string; email: string };

/**
 * Publishes a proposal as it was reviewed; returns the revision's number. Throws AppError 404 for an unknown one, 409
 * where it is published, built for a future day, or based on outdated files or an outdated revision.
 */
export function publishProposal(pool: Pool, id: number, by: Publisher): Promise<number> {
  return inTransaction(pool, async (client) => {
    await lockPublications(client);
    const proposal = await held(client, id);
    await checkFits(client, proposal);
    const { priceDate } = proposal;
    if (priceDate > todayInZurich()) {
      throw new AppError(409, 'catalogue_of_day_to_come', { params: { date: priceDate } });
    }
    return putInForce(client, proposal, by);
  });
}

/**
 * Schedules the publication of a proposal for the beginning of a day in Zurich. Throws AppError as publishProposal, 409
 * also where another one is scheduled, 400 for a day that has begun or precedes that of the prices.
 */
export function scheduleProposal(pool: Pool, id: number, publishOn: string, by: Publisher): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockPublications(client);
    const proposal = await held(client, id);
    await checkFits(client, proposal);
    if (publishOn <= todayInZurich()) throw new AppError(400, 'schedule_day_begun');
    if (publishOn < proposal.priceDate) {
      throw new AppError(400, 'schedule_before_prices', { params: { date: proposal.priceDate } });
    }
    const waiting = await scheduledProposal(client);
    if (waiting && waiting.missed === null && waiting.id !== id) {
      throw new AppError(409, 'schedule_taken', { params: { date: waiting.publishOn! } });
    }
    await storeSchedule(client, id, { publishOn, by: by.id });
    await recordChange(client, {
      by,
      action: 'catalogue.scheduled',
      ...subjectOf(proposal),
      before: { publishOn: proposal.publishOn },
      after: { publishOn, priceDate: proposal.priceDate },
    });
  });
}

/** Cancels a schedule. Throws AppError 404 for an unknown proposal, 409 where it is published or not scheduled. */
export function cancelSchedule(pool: Pool, id: number, by: Publisher): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockPublications(client);
    const proposal = await held(client, id);
    if (proposal.publishOn === null) throw new AppError(409, 'catalogue_not_scheduled');
    await storeSchedule(client, id, null);
    await recordChange(client, {
      by,
      action: 'catalogue.cancelled',
      ...subjectOf(proposal),
      before: { publishOn: proposal.publishOn },
      after: { publishOn: null },
    });
  });
}

/**
 * Publishes a due proposal once, whichever processes try. An outdated one is not published; the failure is stored with it
 * and audited.
 */
export function publishOnItsDay(pool: Pool, id: number): Promise<'published' | 'missed' | 'nothing'> {
  return inTransaction(pool, async (client) => {
    await lockPublications(client);
    const proposal = await holdProposal(client, id);
    if (!proposal || proposal.publishedRevision !== null || proposal.missed !== null) return 'nothing';
    if (proposal.publishOn === null || proposal.publishOn > todayInZurich()) return 'nothing';
    const why = await whyItDoesNotFit(client, proposal);
    if (why === undefined) {
      await putInForce(client, proposal, null);
      return 'published';
    }
    await noteMissed(client, id, why);
    await recordChange(client, {
      by: null,
      action: 'catalogue.cancelled',
      ...subjectOf(proposal),
      before: { publishOn: proposal.publishOn },
      after: { publishOn: null, missed: why },
    });
    return 'missed';
  });
}

/**
 * Makes an earlier revision current again. `seen`: the current revision that the caller saw. Throws AppError 404 for an
 * unknown revision, 409 where it is current or another one than `seen` is.
 */
export function goBackTo(pool: Pool, revision: number, seen: number, by: Publisher): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockPublications(client);
    if (!(await findRevision(client, revision))) throw notFound();
    const { catalogue } = await readRevisions(client);
    if (catalogue === revision) throw new AppError(409, 'revision_is_current');
    if (catalogue !== seen) throw new AppError(409, 'catalogue_changed');
    await pointTo(client, revision);
    await recordChange(client, {
      by,
      action: 'catalogue.taken-back',
      subject: 'catalogue',
      subjectKey: revision,
      subjectName: String(revision),
      before: { revision: catalogue },
      after: { revision },
    });
  });
}

/** Why a proposal is outdated: the current catalogue or files have changed. */
export async function whyItDoesNotFit(
  db: Queryable,
  { baseRevision, builtFrom }: Pick<CatalogueProposal, 'baseRevision' | 'builtFrom'>,
): Promise<'catalogue_changed' | 'template_files_changed' | undefined> {
  const { catalogue } = await readRevisions(db);
  if (catalogue !== baseRevision) return 'catalogue_changed';
  // Locked until the end of a transaction.
  const now = await holdVersions(db, mergedKeys);
  const same =
    now.length === builtFrom.length &&
    now.every(({ key, versionId }) =>
      builtFrom.some((from) => from.key === key && from.versionId === versionId),
    );
  return same ? undefined : 'template_files_changed';
}

async function held(client: PoolClient, id: number): Promise<CatalogueProposal> {
  const proposal = await holdProposal(client, id);
  if (!proposal) throw notFound();
  if (proposal.publishedRevision !== null) {
    throw new AppError(409, 'catalogue_is_published', { params: { revision: proposal.publishedRevision } });
  }
  return proposal;
}

async function checkFits(client: PoolClient, proposal: CatalogueProposal): Promise<void> {
  const why = await whyItDoesNotFit(client, proposal);
  if (why) throw new AppError(409, why);
}

async function putInForce(
  client: PoolClient,
  proposal: CatalogueProposal,
  by: Publisher | null,
): Promise<number> {
  const revision = await moveProposalToRevisions(client, proposal.id, by ? `${by.name} <${by.email}>` : '');
  await recordChange(client, {
    by,
    action: 'catalogue.published',
    subject: 'catalogue',
    subjectKey: revision,
    subjectName: String(revision),
    before: { revision: proposal.baseRevision },
    after: {
      revision,
      priceDate: proposal.priceDate,
      products: proposal.products,
      ...(proposal.publishOn === null ? {} : { publishOn: proposal.publishOn }),
    },
  });
  return revision;
}

function subjectOf(proposal: CatalogueProposal) {
  return {
    subject: 'catalogue-proposal',
    subjectKey: proposal.id,
    subjectName: String(proposal.id),
  } as const;
}

/**
 * Publishes scheduled proposals as soon as their day begins in Zurich: checks now, at every midnight, and every minute
 * for those scheduled by other processes. Several processes may run it; one publishes. Returns a function that stops it.
 */
export function publishOnTheirDays(pool: Pool, onError: (error: unknown) => void): () => Promise<void> {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  look();
  return () => {
    ended = true;
    clearTimeout(timer);
    return running;
  };

  function look(): void {
    running = publishDue()
      .catch(onError)
      .then(() => {
        if (ended) return;
        timer = setTimeout(look, Math.min(INTERVAL_MILLISECONDS, millisecondsToMidnight(now())));
        timer.unref();
      });
  }

  async function publishDue(): Promise<void> {
    for (const id of await dueProposals(pool, todayInZurich())) {
      if (ended) return;
      await publishOnItsDay(pool, id);
    }
  }
}

/**
 * Milliseconds until midnight in Zurich, slightly late rather than early. A change to or from summer time needs no care,
 * because checks are at most a minute apart.
 */
export function millisecondsToMidnight(instant: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = zurichTime(instant).time.split(':').map(Number);
  const passed = (hours * 60 + minutes) * 60 + seconds;
  return (86_400 - passed) * 1000 - instant.getMilliseconds() + 5;
}
