import type { Page } from '@playwright/test';
import type { CustomerPage } from '#shared/schemas/customer-page.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { chf } from './dashboard.ts';
import { expectNoViolations } from './no-violations.ts';
import { signIn, startSession } from './sign-in.ts';

/** Texts that come from the file of customers and from uploads. */
const said = ({ known, statistics }: CustomerPage) =>
  [known?.address ?? '', ...statistics.map(({ comment }) => comment ?? '')].filter(Boolean);

/** Opens the page of the demo's customer with the newest statistic; gives what was answered. */
async function openCustomer(page: Page, portal: Portal, search = ''): Promise<CustomerPage> {
  const { rows } = await portal.pool.query<{ number: string }>(
    'select customer_external_id as number from statistics where active and not test_upload order by id desc limit 1',
  );
  const answer = page.waitForResponse(/\/api\/customers\//);
  await page.goto(`/customer/${rows[0]!.number}${search}`);
  return (await answer).json() as Promise<CustomerPage>;
}

test('the number of a customer in the list of uploads leads to all about them', async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const link = page.getByRole('table').locator('[data-column=externalId] a').first();
  const number = (await link.textContent())!;
  const answer = page.waitForResponse(/\/api\/customers\//);
  await link.click();
  const customer = (await (await answer).json()) as CustomerPage;
  await expect(page).toHaveURL(new RegExp(`/customer/${number}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name!);
  await expect(page.getByText(`Kundennummer ${number}`)).toBeVisible();
  const table = page.getByRole('table', { name: 'Kennzahlen nach Zeitraum' });
  const newest = customer.statistics[0]!;
  const row = table.locator('tbody tr').first();
  await expect(row.getByRole('cell').first()).toHaveText(chf(newest.figures!.turnoverTotal));
  await expect(page.locator('.customer__tile-value').first()).toHaveText(chf(newest.figures!.turnoverTotal));
  await expect(page.locator('.customer__timeline > li')).toHaveCount(customer.statistics.length);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${newest.directLinkId}`));
});

test('a customer of whom one may see no statistic is not found', async ({ page, portal }) => {
  await startSession(page, portal, 'rep2@portal.example');
  const { rows } = await portal.pool.query<{ number: string }>(
    `select customer_external_id as number from statistics s join users u on u.id = s.uploader_id
     where u.email = 'rep1@portal.example' and not test_upload limit 1`,
  );
  await page.goto(`/customer/${rows[0]!.number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
});

test('figures that are being reckoned anew say of which day they are', async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await portal.pool.query(
    `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
     on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
  );
  await portal.pool.query(
    "update statistic_figures set version = 'before', reckoned_at = '2026-01-02T12:00:00Z'",
  );
  await openCustomer(page, portal);
  const status = page.getByText('Zahlen vom 02.01.2026.');
  await expect(status).toBeVisible();
  await portal.pool.query('delete from figures_turn');
  await portal.pool.query("select pg_notify('changes', 'statistic:none 0')");
  await expect(status).toBeHidden({ timeout: 30_000 });
});

test('the page of a customer is accessible, on a phone in French too, where nothing is beside the screen', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  const customer = await openCustomer(page, portal, '?lang=de');
  await expect(page.locator('.customer__timeline > li').first()).toBeVisible();
  await expectNoViolations(page, 'customer', said(customer));
  await page.setViewportSize({ width: 360, height: 740 });
  await openCustomer(page, portal, '?lang=fr');
  await expect(page.getByRole('heading', { name: 'Chronologie' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectNoViolations(page, 'customer on a phone', said(customer));
});
