import type { Pool } from 'pg';
import type { Sources } from '#analytics/statistics.ts';
import { catalogueFiles, stockoutFiles } from '../db/catalogue.ts';
import { focusGroupsOf } from '../db/focus-groups.ts';
import { findStatisticFiles } from '../db/statistics.ts';
import { AppError } from '../errors.ts';

/** PostgreSQL as the source of what DuckDB holds. */
export function postgresSources(pool: Pool): Sources {
  return {
    catalogue: (revision) => catalogueFiles(pool, revision),
    stockouts: (revision) => stockoutFiles(pool, revision),
    async focusGroups(revision) {
      const groups = await focusGroupsOf(pool, revision);
      // Changed between the look at the revision and now: the client's retry sees the new state.
      if (!groups) throw new AppError(409, 'statistic_changed');
      return groups;
    },
    async statistic(statistic, revision) {
      const found = await findStatisticFiles(pool, statistic, revision);
      // Changed or deleted between the look at its link and now: the client's retry sees the new state.
      if (!found) throw new AppError(409, 'statistic_changed');
      const { lines, ...head } = found;
      return { lines, head };
    },
  };
}
