import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

const run = promisify(execFile);

/** Headless, quiet, and without the sandbox, which root and most containers do not have. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// The same engine without a browser's own windows, pages and settings: a quarter less work per test.
const shell = 'chromium-headless-shell';
const programs = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/**
 * Path of a Chromium that starts: CHROMIUM_PATH, else the system's, else Playwright's; undefined when there is none.
 * `hasSettings`: only one that heeds the settings of a profile.
 * @throws {Error} when CHROMIUM_PATH is set and does not start
 */
export async function findChromium({ hasSettings = false } = {}): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given && !(hasSettings && given.endsWith(shell))) {
    if (await starts(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, but that does not start.`);
  }
  const directories = (process.env.PATH ?? '').split(delimiter);
  const usable = programs.filter((program) => !hasSettings || program !== shell);
  const candidates = [
    ...usable.flatMap((program) => directories.map((directory) => join(directory, program))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ];
  for (const candidate of candidates)
    if (existsSync(candidate) && (await starts(candidate))) return candidate;
  return undefined;
}

/** A downloaded browser may lack the system libraries it needs, and Ubuntu's may be a stub. */
async function starts(path: string): Promise<boolean> {
  return run(path, ['--version'], { timeout: 20_000 }).then(
    ({ stdout }) => /chrom/i.test(stdout),
    () => false,
  );
}
