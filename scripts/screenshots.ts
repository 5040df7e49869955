import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Page } from '@playwright/test';
import { closeOnSignals, closing } from '#server/platform/closing.ts';
import { languages } from '#shared/languages.ts';
import { openStatistic } from '#tests/browser/demo-statistics.ts';
import { startSession } from '#tests/browser/sign-in.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { startPortal } from '#tests/support/running-portal.ts';
import prepareTestPortal from '#tests/support/test-portal.ts';
import startTestPostgres from '#tests/support/test-postgres.ts';

/** What a picture of the README may weigh. */
const MOST_BYTES = 150_000;

/** What is looked at before a release, by a name for its file; `*` is the dashboard of a customer, `:number` who that is. */
const addresses: Record<string, string> = {
  uploads: '/',
  overview: '*',
  potential: '*/potential',
  duplicates: '*/duplicate_products',
  'not-deliverable': '*/not_deliverable',
  'what-if': '*/what-if?chosen=all&benchmark=66',
  pack: '*/pack',
  products: '*/products',
  molecules: '*/molecules',
  atc: '*/atc',
  cart: '*/cart',
  analyser: '/stockout-analyser',
  'call-list': '/call-list',
  today: '/today?whose=all',
  customer: '/customer/:number',
  team: '/team',
  sessions: '/password',
  help: '/dashboard/help',
};
const widths = [360, 768, 1180, 1280, 1920];
const schemes = ['light', 'dark'] as const;

const usage = `npm run screenshots -- [PAGE …] [--language ${languages.join('|')}]

PAGE            ${Object.keys(addresses).join(', ')} (default: all of them)`;

const { values, positionals } = asked();
if (values.help) {
  console.log(usage);
  process.exit();
}
const unknown = positionals.filter((name) => !Object.hasOwn(addresses, name));
if (unknown.length > 0) refuse(`No page is called ${unknown.join(', ')}.`);
if (!languages.some((known) => known === values.language))
  refuse(`--language ${values.language}: there is ${languages.join(', ')}.`);
closeOnSignals();

// Takes pictures of the demo world: those of README.md, and every page at five widths, light and dark, to look at.
const executablePath = await findChromium();
if (!executablePath) {
  console.error('The screenshots need Chromium. npm test installs one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
const root = fileURLToPath(new URL('../', import.meta.url));
const seen = `${root}test-results/screenshots/`;
await mkdir(seen, { recursive: true });

const stopPostgres = closing(await startTestPostgres());
await prepareTestPortal();
const portal = await startPortal();
const stopPortal = closing(portal.stop);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
const closeBrowser = closing(() => browser.close());
try {
  const { directLinkId } = await openStatistic(portal.pool);
  const { rows } = await portal.pool.query<{ number: string }>(
    'select customer_external_id as number from statistics where direct_link_id = $1',
    [directLinkId],
  );
  const { number } = rows[0]!;
  const dashboard = `/dashboard/${directLinkId}`;
  if (positionals.length === 0) {
    const page = await open({ width: 1280, language: 'en' });
    await keep(page, 'dashboard', dashboard);
    await keep(page, 'analyser', '/stockout-analyser');
    await page.context().close();
  }
  for (const width of widths) {
    for (const scheme of schemes) {
      const page = await open({ width, language: values.language, scheme });
      for (const name of positionals.length > 0 ? positionals : Object.keys(addresses)) {
        await visit(page, addresses[name]!.replace('*', dashboard).replace(':number', number));
        for (const fault of await page.evaluate(layoutFaults)) {
          console.error(`${name} at ${width} px, ${scheme}: ${fault}`);
          process.exitCode = 1;
        }
        const path = `${seen}${name}-${width}-${scheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      }
      await page.context().close();
    }
  }
  console.log(`test-results/screenshots: ${widths.length * schemes.length} of each page`);
} finally {
  await closeBrowser();
  await stopPortal();
  await stopPostgres();
}

function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        language: { type: 'string', default: 'de' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    refuse((error as Error).message);
  }
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(1);
}

interface Screen {
  width: number;
  language: string;
  scheme?: 'light' | 'dark';
}

/** A page that a representative is signed in to. */
async function open({ width, language, scheme = 'light' }: Screen): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: language === 'en' ? 'en-GB' : `${language}-CH`,
    timezoneId: 'Europe/Zurich',
    viewport: { width, height: width < 700 ? 780 : 800 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await startSession(page, portal, 'rep1@portal.example');
  return page;
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

/** Takes a picture of the README. */
async function keep(page: Page, name: string, address: string): Promise<void> {
  await visit(page, address);
  const bytes = await withFewerColours(await page.screenshot({ animations: 'disabled' }));
  console.log(`docs/pictures/${name}.png: ${Math.round(bytes.byteLength / 1000)} kB`);
  if (bytes.byteLength > MOST_BYTES) throw new Error(`That is more than ${MOST_BYTES / 1000} kB.`);
  await writeFile(`${root}docs/pictures/${name}.png`, bytes);
}

/** The same picture in 32 shades of each colour: hardly anybody sees it, and it takes a quarter less room. */
async function withFewerColours(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height);
  for (const [index, value] of pixels.data.entries()) pixels.data[index] = Math.round(value / 8) * 8;
  context.putImageData(pixels, 0, 0);
  return canvas.encode('png');
}
