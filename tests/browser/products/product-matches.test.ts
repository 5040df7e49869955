import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';
import { articleRows } from '../products-table.ts';
import { startSession } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

test('an article that is not in the catalogue is matched in the report and in the product analysis; an administrator makes it general and undoes it', async ({
  page,
  portal,
}) => {
  const { rows } = await portal.pool.query<{ id: string; name: string }>(
    'select external_id as id, name from customers where active order by id limit 1 offset 7',
  );
  const { id, name } = rows[0]!;
  const { fileName, file } = await smallStatistic();
  await startSession(page, portal, 'rep1@portal.example');
  await page.goto('/');
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide.getByLabel('Einwilligung', { exact: true }).setInputFiles({
    name: 'ja.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  // The consent is looked into before.
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeEnabled();
  await guide.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles({
    name: fileName,
    mimeType: 'application/octet-stream',
    buffer: file,
  });
  const form = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  await form.getByLabel('Kundensuche').fill(id);
  await page.getByRole('option').filter({ hasText: name }).first().click();
  for (const [end, month] of [
    ['von', 'Januar'],
    ['bis', 'Februar'],
  ] as const) {
    await form.getByLabel(`Monat ${end}`).selectOption(month);
    await form.getByLabel(`Jahr ${end}`).selectOption('2021');
  }
  await form.getByRole('button', { name: 'Hochladen' }).click();

  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await report.getByText('Zeilen ohne Treffer im Katalog').click();
  await report.getByRole('button', { name: 'Verbandmaterial zuordnen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Welches Produkt ist «Verbandmaterial»?' });
  // Nothing in the catalogue is called so.
  await expect(dialog.getByRole('status')).toHaveText('Keine Vorschläge. Suchen Sie das Produkt.');
  await dialog.getByRole('searchbox', { name: 'Im Katalog suchen' }).fill('ramipril');
  const first = dialog.getByRole('list', { name: 'Gefundene Produkte' }).getByRole('button').first();
  await expect(first).toContainText(/ramipril/i);
  await expectNoViolations(page, 'the dialog that matches a code');
  await first.click();
  await expect(dialog).toHaveCount(0);
  await expect(report.getByRole('row', { name: /Verbandmaterial/ })).toContainText('Zugeordnet: ');
  await page.getByRole('button', { name: 'Rückgängig machen' }).click();
  await expect(report.getByRole('button', { name: 'Verbandmaterial zuordnen' })).toBeVisible();
  await report.getByRole('button', { name: 'Analyse öffnen' }).click();

  await page.waitForURL(/\/dashboard\//);
  const [, link] = /\/dashboard\/([\w-]{22})/.exec(page.url())!;
  await page.goto(`/dashboard/${link}/products?behind=unmatched`);
  await articleRows(page).first().getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'Zuordnen …' }).click();
  await page.reload();
  await dialog.getByRole('searchbox', { name: 'Im Katalog suchen' }).fill('ramipril');
  await first.click();
  await expect(page.getByText('Keine Angaben')).toBeVisible();

  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/product-matches');
  const row = page.getByRole('row', { name: /7680999999993/ });
  await expect(row).toContainText(name);
  await row.getByRole('button', { name: 'Zuordnung von 7680999999993 für alle gelten lassen' }).click();
  await page.getByRole('button', { name: 'Für alle gelten lassen', exact: true }).click();
  await expect(row).toContainText('Alle (von');
  await expectNoViolations(page, 'the list of matches');
  await row.getByRole('button', { name: 'Zuordnung von 7680999999993 rückgängig machen' }).click();
  await page.getByRole('button', { name: 'Rückgängig machen', exact: true }).click();
  await expect(page.getByText('Noch nichts von Hand zugeordnet')).toBeVisible();
});
