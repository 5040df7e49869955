import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './tests/support/chromium.ts';
import { compileOnce, oneProcess } from './tests/support/kept-context.ts';
import { long } from './tests/support/rounds.ts';

const longest = ['page-links', 'first-start'].map((name) => `**/${name}.test.ts`);

export default defineConfig({
  testDir: 'tests/browser',
  // The longest first: one that began last would keep the machine waiting for it alone.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.test.ts', testIgnore: longest },
  ],
  // What a release needs beyond npm test: every language, phone and rare state.
  grepInvert: long ? undefined : /@long/,
  outputDir: 'test-results/browser',
  globalSetup: ['./tests/support/test-postgres.ts', './tests/support/test-portal.ts'],
  // Tests wait much of their time, for what the page shows and for other processes.
  workers: 3,
  forbidOnly: true,
  // Recording every run takes a quarter of the time: a test that fails is run again for its trace, and has failed.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 300_000,
  // How soon something is there is for the benchmark to say: a busy machine takes its time.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1280, height: 900 },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findChromium(),
      args: [...chromiumFlags, ...oneProcess, compileOnce],
    },
  },
});
