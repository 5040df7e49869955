import { expect, test } from '#tests/support/browser.ts';

test.describe.configure({ mode: 'serial' });

test('a test may leave whatever a browser keeps', async ({ page, context, portal }) => {
  await context.route('**/api/portal', (route) => route.abort());
  await context.grantPermissions(['clipboard-read']);
  await context.addCookies([{ name: 'left', value: 'behind', url: portal.url }]);
  await page.goto('/login');
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
  });
  // May be kept for an hour.
  await page.evaluate(() => fetch('/translations/it.json'));
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => window.open('/login'));
  await opened;
  await context.setOffline(true);
});

test('the next finds nothing of it, in the same browser', async ({ page, context, portal }) => {
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url() === `${portal.url}/api/portal`) answers.push(response.status());
  });
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => answers).toEqual([200]);
  const found = await page.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
  }));
  expect(found).toEqual({ cookie: '', local: [], session: [], databases: [], clipboard: 'prompt' });
  await context.setOffline(true);
  const kept = await page.evaluate(() => fetch('/translations/it.json').then(({ status }) => status, String));
  expect(kept).toContain('Failed to fetch');
  expect(context.pages().filter((each) => each.url().endsWith('/login'))).toEqual([page]);
});
