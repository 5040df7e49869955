import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test('a restored portal says on every page that it is none of production, until an administrator says otherwise', async ({
  page,
  portal,
}) => {
  const since = '2026-11-27T06:00:00.000Z';
  await portal.pool.query(`insert into config (key, value) values ('HELD:staging', $1)`, [since]);
  const notice = page.getByRole('complementary', { name: 'Testumgebung' });
  await page.goto('/login');
  await expect(notice).toContainText('E-Mails werden nicht verschickt, Bestellungen gelten nicht.');
  await expectNoViolations(page, 'sign-in page of a staging portal');
  const { rows } = await portal.pool.query(
    'select direct_link_id as link from statistics where active and deleted_at is null limit 1',
  );
  await page.goto(`/dashboard/${rows[0].link}`);
  await expect(notice).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  const [above, below] = await Promise.all([notice.boundingBox(), page.getByRole('banner').boundingBox()]);
  expect([above!.x, above!.width, above!.y + above!.height]).toEqual([0, 320, below!.y]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/');
  await notice.getByRole('link', { name: 'Ist das die Produktion?' }).click();
  const stage = page.getByRole('region', { name: 'Testumgebung' });
  await expect(stage).toContainText('27.11.2026');
  await expect(page.locator('[data-finding="mailServer"]')).toContainText('/outbox geschrieben');
  await expectNoViolations(page, 'state of a staging portal');
  await stage.getByRole('button', { name: 'Zur Produktion erklären' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Das lässt sich nicht zurücknehmen.');
  await page.goBack();
  await expect(question).toBeHidden();
  await stage.getByRole('button', { name: 'Zur Produktion erklären' }).click();
  await question.getByRole('button', { name: 'Zur Produktion erklären' }).click();
  await expect(stage).toBeHidden();
  await expect(notice).toBeHidden();
  await expect(page).not.toHaveURL(/dialog=/);
  await page.reload();
  await expect(page.locator('[data-finding="mailServer"]')).toContainText('nimmt die Anmeldung an');
  await expect(notice).toBeHidden();
});
