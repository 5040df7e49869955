import type { Page } from '@playwright/test';
import { zurichDay } from '#shared/zurich.ts';
import { type AlertedPortal, openAlertedPortal, publishMissing } from '#tests/support/alerted-portal.ts';
import { expect, test } from '#tests/support/browser.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { generic, original } from '#tests/support/small-catalogue.ts';
import { productRows, written } from '../market-lists.ts';

const today = zurichDay(new Date());
let mailbox: Mailbox;
let small: AlertedPortal;

test.beforeAll(async () => {
  mailbox = await openMailbox();
  small = await openAlertedPortal(mailbox.url, 'processes');
});
test.afterAll(async () => {
  await small.close();
  await mailbox.close();
});

/** As when somebody comes back to the tab: sooner than the page would look by itself. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

test('pages about the market that are open show a list that is published, each of them whole', {
  tag: '@long',
}, async ({ context }) => {
  const url = small.urls[0]!;
  await context.addCookies([{ name: 'token', value: small.tokens.rep, url, sameSite: 'Lax' }]);
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(`${url}/${path}?lang=de`);
    await page.waitForLoadState('networkidle');
    return page;
  };
  const list = await open('stockout-analyser-competitor');
  const development = await open('stockout');
  const calls = await open('call-list');
  const buyers = await open(`product-customers/${generic}`);
  // Missing since January: not of the last six months, but of what the customer can't get.
  await expect(list.getByRole('heading', { name: 'Keine Lieferengpässe.' })).toBeVisible();
  await expect(calls.locator('tbody td').last()).toHaveText('1');
  await expect(buyers.locator('tbody tr')).toHaveCount(1);

  await publishMissing(small.pool, today, [
    [original, '2026-01-02'],
    [generic, today],
  ]);
  for (const page of [list, development, calls]) await lookAgain(page);
  await expect(productRows(list)).toHaveCount(1);
  await expect(productRows(list)).toContainText(`seit ${written(today)} (heute)`);
  // Who buys it was not known of a product that was not missing.
  await expect(
    productRows(list).getByRole('button', { name: '1 Kunde · Generic 10 mg 30 Tabl' }),
  ).toBeVisible();
  await expect(development.getByText(`Nicht lieferbar am ${written(today)}`)).toBeVisible();
  await expect(calls.locator('tbody td').last()).toHaveText('2');
});
