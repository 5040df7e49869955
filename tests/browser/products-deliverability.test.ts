import { expect, test } from '@playwright/test';
import { buildCatalogue } from '#fixtures/catalogue.ts';
import { demoProvider } from '#server/config.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { startTestServer } from '#tests/support/server.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';
import { articleRows } from './products-table.ts';

const day = 86_400_000;
const now = Date.now();
const iso = (daysAgo: number) => new Date(now - daysAgo * day).toISOString().slice(0, 10);
const written = (date: string) => date.split('-').toReversed().join('.');

test('bad deliverability tells status, last update, planned delivery and comment', { tag: '@long' }, async ({
  page,
}) => {
  const { csv, products } = buildCatalogue();
  const [bought, alternative] = csv.portfolio.split('\n')[1]!.split(',') as [string, string];
  const heading = 'gtin,reportedOn,updatedOn,status,expectedDelivery,comment,backInStockOn';
  const missing = `${alternative},${iso(60)},${iso(1)},Produktion steht,im Frühling,neues Werk,`;
  const news = `${bought},${iso(3)},${iso(2)},Rohstoff fehlt,${iso(-30)},,`;
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Bezüge');
  sheet.addRow(['GTIN', 'Menge']);
  sheet.addRow([bought, 4]);

  const server = await startTestServer({ provider: demoProvider });
  try {
    await addUser(server.pool, { email: 'rep@portal.example' });
    await addCustomer(server.pool, '4711', 'Pharmacy');
    await publishReferenceData(server.pool, {
      catalogue: { ...csv, priceDate: iso(0) },
      // What stands on a first list is not new.
      stockouts: [
        { csv: [heading, missing.replace(iso(1), iso(30))].join('\n') },
        { csv: [heading, missing, news].join('\n'), force: 'two products' },
      ],
    });
    const token = await signIn(server.url, 'rep@portal.example');
    const uploaded = await postStatistic(server.url, token, uploadForm(await workbookBytes(workbook)));
    const { bezugsStatistik } = (await uploaded.json()) as { bezugsStatistik: { directLinkId: string } };
    const name = products.find(({ gtin }) => gtin === bought)!.description;

    await page.goto(`${server.url}/dashboard/${bezugsStatistik.directLinkId}/products`);
    await expect(articleRows(page).getByRole('rowheader')).toContainText(name);
    const note = page.locator('.badge-note');
    const facts = note.locator('dl > div');
    await page.getByRole('button', { name: /^Schlecht lieferbar/ }).click();
    await expect(facts).toHaveText([
      'StatusRohstoff fehlt',
      `Gemeldet am${written(iso(3))}`,
      `Letztes Update${written(iso(2))}`,
      `Geplante Lieferung${written(iso(-30))}`,
    ]);
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();

    await page.getByRole('button', { name: /^Alternative: Schlecht lieferbar/ }).click();
    await expect(facts).toHaveText([
      'StatusProduktion steht',
      `Gemeldet am${written(iso(60))}`,
      `Letztes Update${written(iso(1))}`,
      'Geplante Lieferungim Frühling',
      'Bemerkungneues Werk',
    ]);
    await expect(page.getByRole('button', { name: /^Neuer Lieferengpass/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Alternative: Neuer Lieferengpass/ })).toHaveCount(0);
  } finally {
    await server.close();
  }
});
