import { spawn, spawnSync } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { oldestPostgres } from '#tests/support/engines.ts';
import { ensureChromium, installEngines } from './install-browsers.ts';

// npm run test:long -- torture start asks these files only, and no page.
const named = process.argv.slice(2);
/** Test files that npm test leaves out, and those that repeat something more often here. */
const files: string[] = [];
for await (const path of glob('tests/{unit,sql,api}/**/*.test.ts'))
  if (path.endsWith('.long.test.ts') || (await readFile(path, 'utf8')).includes("/support/rounds.ts'"))
    files.push(path);

const asked = files.filter((path) => named.length === 0 || named.some((name) => path.includes(name)));
if (asked.length === 0) {
  console.error(`Nothing that npm run test:long alone asks is named ${named.join(' or ')}.`);
  process.exit(1);
}
const leftOut = named.length === 0 ? await installEngines() : [];
const repeated = await run('vitest', ['run', ...asked]);
// All of the browser's tests, those tagged @long too.
const shown = named.length === 0 ? await run('playwright', ['test']) : 0;
const watched = named.length === 0 ? await checkOperation() : 0;
// Pages in Firefox and in WebKit, which tablets have, and several processes behind a proxy.
const elsewhere = named.length === 0 ? await run('vitest', ['run', '--project', 'engines']) : 0;
// All calls on the oldest PostgreSQL that is supported, each asked as often as npm test does.
const oldest = named.length === 0 ? oldestPostgres.find() : undefined;
const onOldest = oldest
  ? await run('vitest', ['run', '--project', 'api'], { TEST_POSTGRES_BIN: oldest, TEST_ROUNDS: 'short' })
  : 0;
for (const { name, packages } of leftOut)
  console.log(
    `\n━━ LEFT OUT: nothing was tried with ${name}, as ${packages.join(' and ')} could not be installed here. ━━`,
  );
process.exitCode = repeated || shown || watched || elsewhere || onOldest;

/** The files of docs/operation/, by the programs that they are for. */
async function checkOperation(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-unit-'));
  const unit = join(folder, 'portal.service');
  const text = await readFile('docs/operation/portal.service', 'utf8');
  await writeFile(
    unit,
    text.replaceAll('/opt/portal', process.cwd()).replace('User=portal', `User=${userInfo().username}`),
  );
  let failed = 0;
  for (const [command, ...args] of [
    ['promtool', 'check', 'rules', 'docs/operation/alarms.yml'],
    ['promtool', 'test', 'rules', 'docs/operation/alarms.test.yml'],
    ['systemd-analyze', 'verify', unit],
  ] as const)
    if (spawnSync(command, ['--version']).error)
      console.error(
        `LEFT OUT: ${command} ${args.join(' ')}: there is no ${command} (Debian: prometheus, systemd).`,
      );
    else failed = (await run(command, args)) || failed;
  await rm(folder, { recursive: true });
  return failed;
}

async function run(command: string, args: readonly string[], others = {}): Promise<number> {
  const env = { ...process.env, TEST_ROUNDS: 'long', CHROMIUM_PATH: await ensureChromium(), ...others };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    const end = () => {
      child.kill('SIGTERM');
      child.once('exit', () => process.exit(1));
    };
    process.once('SIGTERM', end);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', end);
      resolve(code ?? 1);
    });
  });
}
