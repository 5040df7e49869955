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
  /** Takes away what was added to the demo world; false where anything else of it differs, which only another portal cures. */
  putBack: () => Promise<boolean>;
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
  const world = await rememberWorld(database.pool);
  return {
    url: server.url,
    password: demoPassword,
    pool: database.pool,
    mailbox,
    putBack: () => world.putBack(),
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
 * The rows of now, to come back to. What is added to them can be deleted, of which PostgreSQL tells the server as of any
 * other change; what was changed or deleted can't be undone behind its back.
 */
async function rememberWorld(pool: Pool): Promise<{ putBack: () => Promise<boolean> }> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)
     order by table_name`,
    [unseen],
  );
  const now = await pool.query<{ transaction: string; user: number }>(
    'select pg_current_xact_id()::text as transaction, max(id) as user from users',
  );
  const { transaction, user } = now.rows[0]!;
  // Signing in writes to the user.
  const added = (table: string) =>
    table === 'users' ? `id > ${user}` : `xmin::text::bigint >= ${transaction}`;
  const kept = (table: string) =>
    table === 'users'
      ? `md5(string_agg((to_jsonb(users) - 'last_sign_in_at')::text, '' order by id)
           filter (where not ${added(table)}))`
      : `(count(*) filter (where not ${added(table)}))::text`;
  const states = tables.map(
    ({ name }) =>
      `select '${name}' as name, (count(*) filter (where ${added(name)}))::integer as added,
         ${kept(name)} as kept from ${name}`,
  );
  const look = async () =>
    (
      await pool.query<{ name: string; added: number; kept: string }>(
        `${states.join(' union all ')} order by name`,
      )
    ).rows;
  const before = JSON.stringify(await look());
  return {
    async putBack() {
      const rows = await look();
      const more = rows.filter((row) => row.added > 0);
      if (more.length === 0) return JSON.stringify(rows) === before;
      if (JSON.stringify(rows.map((row) => ({ ...row, added: 0 }))) !== before) return false;
      // In one statement, after which rows may refer to each other no more.
      const deleted = more.map(({ name }) => `${name}_ as (delete from ${name} where ${added(name)})`);
      const isDone = await pool.query(`with ${deleted.join(', ')} select`).then(
        () => true,
        () => false,
      );
      return isDone && JSON.stringify(await look()) === before;
    },
  };
}
