import type { Pool } from 'pg';
import { testDatabase } from './database.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { startServerProcess } from './server-process.ts';
import { demoPassword } from './test-portal.ts';

/** A server with the demo world, as tests of the browser use it. */
export interface Portal {
  url: string;
  /** Of all demo users. */
  password: string;
  /** The server's database. */
  pool: Pool;
  /** Where its mails arrive. */
  mailbox: Mailbox;
}

export interface RunningPortal extends Portal {
  /** Whether anything that pages show differs from the demo world. */
  changed: () => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Starts a server on a copy of the demo world; 0 is any free port. */
export async function startPortal(port = '0'): Promise<RunningPortal> {
  const database = await testDatabase({ template: 'demo' });
  const mailbox = await openMailbox();
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    PORT: port,
    DEMO: 'on',
    DEMO_PASSWORD: demoPassword,
    SMTP_URL: mailbox.url,
  });
  const before = await written(database.pool);
  return {
    url: server.url,
    password: demoPassword,
    pool: database.pool,
    mailbox,
    changed: async () => (await written(database.pool)) !== before,
    stop: async () => {
      // Nothing of it is needed any more; how it ends in order is tested elsewhere.
      server.kill('SIGKILL');
      await server.ended;
      await mailbox.close();
      await database.close();
    },
  };
}

/** Tables that signing in and looking at pages write to. */
const unseen = ['sessions', 'known_devices', 'rate_limits', 'usage_counts'];

/**
 * How many rows every table has and which transaction wrote the newest: another text after every change, one that was
 * taken back too.
 */
async function written(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)
     order by table_name`,
    [unseen],
  );
  const states = rows.map(({ table_name: table }) =>
    table === 'users'
      ? `select 'users', md5(string_agg((to_jsonb(users) - 'last_sign_in_at')::text, '' order by id)) from users`
      : `select '${table}', count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${table}`,
  );
  return JSON.stringify((await pool.query(states.join(' union all '))).rows);
}
