import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Page } from '@playwright/test';
import { closeOnSignals, closing } from '#server/start/closing.ts';
import { openStatistic } from '#tests/browser/demo-statistics.ts';
import { startSession } from '#tests/browser/sign-in.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { startPortal } from '#tests/support/running-portal.ts';
import prepareTestPortal from '#tests/support/test-portal.ts';
import startTestPostgres from '#tests/support/test-postgres.ts';
import { takesNoOptions } from './no-options.ts';

/** What a picture of the README may weigh. */
const MOST_BYTES = 150_000;

takesNoOptions('npm run pictures');
closeOnSignals();

// Takes the pictures of README.md from pages of the demo world, as a representative sees them in English.
const executablePath = await findChromium();
if (!executablePath)
  throw new Error('The pictures need Chromium. npm test installs one, or name it in CHROMIUM_PATH.');
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
await mkdir(folder, { recursive: true });

const stopPostgres = closing(await startTestPostgres());
await prepareTestPortal();
const portal = await startPortal();
const stopPortal = closing(portal.stop);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
const closeBrowser = closing(() => browser.close());
try {
  const page = await browser.newPage({
    baseURL: portal.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await startSession(page, portal, 'rep1@portal.example');
  const { directLinkId } = await openStatistic(portal.pool);
  await take(page, 'dashboard', `/dashboard/${directLinkId}`);
  await take(page, 'analyser', '/stockout-analyser');
} finally {
  await closeBrowser();
  await stopPortal();
  await stopPostgres();
}

async function take(page: Page, name: string, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const bytes = await withFewerColours(await page.screenshot({ animations: 'disabled' }));
  console.log(`docs/pictures/${name}.png: ${Math.round(bytes.byteLength / 1000)} kB`);
  if (bytes.byteLength > MOST_BYTES) throw new Error(`That is more than ${MOST_BYTES / 1000} kB.`);
  await writeFile(`${folder}${name}.png`, bytes);
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
