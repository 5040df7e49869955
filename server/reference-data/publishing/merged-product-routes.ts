import { z } from 'zod';
import { todayInZurich } from '#analytics/context.ts';
import { differenceLists, mergedKeys } from '#shared/catalogue-columns.ts';
import { day, digits, id, pathId, text } from '#shared/fields.ts';
import {
  type CatalogueProposalAnswer,
  type CatalogueRevision,
  catalogueEffect,
  catalogueProposal,
  catalogueRevision,
  differencePage,
  type MergedProducts,
  mergedProducts,
} from '#shared/schemas/merged-products.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendMadeFile, XLSX } from '../../http/send-file.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { notFound } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { versionsInUse } from '../template-files/template-source-queries.ts';
import { buildCatalogue } from './build-catalogue.ts';
import { differencesWorkbook } from './differences-workbook.ts';
import { effectsOnStatistics } from './effect-on-statistics.ts';
import {
  type CatalogueProposal,
  countBegun,
  findProposal,
  findProposalRows,
  newestProposal,
  scheduledProposal,
} from './proposal-queries.ts';
import {
  cancelSchedule,
  goBackTo,
  publishProposal,
  scheduleProposal,
  whyItDoesNotFit,
} from './publish-catalogue.ts';
import {
  findCurrentRevision,
  listRevisions,
  type CatalogueRevision as StoredRevision,
} from './revision-queries.ts';

const path = '/api/merged-products';
const proposalPath = `${path}/proposals/:id`;
const listPath = `${proposalPath}/differences/:list`;
const proposalParams = z.strictObject({ id: pathId });
const listParams = z.strictObject({ id: pathId, list: z.enum(differenceLists) });

const wanted = {
  text: text().max(255).optional().default('').describe('part of a GTIN, a name or a value'),
  column: text().max(64).optional().default('').describe('only rows of this field'),
};

/** The catalogue built from template files: proposals, their changes, publishing and reverting. */
export function mergedProductRoutes(dependencies: Dependencies): Route[] {
  const { pool, bulkPool, engine, settings } = dependencies;
  const effectOf = effectsOnStatistics(dependencies);
  return [
    defineRoute({
      method: 'get',
      path,
      summary: 'The current catalogue and the files it was built from, and what is built and not published.',
      access: 'admin',
      answer: mergedProducts,
      handle: () => describeMergedProducts(pool),
    }),
    defineRoute({
      method: 'post',
      path: `${path}/proposals`,
      summary:
        'Builds a catalogue from the template files that count, as of a day (default: today), and compares it with the current one. Nothing is published. 409 where there are no files to build from.',
      access: 'admin',
      audit: { none: 'nothing counts of it until it is published' },
      announces: false,
      body: z.strictObject({ priceDate: day.optional() }),
      answer: catalogueProposal,
      // Not aborted: a user who leaves finds the result later.
      async handle(_ctx, { body, user }) {
        const built = await buildCatalogue(bulkPool, engine, {
          priceDate: body.priceDate ?? todayInZurich(),
          by: user,
          providerCompanies: (await settings()).provider.companies,
        });
        return describeProposal(pool, built);
      },
    }),
    defineRoute({
      method: 'get',
      path: proposalPath,
      summary: 'What was built, from which files, and how many rows each list of differences has.',
      access: 'admin',
      params: proposalParams,
      objects: { id: 'administered' },
      answer: catalogueProposal,
      handle: (_ctx, { params }) => describeProposal(pool, params.id),
    }),
    defineRoute({
      method: 'get',
      path: listPath,
      summary: 'A page of a list of differences from the current catalogue.',
      access: 'admin',
      params: listParams,
      objects: { id: 'administered', list: 'word' },
      query: z.strictObject({
        ...wanted,
        PageNumber: digits(1, 100_000).optional().default(1),
        PageSize: digits(1, 500).optional().default(100),
      }),
      answer: differencePage,
      async handle(_ctx, { params, query }) {
        await describeProposal(pool, params.id);
        const page = { offset: (query.PageNumber - 1) * query.PageSize, limit: query.PageSize };
        return findProposalRows(pool, params.id, { ...query, list: params.list }, page);
      },
    }),
    defineRoute({
      method: 'get',
      path: `${listPath}/excel`,
      summary: 'A list of differences as .xlsx.',
      access: 'admin',
      costs: 'export',
      params: listParams,
      objects: { id: 'administered', list: 'word' },
      query: z.strictObject(wanted),
      async handle(ctx, { params, query }) {
        const proposal = await describeProposal(pool, params.id);
        await sendMadeFile(ctx, {
          name: fileName('xlsx', translate(languageOf(ctx), `merged.lists.${params.list}`), proposal.id),
          type: XLSX,
          async make(options) {
            const all = { offset: 0, limit: null };
            const { rows } = await findProposalRows(pool, params.id, { ...query, list: params.list }, all);
            return differencesWorkbook(params.list, rows, proposal, languageOf(ctx), {
              ...options,
              author: (await settings()).provider.name,
            });
          },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: `${proposalPath}/effect`,
      summary:
        'Turnover and potential of the newest statistic of each of up to 50 customers, now and with what was built; reckoned once and kept.',
      access: 'admin',
      params: proposalParams,
      objects: { id: 'administered' },
      answer: catalogueEffect,
      handle: (ctx, { params }) => effectOf(params.id, clientGone(ctx)),
    }),
    defineRoute({
      method: 'post',
      path: `${proposalPath}/publish`,
      summary:
        'Publishes what was built: every dashboard uses it from then on. 409 where other files or another catalogue count by now.',
      access: 'admin',
      audit: 'catalogue.published',
      announces: true,
      params: proposalParams,
      objects: { id: 'administered' },
      answer: catalogueProposal,
      async handle(_ctx, { params, user }) {
        await publishProposal(bulkPool, params.id, user);
        return describeProposal(pool, params.id);
      },
    }),
    defineRoute({
      method: 'post',
      path: `${proposalPath}/schedule`,
      summary: 'Has it published when a day begins in Zurich. 409 where another one waits for its day.',
      access: 'admin',
      audit: 'catalogue.scheduled',
      announces: false,
      params: proposalParams,
      objects: { id: 'administered' },
      body: z.strictObject({ publishOn: day }),
      answer: catalogueProposal,
      async handle(_ctx, { params, body, user }) {
        await scheduleProposal(bulkPool, params.id, body.publishOn, user);
        return describeProposal(pool, params.id);
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${proposalPath}/schedule`,
      summary: 'Takes its day back.',
      access: 'admin',
      audit: 'catalogue.cancelled',
      announces: false,
      params: proposalParams,
      objects: { id: 'administered' },
      answer: catalogueProposal,
      async handle(_ctx, { params, user }) {
        await cancelSchedule(bulkPool, params.id, user);
        return describeProposal(pool, params.id);
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/revisions`,
      summary: 'The newest 200 published catalogues.',
      access: 'admin',
      answer: z.array(catalogueRevision),
      handle: () => describeRevisions(pool),
    }),
    defineRoute({
      method: 'post',
      path: `${path}/revisions/:revision/publish`,
      summary:
        'Makes an earlier catalogue the current one again. 409 where another one is current than was seen.',
      access: 'admin',
      audit: 'catalogue.taken-back',
      announces: true,
      params: z.strictObject({ revision: pathId }),
      objects: { revision: 'administered' },
      body: z.strictObject({ current: id.describe('the current revision, as it was seen') }),
      answer: z.array(catalogueRevision),
      async handle(_ctx, { params, body, user }) {
        await goBackTo(bulkPool, params.revision, body.current, user);
        return describeRevisions(pool);
      },
    }),
  ];
}

/** The published catalogue, its files, and the proposal. */
async function describeMergedProducts(db: Queryable): Promise<MergedProducts> {
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
    begun: current ? await countBegun(db, current.revision, todayInZurich()) : 0,
    proposal: newest ? await answerProposal(db, newest) : null,
    scheduled: waiting ? await answerProposal(db, waiting) : null,
  };
}

/** The newest revisions, at most 200. */
async function describeRevisions(db: Queryable): Promise<CatalogueRevision[]> {
  return (await listRevisions(db, 200)).map(answerRevision);
}

/** @throws AppError 404 without one */
async function describeProposal(db: Queryable, id: number): Promise<CatalogueProposalAnswer> {
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
