import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from './dashboard.ts';
import { holdBack } from './held-requests.ts';

const code = /\/assets\/popover-code-[^/]*\.js$/;

test('what opens over a page comes after its figures', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  const asked: string[] = [];
  let figuresCame = false;
  page.on('requestfinished', (request) => {
    if (/\/summary(\?|$)/.test(request.url())) figuresCame = true;
  });
  page.on('request', (request) => {
    if (code.test(request.url())) asked.push(figuresCame ? 'after the figures' : 'before the figures');
  });
  await open('');
  await expect.poll(() => asked).toEqual(['after the figures']);
});

test('a menu that is pressed before its code is there opens when it comes, and Escape leads back to its button', async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  const letCome = await holdBack(page, code);
  await open('top_manufacturers');
  const button = page.getByRole('button', { name: /Sortierung/ });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  letCome();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a press during which the code of a menu comes opens it', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  const letCome = await holdBack(page, code);
  await open('top_manufacturers');
  const button = page.getByRole('button', { name: /Sortierung/ });
  await button.hover();
  await page.mouse.down();
  const came = page.waitForResponse(code);
  letCome();
  await (await came).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.mouse.up();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
});

test('Escape of a hand that is faster than the focus closes a menu', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('top_manufacturers');
  const button = page.getByRole('button', { name: /Sortierung/ });
  await button.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  // As it arrives before the menu has got the focus.
  await button.dispatchEvent('keydown', { key: 'Escape' });
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('an explanation whose button has the focus when its code comes is shown, and the focus stays', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  const letCome = await holdBack(page, code);
  await open('');
  const button = page.locator('button.explanation').first();
  await button.focus();
  await expect(page.locator('.explanation__text')).toHaveCount(0);
  letCome();
  await expect(page.locator('.explanation__text')).toBeVisible();
  await expect(button).toBeFocused();
});
