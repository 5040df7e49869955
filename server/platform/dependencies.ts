import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Engine } from '#analytics/engine.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { Config } from '../config.ts';
import type { Announcer } from './cache-invalidation/announcer.ts';
import type { Changes } from './cache-invalidation/changes.ts';
import type { Revisions } from './cache-invalidation/revisions.ts';
import type { Settings } from './settings/settings.ts';

/** The parts of a running server that routes are built from; each subject adds those that it has to the ones below it. */
export type Dependencies = {
  config: Config;
  log: Logger;
  /** For what a person waits for; with timeouts of statements and locks. */
  pool: Pool;
  /** For files that are stored, published or replaced, and for what is done in the background. */
  bulkPool: Pool;
  changes: Changes;
  announcer: Announcer;
  engine: Engine;
  statistics: Statistics;
  currentRevisions: () => Promise<Revisions>;
  /** What administrators have set, before what the configuration says. */
  settings: () => Promise<Settings>;
};
