import type { PoolClient } from 'pg';

// Any fixed number; the release before takes the same.
const PUBLICATION_LOCK = 7_680_002;

/**
 * Lets publications of catalogues and stock-out lists wait for each other until the transaction ends, so that histories
 * merge one after the other and none publishes on a ground that another has just moved.
 */
export async function lockPublications(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [PUBLICATION_LOCK]);
}
