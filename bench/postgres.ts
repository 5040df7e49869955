import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { closing } from '#server/start/closing.ts';

/** A PostgreSQL 18 of the benchmark's own, in a folder that is removed when `work` is done. */
export async function withPostgres<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-bench-pg-'));
  const remove = closing(() => rm(directory, { recursive: true, force: true }));
  try {
    const postgres = await startEmbeddedPostgres({ directory: join(directory, 'pg'), durable: false });
    const stop = closing(() => postgres.stop());
    try {
      return await work(postgres);
    } finally {
      await stop();
    }
  } finally {
    await remove();
  }
}
