import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { demoProvider } from '#server/config.ts';
import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from '../demo-statistics.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations } from '../no-violations.ts';
import { signIn, startSession } from '../sign-in.ts';

/** The page's ground in tokens.css. */
const grounds = { light: 'rgb(243, 246, 248)', dark: 'rgb(15, 22, 26)' };

async function expectTheme(page: Page, theme: keyof typeof grounds): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', grounds[theme]);
}

const choice = (page: Page) => page.getByRole('combobox', { name: 'Darstellung' });

test('pages are dark where the system is or a visitor chooses it, in every tab at once, and light on paper', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login');
  await expectTheme(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTheme(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(23, 38, 47)');
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });

  // Who chooses has it in every tab and from the first frame on, until the system decides again.
  await choice(page).selectOption('Dunkel');
  await expectTheme(page, 'dark');

  const release = await holdBack(page, /\/assets\/(?!frame)[^/]*\.js/);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.frame__card')).toBeVisible();
  await expectTheme(page, 'dark');
  release();
  await expect(choice(page)).toHaveValue('dark');

  const other = await context.newPage();
  await other.goto('/login');
  await expectTheme(other, 'dark');
  await choice(other).selectOption('Hell');
  await expectTheme(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'light');
  await choice(page).selectOption('System');
  await expectTheme(page, 'dark');
  await expectTheme(other, 'light');
});

test('where the system has the say over colours, fields and what is chosen have edges', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
  await expect(page.getByLabel('E-Mail')).toHaveCSS('border-top-width', '1px');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toHaveCSS('border-top-width', '1px');
  await signIn(page, portal, 'rep1@portal.example');
  const links = page.locator('.top-bar__links a');
  await expect(links.and(page.locator('[aria-current]'))).toHaveCSS('border-bottom-width', '3px');
  await expect(links.and(page.locator(':not([aria-current])')).first()).toHaveCSS(
    'border-bottom-width',
    '0px',
  );
  await page.keyboard.press('Control+K');
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options.first()).toHaveCSS('outline-width', '2px');
  await expect(options.nth(1)).toHaveCSS('outline-style', 'none');
});

test('every part of the system has no accessibility violations, in the light and in the dark', {
  tag: '@long',
}, async ({ page, portal }) => {
  process.env.API_URL = portal.url;
  const vite = await createServer({
    configFile: 'vite.config.ts',
    cacheDir: 'test-results/vite',
    server: { port: 0, strictPort: false, hmr: false },
    logLevel: 'error',
  });
  try {
    await vite.listen();
    // What waits would never stand still.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${vite.resolvedUrls!.local[0]}styles?lang=fr`);
    const dark = page.getByRole('region', { name: 'dark' });
    await expect(dark.getByRole('button', { name: 'With a sign' })).toBeVisible();
    await expect(dark.locator('.bp6-card').first()).toHaveCSS('background-color', 'rgb(23, 32, 38)');
    await expectNoViolations(page, 'parts');
    // To be looked at, beside those of npm run screenshots.
    await page.screenshot({ path: 'test-results/screenshots/parts.png', fullPage: true });
  } finally {
    await vite.close();
  }
});

test('dark pages have no accessibility violations', { tag: '@long' }, async ({ page, portal }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  const dashboard = `/dashboard/${directLinkId}`;
  await page.emulateMedia({ colorScheme: 'dark' });
  const open = async (path: string, ready: string) => {
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  // In a language of which npm run test:long shows no others.
  await open('/login?expired&lang=fr', 'form button[type=submit]');
  await page.locator('form button[type=submit]').click();
  await expectNoViolations(page, 'login');
  await startSession(page, portal, 'admin@portal.example');
  await open('/', 'tbody td');
  await page.locator('td[data-column=actions] button').first().click();
  await page.getByRole('menuitem').first().waitFor();
  await expectNoViolations(page, 'list with menu');
  await open('/?dialog=upload', '.guide-steps button');
  await expectNoViolations(page, 'upload');
  for (const [path, ready] of [
    [dashboard, '.plot-figure svg'],
    [`${dashboard}/atc`, '.donut__segment'],
    [`${dashboard}/products`, 'tbody td'],
    [`${dashboard}/molecules?general=match`, '.plot-figure svg'],
    [`${dashboard}/cart`, 'tbody td'],
    ['/stockout-analyser-competitor', 'tbody td'],
    ['/stockout-subscriptions', 'form'],
    ['/admin/users', 'tbody td'],
    ['/admin/setup', 'main h2'],
  ] as const) {
    await open(path, ready);
    // Stands word by word in the commands of the checklist.
    await expectNoViolations(page, path, demoProvider.name.split(' '));
  }
});
