import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { referenceData, referenceDataPresent } from '#tests/support/reference-data.ts';
import { startTestServer } from '#tests/support/server.ts';
import { chf, whole } from './dashboard.ts';

type Figures = { count: number; qtySum: number; efPreisSum: number; turnoverPotential: number };

test('each product filter shows the independently computed figures of real Swiss reference data', {
  tag: '@long',
}, async ({ page }) => {
  test.skip(!referenceDataPresent, 'the reference data is not there');
  test.setTimeout(180_000);
  const read = (name: string) => readFile(new URL(name, referenceData));
  const csv = async (name: string) => (await read(`${name}.csv`)).toString('utf8');
  const server = await startTestServer({
    provider: { name: 'Sandoz', companies: ['Sandoz Pharmaceuticals AG'] },
  });
  try {
    await addUser(server.pool, { email: 'rep@portal.example' });
    await addCustomer(server.pool, '4711', 'Pharmacy');
    await publishReferenceData(server.pool, {
      catalogue: {
        products: await csv('catalogue'),
        portfolio: await csv('portfolio'),
        exclusive: await csv('exclusive'),
        priceDate: '2026-08-01',
      },
      stockouts: { csv: await csv('stockouts') },
    });
    const token = await signIn(server.url, 'rep@portal.example');
    const file = await read('statistics/apotheke-bezug-2025.xlsx');
    const uploaded = await postStatistic(server.url, token, uploadForm(file, {}, 'apotheke-bezug-2025.xlsx'));
    const { bezugsStatistik } = (await uploaded.json()) as { bezugsStatistik: { directLinkId: string } };
    const expected = JSON.parse((await read('expected/apotheke-bezug-2025.expected.json')).toString('utf8'));

    for (const [filter, figures] of Object.entries<Figures>(expected.productFilters)) {
      const group = ['generika', 'original', 'others'].includes(filter) ? 'type' : 'general';
      await page.goto(
        `${server.url}/dashboard/${bezugsStatistik.directLinkId}/products?${group}=${filter}&columns=quantity.exFactory`,
      );
      if (figures.count === 0) {
        await expect(page.getByRole('heading', { name: 'Keine Angaben vorhanden.' }), filter).toBeVisible();
        continue;
      }
      const totals = page.getByRole('grid').locator('tfoot');
      await expect(totals.getByRole('rowheader'), filter).toHaveText(
        `Total (${whole(figures.count)} Artikel)`,
      );
      await expect(totals.getByRole('gridcell'), filter).toHaveText([
        whole(figures.qtySum),
        chf(figures.efPreisSum),
        chf(figures.turnoverPotential),
      ]);
    }
  } finally {
    await server.close();
  }
});
