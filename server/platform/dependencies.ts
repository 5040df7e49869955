import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Engine } from '#analytics/engine.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { Config } from '../config.ts';
import type { Announcer } from './cache-invalidation/announcer.ts';
import type { Changes } from './cache-invalidation/changes.ts';
import type { Revisions } from './cache-invalidation/revisions.ts';
import type { Settings } from './settings/settings.ts';

/** What routes are built from; each subject adds its own parts to those below it. */
export type Dependencies = {
  config: Config;
  log: Logger;
  /** Interactive pool, with timeouts of statements and locks. */
  pool: Pool;
  /** For storing and publishing files, and for background work. */
  bulkPool: Pool;
  changes: Changes;
  announcer: Announcer;
  engine: Engine;
  statistics: Statistics;
  currentRevisions: () => Promise<Revisions>;
  /** Set by administrators, else by the configuration. */
  settings: () => Promise<Settings>;
};
