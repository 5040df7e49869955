import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { ensureChromium } from './install-browsers.ts';
import { closingLine, readResults, slowest } from './test-results.ts';

const results = 'test-results';
const vitest = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${results}/${project}.json`;

const steps: { name: string; command: string; environment?: () => Promise<Record<string, string>> }[] = [
  { name: 'types', command: 'npm run --silent test:types' },
  { name: 'lint', command: 'npm run --silent test:lint' },
  { name: 'format', command: 'npm run --silent test:format' },
  { name: 'unit', command: vitest('unit') },
  { name: 'sql', command: vitest('sql') },
  { name: 'api', command: vitest('api') },
  {
    name: 'browser',
    command: 'playwright test --reporter=list,json',
    environment: async () => ({
      CHROMIUM_PATH: await ensureChromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/browser.json`,
    }),
  },
];

// npm test -- unit api runs these two only.
const named = process.argv.slice(2);
const unknown = named.filter((each) => !steps.some(({ name }) => name === each));
if (unknown.length > 0) {
  const names = steps.map(({ name }) => name).join(', ');
  console.error(
    `There is no step ${unknown.join(', ')}; there are ${names}. One file: npm run test:unit -- FILE.`,
  );
  process.exit(1);
}
const chosen = named.length === 0 ? steps : steps.filter(({ name }) => named.includes(name));

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

const times: string[] = [];
let failed: string | undefined;
for (const { name, command, environment } of chosen) {
  console.log(`\n━━ ${name} ${'━'.repeat(60 - name.length)}`);
  const startedAt = performance.now();
  const code = await run(command, environment).catch((error: Error) => {
    console.error(error.message);
    return 1;
  });
  times.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  if (code === 0) continue;
  failed = name;
  break;
}

const tests = (await Promise.all(chosen.map(({ name }) => readResults(`${results}/${name}.json`)))).flat();
if (tests.length > 0) console.log(`\nThe slowest tests:\n${slowest(tests, 20)}`);
console.log(`\n${times.join(' · ')}`);
if (failed) console.log(`The step ${failed} failed.`);
console.log(closingLine(tests));
process.exitCode = failed ? 1 : 0;

async function run(command: string, environment?: () => Promise<Record<string, string>>): Promise<number> {
  const env = { ...process.env, ...(await environment?.()) };
  return new Promise((resolve, reject) => {
    // Of a terminal's Ctrl-C it hears by itself; a build server that gives up tells us alone, maybe as soon as it has begun.
    const end = () => child.kill('SIGTERM');
    process.once('SIGTERM', end);
    const child = spawn(`exec ${command}`, { shell: true, stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', end);
      resolve(code ?? 1);
    });
  });
}
