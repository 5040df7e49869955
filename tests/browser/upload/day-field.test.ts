import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';
import { signIn } from '../sign-in.ts';

test('the day of an upload is typed as DD.MM.YYYY or chosen from a calendar that begins on Monday', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'admin@portal.example');
  const rows = page.getByRole('table').locator('tbody tr');
  const { rows: days } = await portal.pool.query<{ day: string; uploads: number; all: number }>(
    `select to_char(import_date at time zone 'Europe/Zurich', 'DD.MM.YYYY') as day,
       count(*)::integer as uploads,
       sum(count(*)) over ()::integer as all
     from statistics where deleted_at is null group by 1 order by 1 limit 1`,
  );
  const { day, uploads, all } = days[0]!;
  await expect(rows).toHaveCount(all);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = page.getByLabel('Datum', { exact: true });
  await expect(field).toHaveAttribute('placeholder', 'TT.MM.JJJJ');
  await field.fill('31.02.2026');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(day);
  await expect(rows).toHaveCount(uploads);
  await field.fill('');
  await expect(rows).toHaveCount(all);
  await field.fill(day.replace(/\d\d(\d\d)$/, '$1'));
  await expect(rows).toHaveCount(all);
  await field.blur();
  await expect(field).toHaveValue(day);
  await expect(rows).toHaveCount(uploads);
  await field.fill('');
  await expect(rows).toHaveCount(all);
  await field.fill(day.replace(/\d\d(\d\d)$/, '$1'));
  await field.press('Enter');
  await expect(field).toHaveValue(day);
  await expect(rows).toHaveCount(uploads);
  await field.fill('');

  await page.getByRole('button', { name: 'Tag auswählen' }).click();
  const calendar = page.getByRole('dialog', { name: 'Tag auswählen' });
  await expect(calendar.locator('th').first()).toHaveText(/^mo/i);
  await expectNoViolations(page, 'calendar');
  await calendar.getByRole('button', { name: ' 15. ' }).click();
  await expect(calendar).toHaveCount(0);
  await expect(field).toHaveValue(/^15\.\d\d\.\d{4}$/);
});
