import type { Page } from '@playwright/test';
import { buildCatalogue } from '#fixtures/catalogue.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { addUser } from '#tests/support/portal.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';
import { openStatistic } from '../demo-statistics.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

const excel = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });

test('what is done with an upload has no accessibility violations in any language', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/');
  const row = page.locator('tr:has(td[data-column=actions])').first();
  const choose = async (item: number) => {
    await row.locator('td[data-column=actions] button').click();
    await page.getByRole('menuitem').nth(item).click();
  };
  await choose(1);
  await page.locator('.qr-code').waitFor();
  await expectNoViolations(page, 'direct link');
  await page.keyboard.press('Escape');
  await choose(-2);
  await page.getByRole('dialog').locator('input[type=file]').waitFor({ state: 'attached' });
  await expectNoViolations(page, 'consent');
  await page.locator('button[form=consent-form]').click();
  await page.locator('#consent-form .form-problem, #consent-form [aria-invalid=true]').first().waitFor();
  await expectNoViolationsEither(page, 'consent missing');
  await page.keyboard.press('Escape');
  await choose(-1);
  await page.getByRole('alertdialog').waitFor();
  await expectNoViolations(page, 'question before deleting');
  await page.getByRole('alertdialog').locator('button.bp6-intent-danger').click();
  await page.locator('.bp6-toast').waitFor();
  await expectNoViolations(page, 'deleted, with undo');
  await page.locator('.upload-page__list-header button').last().click();
  const options = page.locator('.view-options input[type=checkbox]');
  await options.first().waitFor({ state: 'attached' });
  await expectNoViolations(page, 'view options');
  await options.last().check({ force: true });
  await page.keyboard.press('Escape');
  await page.locator('tr[data-deleted=true] button').first().waitFor();
  await expectNoViolationsEither(page, 'deleted uploads');
  await page.locator('tr[data-deleted=true] button').first().click();
  await page.locator('.upload-page__deleted button').click();
  await page.locator('.upload-page__list input').first().fill('xyzzy');
  await page.locator('.page-message').waitFor();
  await expectNoViolationsEither(page, 'nothing found');
});

test('an upload from the choice of columns to the report has no accessibility violations in any language', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(`/?dialog=upload`);
  await chooseTestFile(page, excel('Unbekannt.xlsx', await unknownHeadings()));
  await page.locator('.columns-by-hand').waitFor();
  await expectNoViolations(page, 'columns by hand');
  await page.locator('.columns-by-hand > button').click();
  await page.locator('.columns-by-hand [role=alert]').waitFor();
  await expectNoViolationsEither(page, 'columns by hand, incomplete');
  await page.locator('#preview-quantity').selectOption('B');
  await page.locator('.columns-by-hand > button').click();
  await page.locator('.upload-failure').waitFor();
  await expectNoViolationsEither(page, 'columns by hand, in vain');
  await page.locator('#preview-quantity').selectOption('C');
  await page.locator('.columns-by-hand > button').click();
  await page.locator('.file-preview__figures').waitFor();
  const inactive = await portal.pool.query<{ id: string }>(
    'select external_id as id from customers where not active limit 1',
  );
  await page.locator('#customer-search').fill(inactive.rows[0]!.id);
  await page.getByRole('option', { name: new RegExp(inactive.rows[0]!.id) }).click();
  await page.getByRole('alertdialog').waitFor();
  await expectNoViolations(page, 'question about an inactive customer');
  await page.getByRole('alertdialog').locator('button').last().click();
  const before = await earlierStatistic(portal);
  await page.locator('#customer-search').fill(before.id);
  await page.getByRole('option', { name: new RegExp(before.id) }).click();
  await expect(page.locator('#customer-external-id')).toHaveValue(before.id);
  await fillTimeRange(page, before);
  await page.locator('.file-preview__suspicions a').first().waitFor();
  await expectNoViolations(page, 'preview with suspicions');
  // What is not sent would be there again.
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { fileName, file } = await smallStatistic();
  // The second time, the file is known.
  for (const attempt of [1, 2]) {
    await page.goto(`/?dialog=upload`);
    await chooseTestFile(page, excel(fileName, file));
    await page.locator('.file-preview__figures').waitFor();
    await fillTimeRange(page, { monthFrom: 1, yearFrom: 2025, monthTo: 6, yearTo: 2025 });
    await page.locator('button[form=statistic-form]').click();
    await page.locator('.import-result').waitFor();
    if (attempt === 1) continue;
    for (const summary of await page.locator('.import-result summary').all()) await summary.click();
    await page.locator('.report-details li a').first().waitFor();
    // What the file's row of sums begins with.
    await expectNoViolations(page, 'report of a known file with problems', ['Menge', 'Total']);
  }
});

test('a new password and an ended session have no accessibility violations in any language', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  const email = 'accessible@portal.example';
  await addUser(portal.pool, { email });
  await page.goto(`/forgot-password`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('status').waitFor();
  await expectNoViolations(page, 'mail sent');
  const mail = await portal.mailbox.next(email);
  await page.goto(`${/http:\S+\/reset-password\/[\w-]+/.exec(mail.text ?? '')![0]}`);
  const password = page.locator('input[autocomplete=new-password]').first();
  for (const [text, score] of [
    ['apotheke', 'weak'],
    ['Nebelhorn-Quitte-Sattel-91', 'strong'],
  ] as const) {
    await password.fill(text);
    await page.locator('.strength-meter__word').waitFor();
    await expectNoViolations(page, `${score} password`);
  }
  await page.locator('form button[type=submit]').click();
  await page.locator('a[href^="/login"]').waitFor();
  await expectNoViolations(page, 'password set');

  await page.goto(`/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('wrong');
  await page.locator('form button[type=submit]').click();
  await page.getByRole('alert').waitFor();
  await expectNoViolations(page, 'wrong password');

  const { directLinkId } = await openStatistic(portal.pool);
  await context.addCookies([{ name: 'token', value: 'no-longer-known', url: portal.url }]);
  await page.goto(`/dashboard/${directLinkId}`);
  await page.locator('.session-notice').waitFor();
  await page.locator('.plot-figure svg').waitFor();
  await expectNoViolations(page, 'session ended');
});
test('the portal has no accessibility violations on a phone', { tag: '@long' }, async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startSession(page, portal, 'rep2@portal.example');
  await page.goto('/?lang=fr');
  await page.locator('td[data-column=actions] button').first().click();
  await page.getByRole('menuitem').first().waitFor();
  await expectNoViolations(page, 'row menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.locator('.palette__option').first().waitFor();
  await expectNoViolations(page, 'palette');
  await page.goto('/?dialog=upload&lang=fr');
  for (const step of [0, 1, 2]) {
    await page.locator('.guide-steps button').nth(step).click();
    await expectNoViolations(page, `instructions, step ${step + 1}`);
  }
  await chooseTestFile(page, excel('Unbekannt.xlsx', await unknownHeadings()));
  await page.locator('.columns-by-hand').waitFor();
  await expectNoViolations(page, 'columns by hand');
});

/** The third step of the instructions, as a test upload. */
async function chooseTestFile(page: Page, file: ReturnType<typeof excel>): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('.guide-steps button').nth(2).click();
  await dialog.locator('input[type=checkbox]').check({ force: true });
  await dialog.locator('input[type=file]').setInputFiles(file);
}

type Period = { monthFrom: number; yearFrom: number; monthTo: number; yearTo: number };

/** Customer and period of one of the demo's statistics. */
async function earlierStatistic(portal: Portal): Promise<Period & { id: string }> {
  const { rows } = await portal.pool.query<Period & { id: string }>(
    `select s.customer_external_id as id, s.time_month_from as "monthFrom", s.time_year_from as "yearFrom",
       s.time_month_to as "monthTo", s.time_year_to as "yearTo"
     from statistics s join customers c on c.external_id = s.customer_external_id and c.active
     where not s.test_upload and s.deleted_at is null order by s.id limit 1`,
  );
  return rows[0]!;
}

async function fillTimeRange(page: Page, period: Period): Promise<void> {
  const selects = page.getByRole('dialog').locator('.month-and-year select');
  await expect(selects).toHaveCount(4);
  const values = [period.monthFrom, period.yearFrom, period.monthTo, period.yearTo];
  for (const [index, value] of values.entries()) await selects.nth(index).selectOption(String(value));
}

async function unknownHeadings(): Promise<Buffer> {
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Export');
  sheet.addRow(['Benennung', 'Beschrieb', 'Wie viel']);
  for (const { gtin } of buildCatalogue().products.slice(0, 3)) sheet.addRow([gtin, 'x', 3]);
  return Buffer.from(await workbookBytes(workbook));
}
