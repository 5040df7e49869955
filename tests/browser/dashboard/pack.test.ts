import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { pdfPages } from '../../support/pdf-pages.ts';
import { openStatistic } from '../demo-statistics.ts';
import { expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

const partsOf = (page: Page) =>
  page.getByRole('list', { name: 'Teile und Reihenfolge' }).getByRole('listitem');
const pagesOf = (page: Page) => page.getByRole('list', { name: 'Vorschau' }).getByRole('img');

test('the pages that are shown are those that are downloaded', async ({ page, portal }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await startSession(page, portal, 'rep1@portal.example');
  await page.goto(`/dashboard/${directLinkId}/pack`);
  await expect(pagesOf(page).first()).toHaveAttribute('data-drawn', 'true');
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen (PDF)' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^Besuchsmappe .+\.pdf$/);
  const { pages } = await pdfPages(await readFile(await download.path()), 20);
  await expect(pagesOf(page)).toHaveCount(pages.length);
  await expect(pagesOf(page).last()).toHaveAccessibleName(`Seite ${pages.length} von ${pages.length}`);
  await pagesOf(page).last().scrollIntoViewIfNeeded();
  await expect(pagesOf(page).last()).toHaveAttribute('data-drawn', 'true');
  // What is drawn is no blank sheet: the words of the first page are dark.
  const isDrawn = await pagesOf(page)
    .first()
    .evaluate((canvas: HTMLCanvasElement) =>
      canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value, place) => place % 4 === 0 && value < 100),
    );
  expect(isDrawn).toBe(true);
  await expectNoViolationsEither(page, 'pack');
});

test('parts are left out and moved by keys, buttons and dragging, and kept for the next visit', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await startSession(page, portal, 'rep2@portal.example');
  await page.goto(`/dashboard/${directLinkId}/pack`);
  const parts = partsOf(page);
  await expect(parts.first()).toContainText('Deckblatt');
  for (const name of ['Diagramme', 'Szenario', 'Glossar'])
    await page.getByRole('checkbox', { name }).uncheck({ force: true });

  // The handle keeps the focus, and what was done is said.
  const handle = page.getByRole('button', { name: 'Verschieben: Bestellvorschlag' });
  await handle.focus();
  await handle.press('Home');
  await expect(parts.first()).toContainText('Bestellvorschlag');
  await expect(
    page.getByRole('status').filter({ hasText: 'Bestellvorschlag: Platz 1 von 10' }),
  ).toBeAttached();
  await handle.press('ArrowDown');
  await expect(handle).toBeFocused();
  await expect(parts.nth(1)).toContainText('Bestellvorschlag');
  await page.getByRole('button', { name: 'Nach oben: Doppelte Produkte' }).click();

  const from = (await page.getByRole('button', { name: 'Verschieben: Handzettel' }).boundingBox())!;
  const to = (await parts.first().boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 4, { steps: 5 });
  await page.mouse.up();
  await expect(parts.first()).toContainText('Handzettel');
  await page.getByRole('checkbox', { name: 'Handzettel' }).check({ force: true });

  await page.getByLabel('Zeilen je Teil').selectOption('50');
  await page.getByRole('button', { name: 'Als meine Vorlage speichern' }).click();
  await expect(page.locator('.bp6-toast')).toContainText('Die nächste Mappe');
  await page.goto(`/dashboard/${directLinkId}/pack`);
  const kept = [
    'Handzettel',
    'Deckblatt',
    'Bestellvorschlag',
    'Kennzahlen',
    'Doppelte',
    'Angebote',
    'Nicht lieferbar',
  ];
  for (const [place, name] of kept.entries()) await expect(parts.nth(place)).toContainText(name);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(kept.length);
  await expect(page.getByLabel('Zeilen je Teil')).toHaveValue('50');

  await page.getByRole('button', { name: 'Nur der Handzettel' }).click();
  await expect(pagesOf(page)).toHaveCount(1);
  // A reload shows the same.
  await page.reload();
  await expect(pagesOf(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Handzettel' }).uncheck({ force: true });
  await expect(page.getByText('Wählen Sie mindestens einen Teil.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Herunterladen (PDF)' })).toBeDisabled();
});

test('a finger drags a part past what a phone shows of the list, which goes along', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await startSession(page, portal, 'rep1@portal.example');
  await page.setViewportSize({ width: 360, height: 480 });
  await page.goto(`/dashboard/${directLinkId}/pack`);
  const parts = partsOf(page);
  const last = await parts.last().textContent();
  await expect(parts.first()).toContainText('Deckblatt');
  const handle = page.getByRole('button', { name: 'Verschieben: Deckblatt' });
  await handle.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  await expect(parts.last()).not.toBeInViewport();

  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  const box = (await handle.boundingBox())!;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await touch('touchStart', { x, y });
  await touch('touchMove', { x, y: y + 20 });
  // It rests at the lower edge until the list has gone by.
  await touch('touchMove', { x, y: 476 });
  await expect.poll(async () => (await parts.last().boundingBox())!.y).toBeLessThan(400);
  await touch('touchEnd');
  await expect(parts.last()).toContainText('Deckblatt');
  await expect(parts.nth(-2)).toHaveText(last!);

  // And back, along the upper edge.
  await handle.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  const lower = (await handle.boundingBox())!;
  await touch('touchStart', { x, y: lower.y + lower.height / 2 });
  await touch('touchMove', { x, y: lower.y });
  await touch('touchMove', { x, y: 4 });
  await expect.poll(async () => (await parts.first().boundingBox())!.y).toBeGreaterThan(60);
  await touch('touchEnd');
  await expect(parts.first()).toContainText('Deckblatt');
});
