import { spawn } from 'node:child_process';
import { findChromium } from '#tests/support/chromium.ts';
import { engines, oldestPostgres, pooler, proxy } from '#tests/support/engines.ts';

/**
 * Path of a Chromium for the browser tests, installed where there is none: Playwright's build where its server is
 * reachable, else the distribution's package where we may install one.
 * @throws {Error} saying what to do where neither works
 */
export async function ensureChromium(): Promise<string> {
  const found = await findChromium();
  if (found) return found;
  for (const { what, steps } of await attempts()) {
    console.log(`No Chromium found: ${what} …`);
    if (!(await all(steps))) continue;
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium, and it could not be installed here. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium), or set CHROMIUM_PATH to one.',
  );
}

/** Installs what is missing of the engines beside Chromium, the proxy, the pooler and PostgreSQL; gives what can't be tried here. */
export async function installEngines(): Promise<{ name: string; packages: readonly string[] }[]> {
  const wanted = [...engines, proxy, pooler, oldestPostgres];
  for (const { name, packages, find } of wanted) {
    const attempt = find() ? undefined : await installing(packages);
    if (!attempt) continue;
    console.log(`No ${name} found: ${attempt.what} …`);
    await all(attempt.steps);
  }
  return wanted.filter(({ find }) => !find());
}

interface Attempt {
  what: string;
  steps: { command: string[]; limitSeconds: number }[];
}

async function attempts(): Promise<Attempt[]> {
  const playwright: Attempt = {
    what: "downloading Playwright's",
    steps: [{ command: ['npx', 'playwright', 'install', 'chromium'], limitSeconds: 120 }],
  };
  // The shell for most tests, the other for those of a browser's own settings; the shell is not in every distribution.
  const own = [['chromium-headless-shell', 'chromium'], ['chromium']].map(installing);
  return [playwright, ...(await Promise.all(own))].filter((attempt) => attempt !== undefined);
}

/** Installs the distribution's packages; undefined where we may not. */
async function installing(packages: readonly string[]): Promise<Attempt | undefined> {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const mayInstall = await all(
    [{ command: [...prefix, 'apt-get', '--version'], limitSeconds: 10 }],
    'ignore',
  );
  if (!mayInstall) return undefined;
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  return {
    what: `installing the distribution's ${packages.join(' and ')}`,
    steps: [
      { command: [...apt, 'update'], limitSeconds: 120 },
      { command: [...apt, 'install', '-y', '--no-install-recommends', ...packages], limitSeconds: 300 },
    ],
  };
}

async function all(steps: Attempt['steps'], stdio: 'inherit' | 'ignore' = 'inherit'): Promise<boolean> {
  for (const { command, limitSeconds } of steps)
    if (!(await succeeds(command, limitSeconds, stdio))) return false;
  return true;
}

function succeeds(
  [program, ...parameters]: string[],
  limitSeconds: number,
  stdio: 'inherit' | 'ignore',
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program!, parameters, {
      stdio: ['ignore', stdio, stdio],
      timeout: limitSeconds * 1000,
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
