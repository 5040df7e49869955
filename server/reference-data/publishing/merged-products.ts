import { mergedKeys } from '#shared/catalogue-columns.ts';
import type {
  CatalogueProposalAnswer,
  CatalogueRevision,
  MergedProducts,
} from '#shared/schemas/merged-products.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { notFound } from '../../platform/errors.ts';
import { versionsInUse } from '../template-files/template-source-queries.ts';
import {
  type CatalogueProposal,
  findProposal,
  newestProposal,
  scheduledProposal,
} from './proposal-queries.ts';
import { whyItDoesNotFit } from './publish-catalogue.ts';
import {
  findCurrentRevision,
  listRevisions,
  type CatalogueRevision as StoredRevision,
} from './revision-queries.ts';

/** What is published, from which files, and what waits to be. */
export async function describeMergedProducts(db: Queryable): Promise<MergedProducts> {
  const [current, files, newest, waiting] = await Promise.all([
    findCurrentRevision(db),
    versionsInUse(db, mergedKeys),
    newestProposal(db),
    scheduledProposal(db),
  ]);
  const used = current?.builtFrom;
  const outdated =
    used == null
      ? files.length > 0
      : files.length !== used.length ||
        files.some((file) => !used.some(({ versionId }) => versionId === file.versionId));
  return {
    current: current ? answerRevision(current) : null,
    files: files.map((file) => ({ ...file, usedAt: file.usedAt?.toISOString() ?? null })),
    outdated,
    proposal: newest ? await answerProposal(db, newest) : null,
    scheduled: waiting ? await answerProposal(db, waiting) : null,
  };
}

/** The newest revisions, at most 200. */
export async function describeRevisions(db: Queryable): Promise<CatalogueRevision[]> {
  return (await listRevisions(db, 200)).map(answerRevision);
}

/** @throws AppError 404 where there is none */
export async function describeProposal(db: Queryable, id: number): Promise<CatalogueProposalAnswer> {
  const proposal = await findProposal(db, id);
  if (!proposal) throw notFound();
  return answerProposal(db, proposal);
}

async function answerProposal(
  db: Queryable,
  { scheduledBy: _, ...proposal }: CatalogueProposal,
): Promise<CatalogueProposalAnswer> {
  const outdated =
    proposal.publishedRevision === null ? ((await whyItDoesNotFit(db, proposal)) ?? null) : null;
  return { ...proposal, builtAt: proposal.builtAt.toISOString(), outdated };
}

function answerRevision(revision: StoredRevision): CatalogueRevision {
  return {
    ...revision,
    publishedAt: revision.publishedAt.toISOString(),
    since: revision.since?.toISOString() ?? null,
  };
}
