import type { Pool } from 'pg';
import { jsonOfParquet, parquetOfJson } from '#analytics/catalogue/parquet.ts';
import type { Engine } from '#analytics/engine.ts';
import {
  type DifferenceList,
  differenceLists,
  type MergedKey,
  mergedKeys,
} from '#shared/catalogue-columns.ts';
import { readRevisions } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { threads } from '../../platform/threads.ts';
import type { MergeRequest, MergeResult } from '../merging/merge-worker.ts';
import type { Says } from '../merging/precedence.ts';
import { versionsWithRows } from '../template-files/template-source-queries.ts';
import { catalogueFiles } from './catalogue-queries.ts';
import { insertProposal, insertProposalRows } from './proposal-queries.ts';
import { findRevision } from './revision-queries.ts';

/** One at a time: a merge holds all sources in memory. */
const merging = threads<MergeRequest, MergeResult>(new URL('../merging/merge-worker.ts', import.meta.url), {
  most: 1,
  keepsOne: false,
  resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 },
  tooLarge: () => new Error('Merging the template files took more memory than a thread has.'),
});

export type Build = {
  /** The day as of which prices and listings are taken, YYYY-MM-DD; may be in the future. */
  priceDate: string;
  by: { id: number; name: string; email: string };
  providerCompanies: readonly string[];
};

/**
 * Builds a catalogue from the current template files, compares it with the current revision and stores both as a
 * proposal, without publishing; returns its number. Merging and comparing run on a thread. Throws AppError 409 without a
 * template file that lists products.
 */
export async function buildCatalogue(
  pool: Pool,
  engine: Engine,
  { priceDate, by, providerCompanies }: Build,
): Promise<number> {
  // One snapshot of both: a later change makes the proposal outdated.
  const { versions, base } = await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    return {
      versions: await versionsWithRows(client, mergedKeys),
      base: (await readRevisions(client)).catalogue,
    };
  });
  const hasProducts = versions.some(({ key }) =>
    ['swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices'].includes(key),
  );
  if (versions.length === 0 || (base === null && !hasProducts)) throw new AppError(409, 'no_template_files');
  const result = await merging.run({
    sources: Object.fromEntries(versions.map(({ key, date, rows }) => [key, { date, rows }])),
    current: base === null ? null : await readRevision(pool, engine, base),
    priceDate,
    providerCompanies,
  });
  const { tables, lists } = result;
  const [products, alternatives, exclusives, traces] = await Promise.all([
    parquetOfJson(engine, 'products', tables.products),
    parquetOfJson(engine, 'alternatives', tables.alternatives),
    parquetOfJson(engine, 'exclusives', tables.exclusives),
    parquetOfJson(engine, 'traces', tables.traces),
  ]);
  return inTransaction(pool, async (client) => {
    const before = base === null ? undefined : await findRevision(client, base);
    const pricesOf = newestPrices(result.pricesFrom, versions, before?.pricesOf);
    const id = await insertProposal(client, {
      by,
      priceDate,
      // Future prices count from their day on, which is not after the catalogue's.
      pricesOf: pricesOf !== null && pricesOf > priceDate ? priceDate : pricesOf,
      baseRevision: base,
      builtFrom: versions.map(({ rows: _, ...version }) => version),
      products: result.productCount,
      counts: Object.fromEntries(differenceLists.map((list) => [list, lists[list].count])) as Record<
        DifferenceList,
        number
      >,
      facts: result.facts,
      files: { products, alternatives, exclusives, traces },
    });
    for (const list of differenceLists) {
      if (lists[list].count === 0) continue;
      await insertProposalRows(client, id, list, Buffer.from(lists[list].rows).toString('utf8'));
    }
    return id;
  });
}

/** The newest day of the prices used; null where no source has one. */
function newestPrices(
  from: readonly Says[],
  versions: readonly { key: MergedKey; date: string | null }[],
  before: string | undefined,
): string | null {
  const days = from.map((says) =>
    says === 'current' ? before : versions.find(({ key }) => key === says)?.date,
  );
  return (
    days
      .filter((day) => day != null)
      .toSorted()
      .at(-1) ?? null
  );
}

async function readRevision(pool: Pool, engine: Engine, revision: number) {
  const files = await catalogueFiles(pool, revision);
  const [products, alternatives, exclusives] = await Promise.all([
    jsonOfParquet(engine, 'products', files.products),
    jsonOfParquet(engine, 'alternatives', files.alternatives),
    jsonOfParquet(engine, 'exclusives', files.exclusives),
  ]);
  return { products, alternatives, exclusives };
}
