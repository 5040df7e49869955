import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test('an administrator sees what is found, and releases what a restored portal holds', {
  tag: '@long',
}, async ({ page, portal }) => {
  await portal.pool.query(
    `insert into config (key, value)
     select 'HELD:' || kind, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from unnest(array['links', 'feeds']) kind`,
  );
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/state');
  await expect(page.locator('[data-finding="database"]')).toHaveAttribute('data-state', 'good');
  await expect(page.locator('[data-finding="catalogue"]')).toContainText('Produkte, Preise vom');
  const held = page.getByRole('region', { name: 'Nach der Wiederherstellung angehalten' });
  await page.route('**/api/held', (route) => route.abort());
  await page.reload();
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('Der Server ist nicht erreichbar.');
  await page.unroute('**/api/held');
  await failure.getByRole('button').click();
  await expect(held.getByRole('listitem')).toHaveCount(2);
  await expectNoViolations(page, 'state with what is held');

  await held.getByRole('button', { name: 'Direktlinks freigeben' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('lässt sich nicht zurücknehmen');
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(held.getByRole('listitem')).toHaveCount(2);

  await held.getByRole('button', { name: 'Direktlinks freigeben' }).click();
  await question.getByRole('button', { name: 'Freigeben' }).click();
  await expect(held.getByRole('listitem')).toHaveText([/^Feeds: 0/]);
  // Somebody else was faster.
  await portal.pool.query("delete from config where key = 'HELD:feeds'");
  await held.getByRole('button', { name: 'Feeds freigeben' }).click();
  await question.getByRole('button', { name: 'Freigeben' }).click();
  await expect(held).toBeHidden();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('an administrator has waiting mails sent at once, and is told how many went out', async ({
  page,
  portal,
}) => {
  await portal.pool.query('delete from mails');
  await portal.pool.query(
    `insert into mails (kind, guarantee, user_id, recipient, content, claims, attempts, next_attempt_at)
     select 'notice', 'at least once', id, email, '{"subject": "Notice", "text": "Notice"}', 5, 5, now() + interval '6 hours'
     from users where email = 'rep1@portal.example'`,
  );
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/state');
  const mails = page.locator('[data-finding="mails"]');
  await expect(mails).toHaveAttribute('data-state', 'bad');
  await mails.getByRole('button', { name: 'Wartende E-Mails jetzt senden' }).click();
  await expect(mails.getByRole('status')).toHaveText('1 E-Mail gesendet. 0 warten noch.');
  await expect(mails).toHaveAttribute('data-state', 'good');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectNoViolations(page, 'state with mails that were tried');
});
