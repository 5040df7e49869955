import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from './no-violations.ts';
import { startSession } from './sign-in.ts';

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
