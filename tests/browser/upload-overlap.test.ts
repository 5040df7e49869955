import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { signIn } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

/** Fills in an upload of a customer for months of 2024, and sends it. */
async function send(page: Page, customerId: string, from: string, to: string) {
  const { fileName: name, file: buffer } = await smallStatistic();
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide
    .getByLabel('Einwilligung', { exact: true })
    .setInputFiles({ name: 'ja.pdf', mimeType: '', buffer: Buffer.from('%PDF-1.4') });
  await guide.getByLabel('Excel-Datei (.xlsx)').setInputFiles({ name, mimeType: '', buffer });
  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  await dialog.getByLabel('Kundensuche').fill(customerId);
  await page.getByRole('option', { name: new RegExp(customerId) }).click();
  for (const [end, month] of [
    ['von', from],
    ['bis', to],
  ] as const) {
    await dialog.getByLabel(`Monat ${end}`).selectOption(month);
    await dialog.getByLabel(`Jahr ${end}`).selectOption('2024');
  }
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  return dialog;
}

test('a period that is there already is asked about before saving, and its uploads are told apart by their time', async ({
  page,
  portal,
}) => {
  const { rows } = await portal.pool.query<{ id: string; name: string }>(
    'select external_id as id, name from customers where active order by id limit 1 offset 5',
  );
  const { id, name } = rows[0]!;
  const count = async () =>
    (
      await portal.pool.query<{ n: number }>(
        'select count(*)::int as n from statistics where customer_external_id = $1 and time_year_from = 2024',
        [id],
      )
    ).rows[0]!.n;
  await portal.pool.query('delete from statistics where customer_external_id = $1', [id]);
  await signIn(page, portal, 'rep1@portal.example');
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await send(page, id, 'Januar', 'Juni');
  await expect(report.getByRole('status')).toBeVisible();
  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  await send(page, id, 'Juli', 'Dezember');
  await expect(report.getByRole('status')).toBeVisible();
  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  expect(await count()).toBe(2);

  const dialog = await send(page, id, 'Januar', 'Juni');
  const question = page.getByRole('alertdialog', { name: 'Für diesen Zeitraum gibt es schon Uploads' });
  const { rows: first } = await portal.pool.query<{ link: string }>(
    'select direct_link_id as link from statistics where customer_external_id = $1 order by id limit 1',
    [id],
  );
  const link = question.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', new RegExp(`/dashboard/${first[0]!.link}`));
  await expect(link).toContainText('01.2024 – 06.2024');
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(question).toHaveCount(0);
  expect(await count()).toBe(2);
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await question.getByRole('button', { name: 'Trotzdem hochladen' }).click();
  await expect(report.getByRole('status')).toBeVisible();
  expect(await count()).toBe(3);
  await report.getByRole('button', { name: 'Schliessen' }).last().click();

  const periods = page.getByRole('row').filter({ hasText: name }).locator('[data-column=period]');
  await expect(periods).toHaveCount(3);
  await expect(periods.filter({ hasText: /Upload vom \d\d\.\d\d\.\d{4}, \d\d:\d\d/ })).toHaveCount(2);
  await expect(periods.filter({ hasText: '07.2024' })).not.toContainText('Upload vom');

  await page.goto(`/dashboard/${first[0]!.link}`);
  await page.getByRole('button', { name: 'Weitere Statistiken' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^07\.2024 - 12\.2024Upload vom \d\d\.\d\d\.\d{4}$/,
    /^01\.2024 - 06\.2024Upload vom \d\d\.\d\d\.\d{4}$/,
  ]);
});
