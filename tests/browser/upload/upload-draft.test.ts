import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { fillLogin, signIn, signOut, startSession } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

const email = 'rep1@portal.example';

/** Drops files onto the list, as from a folder. */
async function dropOnList(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const contents = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle((sent) => {
    const held = new DataTransfer();
    for (const { name, base64 } of sent) {
      held.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name));
    }
    return held;
  }, contents);
  const list = page.locator('.upload-page__list');
  // Over a list one goes on moving.
  await expect(async () => {
    await list.dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText('Dateien hier loslassen, um sie hochzuladen')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await list.dispatchEvent('drop', { dataTransfer: transfer });
}

test('files dropped on the list open the dialog with them; what is left there is shown as a draft', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { fileName, file } = await smallStatistic();
  await signIn(page, portal, email);
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);
  await dropOnList(page, [
    { name: fileName, bytes: file },
    { name: 'Einwilligung.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  ]);
  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  const files = dialog.getByRole('list', { name: 'Dateien' });
  await expect(files).toContainText(fileName);
  await expect(files).toContainText('Einwilligung.jpg');
  await dialog.getByLabel('Kommentar').fill('bleibt');
  await dialog.getByLabel('Kommentar').press('Escape');
  await expect(dialog).toHaveCount(0);

  await expect(page.getByText(`Angefangener Upload: ${fileName} · Einwilligung.jpg · bleibt`)).toBeVisible();
  await page.getByRole('button', { name: 'Entwurf fortsetzen' }).click();
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('bleibt');
  await dialog.getByLabel('Kommentar').press('Escape');
  await expect(page.getByRole('button', { name: 'Entwurf fortsetzen' })).toBeFocused();
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByText(`Angefangener Upload: ${fileName} · Einwilligung.jpg · bleibt`)).toBeVisible();
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await expect(page.getByRole('dialog', { name: 'Statistik hochladen' })).toBeVisible();
});

test('a file dropped beside its field, or where none is taken, does not take the place of the page', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  /** Whether the browser is left to open it. */
  const opensFile = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['%PDF-1.4'], 'Einwilligung.pdf'));
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
        return element.dispatchEvent(event);
      });
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await page.getByRole('dialog', { name: 'Statistik hochladen' }).waitFor();
  expect(await opensFile('.portal-dialog__header')).toBe(false);
  await page.goto(`${portal.url}/dashboard/help`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await opensFile('h1')).toBe(false);
});

/** A draft with both files and a comment, left for the list. */
async function beginUpload(page: Page, comment: string) {
  const { fileName, file } = await smallStatistic();
  await dropOnList(page, [
    { name: fileName, bytes: file },
    { name: 'Einwilligung.jpg', bytes: consent },
  ]);
  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  await dialog.getByLabel('Kommentar').fill(comment);
  await expect.poll(() => keptFiles(page)).toBeGreaterThanOrEqual(2);
  await dialog.getByLabel('Kommentar').press('Escape');
  await expect(dialog).toHaveCount(0);
  return {
    dialog,
    banner: page.getByText(`Angefangener Upload: ${fileName} · Einwilligung.jpg · ${comment}`),
  };
}

const consent = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

/** How many files of drafts this browser keeps, of whoever and of all tabs. */
function keptFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('unsent-files');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const count = database.transaction('files').objectStore('files').count();
          count.onerror = () => reject(count.error);
          count.onsuccess = () => {
            database.close();
            resolve(count.result);
          };
        };
      }),
  );
}

test('a draft is there after a reload with its entries and files, is sent, and then gone', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const { dialog, banner } = await beginUpload(page, 'vor dem Neuladen');
  await page.reload();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Entwurf fortsetzen' }).click();
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('vor dem Neuladen');
  for (const [end, month] of [
    ['von', 'Januar'],
    ['bis', 'Juni'],
  ] as const) {
    await dialog.getByLabel(`Monat ${end}`).selectOption(month);
    await dialog.getByLabel(`Jahr ${end}`).selectOption('2025');
  }
  // With the dialog open the reload leads back into it.
  await page.reload();
  await expect(dialog.getByLabel('Monat bis').locator('option:checked')).toHaveText('Juni');
  await expect(dialog.getByRole('list', { name: 'Dateien' })).toContainText('Einwilligung.jpg');
  await dialog.getByLabel('Kundensuche').pressSequentially('apotheke');
  await page
    .getByRole('option', { name: /Apotheke/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await expect(report.getByRole('status')).toContainText('wurde erfolgreich importiert.');
  const { rows } = await portal.pool.query(
    "select file, consent from statistic_files join statistics on id = statistic_id where comment = 'vor dem Neuladen'",
  );
  expect(rows).toEqual([{ file: (await smallStatistic()).file, consent }]);
  await expect.poll(() => keptFiles(page)).toBe(0);
  await page.goto(portal.url);
  await expect(page.getByRole('button', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);
});

test('of a draft nothing is left for whoever signs in next, nor in any tab after signing out', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  await beginUpload(page, 'nur meins');
  await startSession(page, portal, 'rep2@portal.example');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Statistik hochladen' })).toBeVisible();
  await expect.poll(() => keptFiles(page)).toBe(0);
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);

  await signIn(page, portal, email);
  await beginUpload(page, 'vor dem Abmelden');
  const other = await page.context().newPage();
  await other.goto(portal.url);
  await signOut(other);
  await expect(page.getByLabel('E-Mail')).toBeVisible();
  await expect.poll(() => keptFiles(page)).toBe(0);
  await fillLogin(page, portal, email);
  await expect(page.getByRole('button', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(page.getByText('Angefangener Upload:')).toHaveCount(0);
});

test('each tab has its own draft, and without its files a draft says so and keeps the entries', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const { banner: first } = await beginUpload(page, 'erster Reiter');
  const other = await page.context().newPage();
  await other.goto(portal.url);
  await expect(other.getByRole('button', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(other.getByText('Angefangener Upload:')).toHaveCount(0);
  const { banner: second, dialog } = await beginUpload(other, 'zweiter Reiter');
  await Promise.all([page.reload(), other.reload()]);
  await expect(first).toBeVisible();
  await expect(second).toBeVisible();

  const devtools = await other.context().newCDPSession(other);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(portal.url).origin,
    storageTypes: 'indexeddb',
  });
  await other.reload();
  await expect(other.getByText(/Diese Dateien hat der Browser nicht aufbewahrt/)).toContainText(
    'Einwilligung.jpg',
  );
  await expect(other.getByText('Angefangener Upload: zweiter Reiter')).toBeVisible();
  await other.getByRole('button', { name: 'Entwurf fortsetzen' }).click();
  await expect(other.getByRole('dialog', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
