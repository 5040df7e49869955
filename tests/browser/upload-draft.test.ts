import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { signIn } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

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

test('files dropped on the list open the dialog with them; what is left there is shown as a draft', async ({
  page,
  portal,
}) => {
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

test('a workbook dropped without its consent leads to where that is asked for, and what can be neither is named', async ({
  page,
  portal,
}) => {
  const { fileName, file } = await smallStatistic();
  await signIn(page, portal, email);
  await dropOnList(page, [{ name: 'notiz.txt', bytes: Buffer.from('Ja') }]);
  await expect(page.getByText('«notiz.txt» ist weder eine Excel-Datei')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await dropOnList(page, [{ name: fileName, bytes: file }]);
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await expect(guide.getByText(fileName)).toBeVisible();
  await expect(guide.getByRole('button', { name: 'Weiter' })).toBeDisabled();
  await guide.getByLabel('Einwilligung', { exact: true }).setInputFiles({
    name: 'Einwilligung.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  await guide.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('dialog', { name: 'Angaben zur Statistik' })).toBeVisible();
});

test('the instructions open at the step that was used last, after a reload too', async ({ page, portal }) => {
  await signIn(page, portal, email);
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  const step = guide.getByRole('list', { name: 'Schritte' }).locator('[aria-current=step]');
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await expect(step).toContainText('1');
  await guide.getByRole('button', { name: 'Weiter' }).click();
  await expect(step).toContainText('2');
  await page.goto(portal.url);
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await expect(step).toContainText('2');
});

test('a file dropped beside its field, or where none is taken, does not take the place of the page', async ({
  page,
  portal,
}) => {
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
