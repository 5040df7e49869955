import type { Statistics } from '#analytics/statistics.ts';
import type { Changes } from './changes.ts';
import type { Revisions } from './revisions.ts';

/**
 * Lets what nobody can reach any more leave memory as soon as PostgreSQL tells of it: statistics that were changed,
 * closed or deleted, and those joined with reference data that another revision has replaced.
 */
export function dropSuperseded(
  statistics: Statistics,
  changes: Changes,
  currentRevisions: () => Promise<Revisions>,
): void {
  // Where they can't be read now, the next notice makes up for it.
  const retain = () => void currentRevisions().then(statistics.retain, () => undefined);
  changes.on('catalogue', retain);
  changes.on('stockouts', retain);
  changes.on('focusGroups', retain);
  changes.on('config', (key) => key === 'PROVIDER_COMPANIES' && retain());
  changes.onBack(retain);
  changes.on('statistic', (key) => statistics.forget(Number(key.slice(key.indexOf(' ')))));
}
