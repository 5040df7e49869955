import type { Pool } from 'pg';
import { NO_LIST, noStockoutFiles } from '#analytics/catalogue/published-stockouts.ts';
import type { Engine } from '#analytics/engine.ts';
import type { Sources } from '#analytics/statistics.ts';
import { AppError } from '../platform/errors.ts';
import { findRatesRevision } from '../platform/settings/setting-queries.ts';
import { focusGroupsOf } from '../reference-data/focus-groups/focus-group-queries.ts';
import { findProviderRevision } from '../reference-data/provider-queries.ts';
import { catalogueFiles, stockoutFiles } from '../reference-data/publishing/catalogue-queries.ts';
import { isProposal, proposalFiles, proposalOf } from '../reference-data/publishing/proposal-queries.ts';
import { listStockoutSources } from '../reference-data/stockout-sources/stockout-source-queries.ts';
import { weeklySources } from '../reference-data/template-files/kinds.ts';
import { memberIds, sumsOfAll } from '../statistics/combined/combined-queries.ts';
import { findLines, findStatisticFiles } from '../statistics/statistic-queries.ts';

/** Loads what DuckDB holds from PostgreSQL. `engine` sums combined statistics. */
export function postgresSources(pool: Pool, engine: Engine): Sources {
  return {
    async catalogue(revision) {
      if (!isProposal(revision)) return catalogueFiles(pool, revision);
      const files = await proposalFiles(pool, proposalOf(revision));
      // Published since the revision was read.
      if (!files) throw new AppError(409, 'catalogue_changed');
      return files;
    },
    async stockouts(revision) {
      if (revision === NO_LIST) return noStockoutFiles(engine);
      const [files, named] = await Promise.all([stockoutFiles(pool, revision), listStockoutSources(pool)]);
      const weekly = new Set(weeklySources(named).map((name) => name.toLowerCase()));
      const sources = files.sources.map((each) => ({
        ...each,
        weekly: weekly.has(each.source.toLowerCase()),
      }));
      return { ...files, sources };
    },
    providerCompanies: (revision) => findProviderRevision(pool, revision),
    rates: (revision) => findRatesRevision(pool, revision),
    async focusGroups(revision) {
      const groups = await focusGroupsOf(pool, revision);
      // Changed since the revision was read: a retry sees the new state.
      if (!groups) throw new AppError(409, 'statistic_changed');
      return groups;
    },
    async statistic(statistic, revision, history) {
      const found = await findStatisticFiles(pool, statistic, revision, history);
      // Changed or deleted since its link was read: a retry sees the new state.
      if (!found) throw new AppError(409, 'statistic_changed');
      const { sums, matches, ...head } = found;
      return { sums: sums ?? (await sumsOfMembers(statistic)), matches, head };
    },
    async lines(statistic, revision, history) {
      const found = await findLines(pool, statistic, revision, history);
      if (found.length === 0) throw new AppError(409, 'statistic_changed');
      return found;
    },
  };

  async function sumsOfMembers(combined: number): Promise<Uint8Array> {
    const ids = (await memberIds(pool, combined)).map(({ id }) => id).filter((id) => id !== null);
    const sums = await sumsOfAll(pool, engine, ids);
    if (!sums) throw new AppError(409, 'statistic_changed');
    return sums;
  }
}
