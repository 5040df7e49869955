import type { Page } from '@playwright/test';
import { translate } from '#server/platform/i18n/messages.ts';
import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { dashboardPart, pages } from '../../../web/page-list.ts';
import { openCart } from '../cart-portal.ts';
import { visitDashboard } from '../dashboard.ts';
import { startSession } from '../sign-in.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('on a phone the summary leads to every page of the dashboard before its long lists', async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('?lang=de');
  const cards = page.locator('.navigation-cards');
  const others = pages.filter(
    (each) => each.group === 'dashboard' && each.audience === 'everyone' && dashboardPart(each) !== '',
  );
  expect(others.length).toBeGreaterThan(5);
  await expect(cards.getByRole('link')).toHaveText(
    others.map(({ label }) => new RegExp(`^${translate('de', label.replace(':', '.'))}( \\d+)?$`)),
  );
  await expect(page.locator('.donut__total')).toBeVisible();
  const topOf = async (part: string) => (await page.locator(part).boundingBox())!.y;
  expect(await topOf('.navigation-cards')).toBeLessThan(await topOf('.summary__portfolio'));
  await cards.getByRole('link', { name: 'Potenzial' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Potenzial');
});

test('on a phone the column that a list is ordered by stands first after the name, in sight', async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  const lists = [
    ['products?sortBy=qtySum', /Menge/],
    ['molecules', /Umsatzpotenzial/],
    ['products', /Umsatzpotenzial/],
    ['potential', /Potenzial/],
  ] as const;
  for (const [path, sorted] of long ? lists : lists.slice(0, 2)) {
    await open(path);
    const heading = page.locator('.data-table thead th').nth(1);
    await expect(heading).toContainText(sorted);
    const { x, width } = (await heading.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(360);
    if (path !== 'potential') await expect(heading).toHaveAttribute('aria-sort', 'descending');
  }
});

/** What the first rows of a table and its totals hold beside the screen or below one another, as it is. */
const notInSight = (page: Page, table: string) =>
  page.locator(table).evaluate((box) => {
    const rows = [...box.querySelectorAll('thead tr, tbody tr:nth-child(-n + 5), tfoot tr')];
    return rows.flatMap((row) => {
      const parts = [...row.querySelectorAll('th, td, button, input')].filter(
        (part) => part.textContent !== '' || part.tagName === 'INPUT',
      );
      const at = (part: Element) => part.getBoundingClientRect();
      return parts
        .filter(
          (part) =>
            at(part).left < 0 ||
            at(part).right > innerWidth ||
            (part.childElementCount === 0 && part.scrollWidth > part.clientWidth + 1) ||
            parts.some(
              (other) =>
                !other.contains(part) &&
                !part.contains(other) &&
                at(part).left < at(other).right - 1 &&
                at(part).right > at(other).left + 1 &&
                at(part).top < at(other).bottom - 1 &&
                at(part).bottom > at(other).top + 1,
            ),
        )
        .filter((part) => at(part).width > 1)
        .map((part) => `${part.tagName} ${part.textContent}`);
    });
  });

// French has the longest words.
for (const language of ['fr']) {
  test(`on a phone a cart's prices, totals and sum are in sight: ${language}`, async ({ page, portal }) => {
    const { cart, packs, row, grid } = await openCart(page, portal, `?lang=${language}`);
    const [first] = (await cart()).rows;
    await packs(first!).fill('12');
    await expect(page.locator('[data-sum="packs"]')).toHaveText('12');
    const total = await row(first!).locator('.cart-table__total').textContent();
    expect(total).toMatch(/\d\.\d\d$/);
    await expect(page.locator('[data-sum="exFactory"]')).toHaveText(total!);
    expect(await notInSight(page, '.cart-table')).toEqual([]);
    // The last of all rows is reached, above the totals.
    await page.keyboard.press('Control+End');
    const last = grid.locator('tbody tr[data-selected]').last();
    await expect(last.locator('[data-control="packs"]')).toBeFocused();
    await expect(last.locator('td').nth(5)).toBeInViewport({ ratio: 1 });
    const lowest = (await last.boundingBox())!;
    const bar = (await page.locator('.cart-bar').boundingBox())!;
    expect(lowest.y + lowest.height).toBeLessThanOrEqual(bar.y + 1);
  });

  test(`on a phone since when something is missing and until when is in sight: ${language}`, async ({
    page,
    portal,
  }) => {
    const { open } = await visitDashboard(page, portal);
    await open(`not_deliverable?lang=${language}`);
    const row = page.locator('.not-deliverable tbody tr[data-row]').first();
    await expect(row).toBeVisible();
    expect(await notInSight(page, '.not-deliverable')).toEqual([]);
    // Each said what it is.
    const unnamed = await row
      .locator('td')
      .evaluateAll(
        (cells) => cells.filter((cell) => !/\p{L}/u.test(getComputedStyle(cell, '::before').content)).length,
      );
    expect(unnamed).toBe(0);
  });

  test(`on a phone an article's potential and quantity are in sight: ${language}`, { tag: '@long' }, async ({
    page,
    portal,
  }) => {
    const { open } = await visitDashboard(page, portal);
    for (const order of ['turnoverPotential', 'qtySum', 'alphabetical']) {
      await open(`products?lang=${language}&sortBy=${order}`);
      await expect(page.locator('.products tbody tr[data-place]').first()).toBeVisible();
      const headings = page.locator('.products thead th');
      const shown = await headings.evaluateAll((all) =>
        all
          .filter((each) => {
            const cut = each.firstElementChild ?? each;
            return each.getBoundingClientRect().right <= innerWidth && cut.scrollWidth <= each.clientWidth;
          })
          .map((each) => each.textContent),
      );
      const [potential, quantity] = {
        de: ['Umsatzpotenzial CHF', 'Menge'],
        fr: ['Potentiel de chiffre d’affaires CHF', 'Quantité'],
        it: ['Potenziale di fatturato CHF', 'Quantità'],
      }[language]!;
      expect(shown, order).toEqual(expect.arrayContaining([potential, quantity]));
      const sum = page.locator('.products tfoot td').nth(order === 'qtySum' ? 1 : 0);
      expect((await sum.boundingBox())!.x + (await sum.boundingBox())!.width).toBeLessThanOrEqual(360);
      expect(await sum.evaluate((cell) => cell.scrollWidth - cell.clientWidth), order).toBeLessThanOrEqual(0);
    }
  });
}

test('names of products and molecules are whole on a phone, where no pointer asks for the rest', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  for (const path of ['duplicate_products', 'molecules', 'potential']) {
    await open(path);
    const names = page.locator('.data-table__name');
    await expect(names.nth(9)).toBeVisible();
    const cut = await names.evaluateAll(
      (all) => all.filter((name) => name.scrollHeight > name.clientHeight + 1).length,
    );
    expect(cut, path).toBe(0);
  }
});

test('the names in a filter can be read on a phone, and stand above their figures', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('products?lang=fr');
  await page.getByRole('button', { name: 'Filtrer' }).click();
  for (const tab of ['Principe actif', 'ATC', 'Fabricant']) {
    await page.getByRole('tab', { name: tab }).click();
    const option = page.getByRole('tabpanel', { name: tab }).getByRole('option').first();
    await expect(option).toHaveText(/Articles.*Potentiel CHF/);
    const cut = await page
      .getByRole('tabpanel', { name: tab })
      .locator('.option-list__name')
      .evaluateAll((names) =>
        names
          .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
          .map((name) => name.textContent),
      );
    expect(cut).toEqual([]);
  }
});

test('no label of a control is cut off on a phone, in French neither', async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const { directLinkId } = await visitDashboard(page, portal);
  const dashboard = `/dashboard/${directLinkId}`;
  const paths = [
    '/',
    '/stockout-analyser',
    dashboard,
    `${dashboard}/cart`,
    '/admin/reports',
    '/stockout-analyser-full',
    '/call-list',
    '/today?whose=all',
    '/orders',
    `${dashboard}/products`,
    `${dashboard}/molecules`,
  ];
  for (const path of long ? paths : paths.slice(0, 4)) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=fr`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const cut = await page.locator('main :is(button, .navigation-cards a, label)').evaluateAll((controls) =>
      controls
        .filter((control) => {
          const isHidden = getComputedStyle(control).position === 'absolute' || control.clientWidth < 2;
          return !isHidden && control.scrollWidth > control.clientWidth + 1;
        })
        .map(({ className, textContent }) => `${className}: ${textContent}`),
    );
    expect.soft(cut, path).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(tooWide, path).toBeLessThanOrEqual(0);
  }
});

test('on a phone the options of the list of uploads are those of which it shows something', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const offered = page.getByRole('group', { name: 'Ansicht' }).getByRole('checkbox');
  await page.goto('/?lang=de');
  await page.getByRole('button', { name: 'Ansicht' }).click();
  const names = ['Datum anzeigen', 'Externe ID anzeigen', 'Kürzlich Gelöschte anzeigen'];
  await expect(offered).toHaveCount(names.length);
  for (const [index, name] of names.entries()) await expect(offered.nth(index)).toHaveAccessibleName(name);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(offered).toHaveCount(5);
  await page.keyboard.press('Escape');
  await page.getByText('Nach Kunde').click();
  await page.getByRole('button', { name: 'Ansicht' }).click();
  await expect(offered).toHaveCount(1);
});

test('filters, orders, columns and menus can be reached to their ends in a low window', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { open } = await visitDashboard(page, portal);
  for (const [width, height] of [
    [1366, 560],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [path, names] of [
      ['products?lang=fr', ['Filtrer', 'Tri', 'Colonnes']],
      ['cart?lang=fr', ['Filtrer', 'Tri']],
    ] as const) {
      await open(path);
      await expect(page.locator('tbody tr[data-place]').first()).toBeVisible();
      for (const name of names) {
        await page.getByRole('button', { name, exact: name === 'Filtrer' }).click();
        const opened = page.locator('.bp6-overlay-open :is(.bp6-popover-content, .bp6-drawer)');
        await expect(opened).toBeVisible();
        if (name === 'Filtrer') {
          await opened.getByRole('tab').nth(1).click();
          await opened.getByRole('tab').first().click();
        }
        const where = `${path} ${name} at ${width}x${height}`;
        await expect
          .poll(() => opened.evaluate((own) => Math.round(own.getBoundingClientRect().top)), where)
          .toBeGreaterThanOrEqual(0);
        await expect
          .poll(() => opened.evaluate((own) => Math.round(own.getBoundingClientRect().bottom)), where)
          .toBeLessThanOrEqual(height);
        await page.keyboard.press('Escape');
        await expect(opened).toHaveCount(0);
      }
    }
    await page.getByRole('button', { name: /Corinne/ }).click();
    const leave = page.getByRole('menuitem', { name: translate('fr', 'portal.nav.signOut') });
    await leave.scrollIntoViewIfNeeded();
    await expect(leave).toBeInViewport({ ratio: 1 });
    const menu = (await page.locator('.bp6-overlay-open .bp6-popover-content').boundingBox())!;
    expect(menu.y).toBeGreaterThanOrEqual(0);
    expect(menu.y + menu.height).toBeLessThanOrEqual(height);
    await page.keyboard.press('Escape');
  }
});

test.describe('where a finger works', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test('buttons and fields are 44 pixels high, and what stands in rows is hit 21 above and below its middle', async ({
    page,
    portal,
  }) => {
    await startSession(page, portal, 'rep1@portal.example');
    const { open } = await visitDashboard(page, portal);
    for (const path of long ? ['', 'potential', 'not_deliverable', 'cart'] : ['not_deliverable']) {
      await open(path);
      await expect(page.locator('tbody tr').nth(2)).toBeVisible();
      const low = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            '.top-bar button, main .bp6-button:not(.bp6-small), main select, :not(td) > * > .bp6-input',
          ),
        ]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
          .map((each) => each.outerHTML.slice(0, 120)),
      );
      expect.soft(low, path).toEqual([]);
    }
    for (const [path, height] of [
      ['products', 44],
      ['cart', 52],
    ] as const) {
      await open(path);
      const rows = page.getByRole('grid').locator('tbody tr[data-place]');
      await expect(rows.nth(8)).toBeVisible();
      const tops = await rows.evaluateAll((each) =>
        each.slice(0, 8).map((row) => row.getBoundingClientRect().top),
      );
      // As high as the list reckons with, so that none lies over its neighbour and nothing jumps.
      expect(tops.slice(1).map((top, place) => Math.round(top - tops[place]!))).toEqual(
        Array(7).fill(height),
      );
    }
    await open('potential');
    const link = page.getByRole('rowheader').getByRole('link').nth(1);
    const { x, y, height } = (await link.boundingBox())!;
    for (const [above, hits] of [
      [21, true],
      [-21, true],
      [30, false],
    ] as const)
      expect(
        await link.evaluate(
          (own, [left, top]) => document.elementFromPoint(left!, top!) === own,
          [x + 10, y + height / 2 - above],
        ),
      ).toBe(hits);
  });
});
