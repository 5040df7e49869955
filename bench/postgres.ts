import { join } from 'node:path';
import { closing } from '#server/platform/closing.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { openProcessFolder } from '#server/start/process-folder.ts';

/** A PostgreSQL 18 of the benchmark's own, in a folder that is removed when `work` is done, or by the next one to come. */
export async function withPostgres<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const folder = await openProcessFolder('bench');
  const remove = closing(folder.remove);
  try {
    const postgres = await startEmbeddedPostgres({ directory: join(folder.path, 'pg'), durable: false });
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
