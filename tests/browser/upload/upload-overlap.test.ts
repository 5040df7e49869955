import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { token } from '../listed-statistic.ts';
import { startSession } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

/** Fills in an upload of a customer for months of 2024, and sends it. */
async function send(page: Page, customerId: string, from: string, to: string) {
  const { fileName: name, file: buffer } = await smallStatistic();
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide
    .getByLabel('Einwilligung', { exact: true })
    .setInputFiles({ name: 'ja.pdf', mimeType: '', buffer: Buffer.from('%PDF-1.4') });
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeEnabled();
  await guide.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles({ name, mimeType: '', buffer });
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

/** Uploads both halves of 2024 through the API. */
async function sendAll(page: Page, { id, name }: { id: string; name: string }) {
  const { fileName, file } = await smallStatistic();
  for (const [from, to] of [
    [1, 6],
    [7, 12],
  ] as const) {
    const answer = await page.request.post('/api/statistics', {
      headers: { authorization: `Bearer ${await token(page)}` },
      multipart: {
        fileName,
        file: { name: fileName, mimeType: 'application/octet-stream', buffer: file },
        consentFile: { name: 'ja.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
        customerExternalId: id,
        customerName: name,
        timeMonthFrom: String(from),
        timeYearFrom: '2024',
        timeMonthTo: String(to),
        timeYearTo: '2024',
      },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await page.goto('/');
}

test('a period that is there already is asked about before saving, and its uploads are told apart by their time', {
  tag: '@long',
}, async ({ page, portal }) => {
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
  await startSession(page, portal, 'rep1@portal.example');
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await sendAll(page, { id, name });
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
  await page.keyboard.press('Escape');

  const compare = page.getByRole('combobox', { name: 'Vergleich', exact: true });
  await compare.selectOption({ label: '01.2024 – 06.2024' });
  const headings = page.getByRole('table', { name: 'Vergleich der Zeiträume' }).getByRole('columnheader');
  await expect(headings).toContainText([
    'Kennzahl',
    '01.2024 – 06.2024',
    '01.2024 – 06.2024 (Vergleich)',
    '',
    '',
  ]);
  await page.getByRole('button', { name: 'Weitere Statistiken' }).click();
  await page.getByRole('menuitem', { name: /^07\.2024/ }).click();
  await expect(compare.getByRole('option')).toHaveText([
    'ohne',
    /^01\.2024 – 06\.2024, Upload vom \d\d\.\d\d\.\d{4}, \d\d:\d\d$/,
    /^01\.2024 – 06\.2024, Upload vom \d\d\.\d\d\.\d{4}, \d\d:\d\d$/,
  ]);
});
