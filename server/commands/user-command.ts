import { readConfig } from '../config.ts';
import { openAnnouncer } from '../platform/cache-invalidation/announcer.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createPool } from '../platform/database/pool.ts';
import { closeOnSignals } from '../start/closing.ts';
import { openCommandDatabase } from '../start/command-database.ts';
import { isExplained } from '../start/explained.ts';
import { RefusedError } from './user/accounts.ts';
import { readArguments, UsageError, type UserCommand, usage } from './user/arguments.ts';
import { runUserCommand } from './user/run-command.ts';

closeOnSignals();
try {
  const command = readArguments(process.argv.slice(2));
  console.log(command.name === 'help' ? usage : await run(command));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof RefusedError || isExplained(error)) console.error(error.message);
  else console.error(error);
}

async function run(command: Exclude<UserCommand, { name: 'help' }>): Promise<string> {
  const config = readConfig(process.env);
  const database = await openCommandDatabase(config);
  const pool = createPool(database.url, { max: 2 });
  const announcer = openAnnouncer(database.url);
  try {
    await migrate(pool);
    const told = await runUserCommand(command, { pool, config });
    if (['deactivate', 'activate', 'make-admin'].includes(command.name)) await announcer.everyoneHasHeard();
    return told;
  } finally {
    await announcer.close();
    await pool.end();
    await database.close();
  }
}
