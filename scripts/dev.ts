import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { onStopSignals } from '#server/platform/closing.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { lockDataDirectory } from '#server/start/data-directory-lock.ts';
import { OpenParts } from '#server/start/open-parts.ts';

/** What the server reads when it starts; a change there starts it again. */
const watched = ['analytics', 'fixtures', 'migrations', 'server', 'shared', 'sql', 'translations'];
const parts = new OpenParts();

onStopSignals(
  () => stop(0),
  () => process.exit(130),
);

try {
  const config = readConfig(process.env);
  // Pages are where npm start has them; the server they ask is on the next port.
  const apiPort = config.port + 1;
  const server = [
    ...watched.map((path) => `--watch-path=${path}`),
    ...['--watch-preserve-output', '--require', './scripts/require-node.cjs', 'server/main.ts'],
  ];
  await openProgram('the server', server, {
    // PostgreSQL stays up while the server restarts.
    DATABASE_URL: config.databaseUrl ?? (await openPostgres(config.dataDir)),
    DEMO: String(config.demo),
    PORT: String(apiPort),
    PUBLIC_URL: config.publicUrl ?? `http://${config.host}:${config.port}`,
    WEB_CLIENT: 'none',
  });
  const vite = [
    'node_modules/vite/bin/vite.js',
    '--host',
    config.host,
    '--port',
    String(config.port),
    '--strictPort',
  ];
  await openProgram('Vite', vite, { API_URL: `http://${config.host}:${apiPort}` });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

async function openPostgres(dataDir: string): Promise<string> {
  await parts.open(
    'the lock',
    () => lockDataDirectory(dataDir),
    (release) => release(),
  );
  const postgres = await parts.open(
    'PostgreSQL',
    () => startEmbeddedPostgres({ directory: join(dataDir, 'postgres'), notice: console.log }),
    (opened) => opened.stop(),
  );
  return postgres.url;
}

/** Runs a Node program until we stop, and stops when it ends. */
function openProgram(
  name: string,
  parameters: string[],
  environment: Record<string, string>,
): Promise<unknown> {
  const start = () => {
    const program = spawn(process.execPath, parameters, {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
      // In a group of its own, so that Ctrl-C reaches it through us alone.
      detached: true,
    });
    const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
    ended.then(() => stop(1));
    return { program, ended };
  };
  return parts.open(name, start, ({ program, ended }) => {
    program.kill('SIGTERM');
    return ended;
  });
}

async function stop(exitCode: number): Promise<never> {
  const failures = await parts.close();
  for (const failure of failures) console.error(failure.message);
  process.exit(failures.length > 0 ? 1 : exitCode);
}
