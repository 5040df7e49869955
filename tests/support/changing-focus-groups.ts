import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Runs `work` while focus groups are being changed; there is none afterwards. */
export async function whileFocusGroupsChange(pool: Pool, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const changing = (async () => {
    while (!isOver) {
      await pool.query("insert into focus_groups (name) values ('Changed')");
      await pool.query('delete from focus_groups');
      await sleep(20);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await changing;
  }
}
