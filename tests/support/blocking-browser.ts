import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from './chromium.ts';

/** What Chromium's settings write down for «don't allow sites to save data on your device». */
const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };

/** A browser whose user lets no site keep anything: no cookies, no storage, no locks. Null where Chromium has no settings. */
export async function openBlockingBrowser(baseURL: string): Promise<{
  context: BrowserContext;
  close: () => Promise<void>;
} | null> {
  const executablePath = await findChromium({ hasSettings: true });
  if (!executablePath) return null;
  const folder = await mkdtemp(join(tmpdir(), 'blocking-browser-'));
  await mkdir(join(folder, 'Default'));
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: chromiumFlags,
    baseURL,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1280, height: 900 },
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
