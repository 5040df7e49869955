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

/** Looked for at least so often, so that what another process schedules is seen. */
const INTERVAL_MILLISECONDS = 60_000;

export type Publisher = { id: number; name: string; email: string };

/**
 * Publishes a proposal; gives the number of the revision. What is published is what was looked at.
 * Throws AppError 404 where there is none, 409 where it is published, built for a day to come, or built from files or
 * compared with a revision that do not count any more.
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
 * Has a proposal published when a day begins in Zurich.
 * Throws AppError as publishProposal does, 409 too where another one waits for its day, 400 for a day that has begun or
 * is before that of the prices.
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

/** Takes a proposal's day back. Throws AppError 404 where there is none, 409 where it is published or waits for none. */
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
 * Publishes a proposal whose day has come: exactly once, whichever processes try. One that no longer fits is not
 * published; that it missed its day is kept with it and written down.
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
 * Makes a revision current that was before: one step, as publishing is. `seen`: the current revision as whoever asks saw
 * it. Throws AppError 404 where there is no such revision, 409 where it is current or another one is than was seen.
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

/** Why a proposal can't be published as it was looked at: another catalogue, or other files, count now. */
export async function whyItDoesNotFit(
  db: Queryable,
  { baseRevision, builtFrom }: Pick<CatalogueProposal, 'baseRevision' | 'builtFrom'>,
): Promise<'catalogue_changed' | 'template_files_changed' | undefined> {
  const { catalogue } = await readRevisions(db);
  if (catalogue !== baseRevision) return 'catalogue_changed';
  // Held until the transaction ends, where there is one.
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
 * Publishes what waits for its day as soon as that begins in Zurich: now, at every midnight, and once a minute for what
 * was scheduled elsewhere. Any number of processes can do so; one of them publishes. Gives its end.
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
 * Milliseconds until the clocks of Zurich may next show midnight: a change of the clocks before it is noticed by looking
 * again, since nobody waits longer than a minute. A few milliseconds late rather than early.
 */
export function millisecondsToMidnight(instant: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = zurichTime(instant).time.split(':').map(Number);
  const passed = (hours * 60 + minutes) * 60 + seconds;
  return (86_400 - passed) * 1000 - instant.getMilliseconds() + 5;
}
