import type { Locator, Page, Request } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';
import { signIn } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Bytes of the questions about a file, in their order; one that was called off before it was sent has none. */
function watchQuestions(page: Page): () => Promise<number[]> {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/statistics/preview')) requests.push(request);
  });
  return () =>
    Promise.all(requests.map(async (request) => Number((await request.allHeaders())['content-length'] ?? 0)));
}

async function chooseTestFile(page: Page, name: string, file: Buffer): Promise<Locator> {
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide.getByText('Test-Upload').click();
  await guide
    .getByLabel('Bezugsstatistik (Excel oder CSV)')
    .setInputFiles({ name, mimeType: xlsx, buffer: file });
  return page.getByRole('dialog', { name: 'Angaben zur Statistik' });
}

/** An .xlsx of 50 kilobytes, most of it text that nobody reads. */
async function largeFile(): Promise<Buffer> {
  const { file } = await smallStatistic();
  const workbook = newWorkbook();
  await workbook.xlsx.load(file as unknown as ArrayBuffer);
  const sheet = workbook.worksheets[0]!;
  for (let row = 0; row < 800; row++) {
    const text = Array.from({ length: 40 }, (_, n) => ((row * 7919 + n * 104_729) % 1_000_003).toString(36));
    sheet.addRow([null, text.join(' '), null]);
  }
  return Buffer.from(await workbookBytes(workbook));
}

const found = (dialog: Locator) => dialog.getByRole('region', { name: 'Vorschau' }).getByText('75%');

test('a chosen file is sent once; other entries ask about it by its hash', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const file = await largeFile();
  expect(file.byteLength).toBeGreaterThan(50_000);
  await signIn(page, portal, 'rep1@portal.example');
  const sizes = watchQuestions(page);
  // Entries change while the file is still on its way.
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 40_000,
  });
  const dialog = await chooseTestFile(page, 'gross.xlsx', file);
  await dialog.getByLabel('Externe ID').fill('A');
  await dialog.getByLabel('Externe ID').fill('AB');
  await expect(found(dialog)).toBeVisible();
  await dialog.getByLabel('Externe ID').fill('ABC');
  await expect.poll(async () => (await sizes()).length).toBeGreaterThanOrEqual(3);
  await expect(dialog.getByRole('region', { name: 'Vorschau' })).toHaveAttribute('aria-busy', 'false');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Problemzeilen herunterladen' }).click();
  await download;
  const [first, ...others] = await sizes();
  expect(first).toBeGreaterThan(file.byteLength);
  expect(Math.max(...others)).toBeLessThan(2000);
});
