import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { addUser } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { visitDashboard } from '../dashboard.ts';
import { holdBack } from '../held-requests.ts';
import { linkedPair } from '../linked-statistics.ts';
import { uploaded } from '../listed-statistic.ts';
import { articleRows, productGrid, visitLargest } from '../products-table.ts';
import { startSession } from '../sign-in.ts';
import { watchMoves } from '../watch-moves.ts';

test('the product analysis scrolls with the page, under headings and over totals that stay', async ({
  page,
  portal,
}) => {
  const { open } = await visitLargest(page, portal);
  await open('products');
  await expect(articleRows(page).first()).toBeVisible();
  const box = page.locator('.products');
  await expect(box).toHaveCSS('overflow-y', 'visible');
  const begin = (await box.boundingBox())!.y;
  await page.evaluate((top) => scrollTo(0, top), begin + 100 * 42);
  await expect(page.locator('[data-place="110"]')).toBeInViewport({ ratio: 1 });
  const head = (await productGrid(page).locator('thead').boundingBox())!;
  expect(head.y).toBeCloseTo(0, 0);
  const foot = (await productGrid(page).locator('tfoot').boundingBox())!;
  expect(foot.y + foot.height).toBeCloseTo(900, 0);

  await productGrid(page).focus();
  await page.keyboard.press('Control+End');
  const last = articleRows(page).last();
  await expect(last).toHaveAttribute('data-place', '499');
  const { y, height } = (await last.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await productGrid(page).locator('tfoot').boundingBox())!.y + 1);
  await page.keyboard.press('Control+Home');
  await expect(page.locator('[data-place="0"]')).toBeInViewport({ ratio: 1 });

  await page.evaluate(() => scrollTo(0, 9000));
  await page.getByRole('button', { name: 'Menge', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=qtySum/);
  await expect(page.locator('[data-place="0"]')).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [[1280, 900], ...(long ? [[360, 740] as const] : [])] as const) {
  test(`the summary hardly moves when its figures come, ${width} pixels wide`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height });
    const { directLinkId } = await visitDashboard(page, portal);
    const release = await holdBack(page, /\/api\/statistics\//);
    await page.goto(`/dashboard/${directLinkId}`);
    await expect(page.getByText('Umsatz nach ATC-Gruppe')).toBeVisible();
    const moved = await watchMoves(page);
    release();
    await expect(page.locator('.donut__total')).toBeVisible();
    expect(await moved()).toBeLessThan(0.02);
  });
}

const screens = [
  [360, 740, '360 pixels'],
  [1280, 900, '1280 pixels'],
  [640, 450, '1280 pixels at 200 %'],
] as const;

for (const [width, height, name] of screens) {
  test(`with a font 15 % wider no heading breaks or overhangs at ${name}`, { tag: '@long' }, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height });
    const { open } = await visitDashboard(page, portal);
    for (const path of ['products', 'molecules', 'duplicate_products', 'potential', 'not_deliverable', '']) {
      await open(`${path}?lang=de`);
      await expect(page.locator('main :is(tbody th, .donut__total)').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await widenFont(page);
      expect.soft(await overhanging(page), path).toEqual([]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(over, path).toBeLessThanOrEqual(0);
    }
    await expect(page.locator('.donut__total')).toBeVisible();
    // The ring's hole, from its middle: what is closest to that of the segments' edges.
    const room = await page.evaluate(() => {
      const total = document.querySelector('.donut__total')!.getBoundingClientRect();
      const ring = document.querySelector('.donut__ring')!.getBoundingClientRect();
      return total.width / ring.width;
    });
    expect(room).toBeLessThan(0.56);
  });
}

test('sixty letters without a space widen no page', { tag: '@long' }, async ({ page, portal }) => {
  const name = 'Apothekengenossenschaft'.padEnd(60, 'n');
  await portal.pool.query('insert into wholesalers (name, enabled_for_apo) values ($1, true)', [name]);
  await addUser(portal.pool, { email: `${name}@portal.example`, name });
  await startSession(page, portal, 'admin@portal.example');
  const { link } = await uploaded(page, portal, name);
  const dashboard = `/dashboard/${link}`;
  const paths = ['/', dashboard, ...['products', 'cart', 'excel'].map((each) => `${dashboard}/${each}`)];
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [...paths, '/admin/users', '/admin/wholesalers']) {
      await page.goto(path);
      await expect(page.getByText(name).locator('visible=true').first()).toBeVisible();
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(over, `${path} at ${width} pixels`).toBeLessThanOrEqual(0);
    }
  }
});

test('between a phone and a wide screen the search and the user stand beside the name of the portal, above the links', {
  tag: '@long',
}, async ({ page, portal }) => {
  const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
  // A visitor's only link needs no line of its own.
  await page.setViewportSize({ width: 860, height: 800 });
  await page.goto('/stockout-analyser?lang=fr');
  await expect(page.getByRole('link', { name: 'Aide' })).toBeVisible();
  expect(await top('.top-bar__links')).toBeLessThan(20);

  await startSession(page, portal, 'rep1@portal.example');
  await page.goto('/orders?lang=fr');
  for (const width of [1100, 1024, 861, 834]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => top('.top-bar__side'), `${width} pixels`).toBeLessThan(20);
    expect(await top('.top-bar__links'), `${width} pixels`).toBeGreaterThan(35);
  }
});

test('between a phone and a wide screen names of products and titles have room beside what else there is', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { open } = await visitDashboard(page, portal);
  await page.setViewportSize({ width: 1133, height: 900 });
  await open('cart?lang=fr');
  const names = page.locator('.cart-table .dense__name');
  await expect(names.first()).toBeVisible();
  const cut = () =>
    names.evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 2).length);
  await expect.poll(cut).toBe(0);
  // No figure of the last column is out of sight to the right.
  const over = () => page.locator('.cart-table').evaluate((box) => box.scrollWidth - box.clientWidth);
  await expect.poll(over).toBeLessThan(20);

  await page.setViewportSize({ width: 1024, height: 900 });
  await open('not_deliverable?lang=fr');
  const product = page.locator('tbody th:has(a)').first();
  await expect.poll(async () => (await product.boundingBox())?.width).toBeGreaterThan(180);
  await page.setViewportSize({ width: 861, height: 900 });
  await expect.poll(async () => (await product.boundingBox())?.width).toBeGreaterThan(180);

  await page.setViewportSize({ width: 834, height: 900 });
  await page.goto('/stockout-analyser-full?lang=it');
  const title = page.getByRole('heading', { level: 1 });
  // One line.
  await expect.poll(async () => (await title.boundingBox())?.height).toBeLessThan(50);

  const [link] = await linkedPair(portal.pool, 'same length');
  await page.goto(`/dashboard/${link}?lang=fr`);
  await expect(page.getByRole('combobox', { name: 'Comparaison' })).toBeVisible();
  const text = page.locator('.statistic-head__text');
  await expect.poll(async () => (await text.boundingBox())?.width).toBeGreaterThan(700);
  await page.setViewportSize({ width: 390, height: 800 });
  const label = page.locator('.compare-switch label');
  await expect.poll(async () => (await label.boundingBox())?.height).toBeLessThan(30);
});

test('between a phone and a wide screen names stand beside the figures of the potential', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('potential?lang=de');
  const name = page.locator('tbody th:has(a)').first();
  for (const width of [900, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await name.boundingBox())?.width, `${width} pixels`).toBeGreaterThan(180);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('between a phone and a wide screen headings and totals of duplicates stay in their columns', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await page.setViewportSize({ width: 861, height: 900 });
  await open('duplicate_products?lang=de');
  const total = page.locator('tfoot td').last();
  await expect(total).toHaveText(/\d/);
  expect(await overhanging(page)).toEqual([]);
  await total.evaluate((cell) => {
    cell.textContent = '12\u2019345\u2019678.90';
  });
  expect(await total.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

/** Letters 0.085 em further from each other, about 15 % of a mean letter's width. */
async function widenFont(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.085em !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Headings whose words do not fit in them, or that are broken within a word. */
async function overhanging(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(h1:not(.visually-hidden), h2, thead th)')].flatMap(
      (heading) => {
        if (heading.clientWidth === 0) return [];
        const text = document.createRange();
        const broken: string[] = [];
        const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = walker.currentNode as Text;
          for (const { index, 0: word } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
            text.setStart(node, index);
            text.setEnd(node, index + word.length);
            if (new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              broken.push(word);
          }
        }
        if (heading.scrollWidth > heading.clientWidth + 1) broken.push(`wide: ${heading.textContent}`);
        return broken;
      },
    ),
  );
}

test('who opens an article from the duplicates has a way back to them, as they were, over choices and a reload', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('duplicate_products?lang=de&sortBy=turnoverPotential');
  await page.getByRole('rowheader').getByRole('link').nth(1).click();
  await expect(articleRows(page)).toHaveCount(1);
  const way = page.getByRole('navigation', { name: 'Weg zu dieser Auswahl' });
  await expect(way.getByRole('link')).toHaveText('Doppelte Produkte');
  await page.getByRole('button', { name: 'Menge', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=qtySum/);
  await page.reload();
  await way.getByRole('link').click();
  await expect(page).toHaveURL(/duplicate_products\?.*sortBy=turnoverPotential/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doppelte Produkte');
});
