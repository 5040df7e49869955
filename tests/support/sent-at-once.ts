import type { Pool } from 'pg';
import { expect } from 'vitest';
import { countLockWaits } from './database.ts';

/** The answers of requests that store something of a user: all of them have come to that before one of them goes on. */
export async function sentAtOnce<Answer>(
  pool: Pool,
  amount: number,
  send: () => Promise<Answer>,
): Promise<Answer[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Whatever refers to a user waits for that.
    await client.query('select from users for update');
    const answers = Promise.all(Array.from({ length: amount }, send));
    await expect.poll(() => countLockWaits(pool), { timeout: 4000 }).toBe(amount);
    await client.query('commit');
    return await answers;
  } finally {
    client.release(true);
  }
}
