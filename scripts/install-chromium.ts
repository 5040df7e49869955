import { spawn } from 'node:child_process';
import { findChromium } from '#tests/support/chromium.ts';

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
    'The browser tests need Chromium, and it could not be installed here. Install it (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install --with-deps chromium), or set CHROMIUM_PATH to one.',
  );
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
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const mayInstall = await all(
    [{ command: [...prefix, 'apt-get', '--version'], limitSeconds: 10 }],
    'ignore',
  );
  if (!mayInstall) return [playwright];
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  const update = { command: [...apt, 'update'], limitSeconds: 120 };
  const packages = ['chromium-headless-shell', 'chromium'].map((name) => ({
    what: `installing the distribution's package ${name}`,
    steps: [
      update,
      { command: [...apt, 'install', '-y', '--no-install-recommends', name], limitSeconds: 300 },
    ],
  }));
  return [playwright, ...packages];
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
