import { setTimeout } from 'node:timers/promises';
import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from '../demo-statistics.ts';
import { watchRequests } from '../held-requests.ts';
import { signIn } from '../sign-in.ts';

const offline = 'Keine Verbindung zum Server.';

test('without a network a banner says so, and goes away by itself', async ({ page, portal, context }) => {
  await signIn(page, portal, 'rep1@portal.example');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(offline)).toHaveCount(0);
});

test('a page that does not come leaves what is around it, and comes on trying again without a reload', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await page.route('**/assets/groups-page*', (route) => route.abort());
  await page.goto(`/dashboard/${directLinkId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sortimentsanalyse');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().click();
  const notice = page.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible();
  await page.unroute('**/assets/groups-page*');
  await notice.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  expect(await page.evaluate(() => (window as { isSameDocument?: boolean }).isSameDocument)).toBe(true);
});

test('pages that can be opened next are fetched while nothing else is to do, and open without a connection', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  const underWay = watchRequests(page);
  const order: string[] = [];
  const note = (url: string) => order.push(/assets\/(toaster|[a-z]+-page)/.exec(url)?.[1] ?? '');
  // The page's own code takes longer than its figures.
  await page.route('**/assets/summary-page*.js', async (route) => {
    await setTimeout(4000);
    note(route.request().url());
    await route.continue();
  });
  page.on('request', (request) => /(toaster|groups-page).*js/.test(request.url()) && note(request.url()));
  const fetched = page.waitForResponse('**/assets/groups-page*');
  await page.goto(`/dashboard/${directLinkId}`);
  await fetched;
  expect(order.slice(0, 3)).toEqual(['summary-page', 'toaster', 'groups-page']);
  // What it needs is asked for with it.
  await expect.poll(() => underWay.size).toBe(0);
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /Wirkstoffe/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wirkstoffe');
  await expect(page.getByText(offline)).toBeVisible();
});

for (const [width, who] of [
  [360, 'a visitor'],
  [700, 'a visitor'],
  [1280, 'a visitor'],
  [820, 'a representative'],
] as const) {
  test(`at ${width} pixels the frame's bar is as high as the one of ${who} that takes its place`, {
    tag: '@long',
  }, async ({ page, portal }) => {
    const { directLinkId } = await openStatistic(portal.pool);
    await page.setViewportSize({ width, height: 740 });
    if (who === 'a representative') await signIn(page, portal, 'rep1@portal.example');
    await page.goto(`/dashboard/${directLinkId}`);
    const bar = page.locator('.top-bar');
    await expect(bar).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { height } = (await bar.boundingBox())!;
    await page.route('**/assets/start*', () => undefined);
    await page.goto(`/dashboard/${directLinkId}`, { waitUntil: 'commit' });
    await expect(page.locator('.frame__bar')).toHaveCSS('height', `${height}px`);
  });
}

test('a frame stands before styles and scripts of the application have come, none of it in embedded pages', async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await page.route('**/assets/start*', () => undefined);
  await page.goto(`/dashboard/${directLinkId}`, { waitUntil: 'commit' });
  const bar = page.locator('.frame__bar');
  await expect(bar).toBeVisible();
  await expect(bar).toHaveCSS('background-color', 'rgb(11, 57, 72)');
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-paint').length);
  await expect.poll(paints, 'painted').toBe(1);
  await page.goto(`/dashboard/${directLinkId}?layout=lite`, { waitUntil: 'commit' });
  await expect(page.locator('.frame__page')).toBeVisible();
  await expect(bar).toBeHidden();
});
