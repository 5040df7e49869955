import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { ensureChromium } from './install-chromium.ts';
import { closingLine, readResults, slowest } from './test-results.ts';

const results = 'test-results';
const vitest = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${results}/${project}.json`;

type Step = { name: string; command: string; environment?: () => Promise<Record<string, string>> };

/**
 * Steps that run at once, one group after the other. Those of the browser and of the API wait for other processes much
 * of their time, the others keep the machine busy by themselves.
 */
const groups: Step[][] = [
  [
    { name: 'types', command: 'npm run --silent test:types' },
    { name: 'lint', command: 'npm run --silent test:lint' },
    { name: 'format', command: 'npm run --silent test:format' },
  ],
  [{ name: 'unit', command: vitest('unit') }],
  [{ name: 'sql', command: vitest('sql') }],
  [
    {
      name: 'browser',
      command: 'playwright test --reporter=list,json',
      environment: async () => ({
        CHROMIUM_PATH: await ensureChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/browser.json`,
      }),
    },
    { name: 'api', command: vitest('api') },
  ],
];

// npm test -- unit api runs these two only.
const named = process.argv.slice(2);
const chosen = groups
  .map((group) => group.filter(({ name }) => named.length === 0 || named.includes(name)))
  .filter((group) => group.length > 0);

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

const startedAt = performance.now();
const times: string[] = [];
let failed: string[] = [];
for (const group of chosen) {
  const outcomes = await Promise.all(group.map((step, place) => perform(step, place === 0)));
  failed = group.flatMap(({ name }, place) => (outcomes[place] === 0 ? [] : [name]));
  if (failed.length > 0) break;
}

const tests = (
  await Promise.all(chosen.flat().map(({ name }) => readResults(`${results}/${name}.json`)))
).flat();
if (tests.length > 0) console.log(`\nThe slowest tests:\n${slowest(tests, 20)}`);
console.log(`\n${times.join(' · ')} · in all ${secondsSince(startedAt)} s`);
for (const name of failed) console.log(`The step ${name} failed.`);
console.log(closingLine(tests));
process.exitCode = failed.length > 0 ? 1 : 0;

/** Runs a step and gives its exit code; what it says is shown at once, or when it has ended. */
async function perform({ name, command, environment }: Step, atOnce: boolean): Promise<number> {
  const heading = `\n━━ ${name} ${'━'.repeat(60 - name.length)}`;
  const stepStartedAt = performance.now();
  if (atOnce) console.log(heading);
  const said: Buffer[] = [];
  const code = await run(command, environment, atOnce ? undefined : said).catch((error: Error) => {
    console.error(error.message);
    return 1;
  });
  if (!atOnce) {
    console.log(heading);
    process.stdout.write(Buffer.concat(said));
  }
  times.push(`${name} ${secondsSince(stepStartedAt)} s`);
  return code;
}

async function run(
  command: string,
  environment: Step['environment'],
  said: Buffer[] | undefined,
): Promise<number> {
  const env = { ...process.env, ...(await environment?.()) };
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: said ? ['ignore', 'pipe', 'pipe'] : 'inherit', env });
    child.stdout?.on('data', (chunk: Buffer) => said?.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => said?.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function secondsSince(instant: number): string {
  return ((performance.now() - instant) / 1000).toFixed(1);
}
