import { addDays } from '#shared/calendar.ts';
import { zurichDay } from '#shared/zurich.ts';
import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { holdBack } from './held-requests.ts';
import {
  ask,
  askSignedIn,
  expectProducts,
  expectRows,
  grid,
  productRows,
  type Stockout,
  written,
} from './market-lists.ts';
import { expectNoViolations } from './no-violations.ts';
import { signIn, startSession } from './sign-in.ts';

const address = '/stockout-analyser?lang=de';

test('the head counts the new stock-outs whose alternative can be delivered, and shows all of them', {
  tag: '@long',
}, async ({ page }) => {
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const fresh = rows.filter(({ newStockout1 }) => newStockout1);
  const replaceable = fresh.filter((row) => row.alternativeGTIN !== null && row.stockOut2 === false);
  expect(replaceable.length).toBeGreaterThan(5);
  const release = await holdBack(page, /\/api\/portfolio\?/);
  await page.goto(address);
  const heading = page.getByRole('heading', { level: 2 }).first();
  // No number while none is known.
  await expect(heading).toHaveText(/^neue Lieferengpässe, die .+ ersetzen kann$/);
  release();
  await expect(heading).toHaveText(
    new RegExp(`^${replaceable.length} neue Lieferengpässe, die .+ ersetzen kann$`),
  );
  await expect(
    page.getByText(
      `Dazu ${fresh.length - replaceable.length} neue Lieferengpässe ohne lieferbare Alternative.`,
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: `Alle ${replaceable.length} zeigen` }).press('Enter');
  const items = page.locator('.new-stockouts').getByRole('listitem');
  await expect(items).toHaveCount(replaceable.length);
  for (const row of replaceable) {
    await expect(items.filter({ hasText: row.productName }).first()).toContainText(
      row.alternativeProductName!,
    );
  }
});

test('bars count the stock-outs of every manufacturer; the long tail unfolds', { tag: '@long' }, async ({
  page,
}) => {
  const summary = await ask<{ manufacturer: string; stockOutCount: number }[]>(page, 'portfolio/summary');
  expect(summary.length).toBeGreaterThan(13);
  await page.goto(address);
  const bars = page.locator('.manufacturer-bars').getByRole('listitem');
  await expect(bars).toHaveCount(10);
  await page.getByRole('button', { name: `Alle ${summary.length} Hersteller zeigen` }).click();
  await expect(bars).toHaveText(
    summary.map(({ manufacturer, stockOutCount }) => `${manufacturer}${stockOutCount}`),
  );
  await page.getByRole('button', { name: 'Weniger zeigen' }).click();
  await expect(bars).toHaveCount(10);
});

test('that the stock-outs of manufacturers do not come is said, and asked again', { tag: '@long' }, async ({
  page,
}) => {
  await page.route('**/api/portfolio/summary?*', (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto(address);
  const bars = page.locator('.manufacturer-bars');
  await expect(bars.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/portfolio/summary?*');
  await bars.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(bars.getByRole('listitem').first()).toBeVisible();
  await expect(bars.getByRole('alert')).toHaveCount(0);
});

test('a bar leads to the section of its manufacturer, 80 pixels below the top, by keyboard too', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [, second] = await ask<{ manufacturer: string }[]>(page, 'portfolio/summary');
  await page.goto(address);
  await page.getByRole('button', { name: second!.manufacturer, exact: true }).press('Enter');
  const heading = grid(page).getByRole('columnheader', { name: second!.manufacturer });
  await expect(heading).toBeFocused();
  const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await expect.poll(top).toBe(80);

  await page.getByRole('button', { name: 'Produkt', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=productName/);
  await expect(heading).toHaveCount(0);
  await page.getByRole('button', { name: second!.manufacturer, exact: true }).click();
  await expect(page).toHaveURL(/sortBy=manufacturer/);
  await expect.poll(top).toBe(80);
});

test('a section that a bar led to stays in its place when the typeface comes later, until one goes on', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Until then in one of other widths than those that usually stand in.
  await page.addInitScript(() => {
    const wider = new CSSStyleSheet();
    wider.replaceSync('body { font-family: "Open Sans", monospace; }');
    document.adoptedStyleSheets = [wider];
  });
  const [, , third] = await ask<{ manufacturer: string }[]>(page, 'portfolio/summary');
  const heading = grid(page).getByRole('columnheader', { name: third!.manufacturer });
  const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  for (const goesOn of [false, true]) {
    const release = await holdBack(page, /open-sans-latin-wght.*woff2/);
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('button', { name: third!.manufacturer, exact: true }).press('Enter');
    await expect(heading).toBeFocused();
    await expect.poll(top).toBe(80);
    const before = await page.evaluate(() => scrollY);
    if (goesOn) await page.keyboard.press('Shift');
    release();
    await page.evaluate(async () => void (await document.fonts.ready));
    expect(await page.evaluate(() => document.fonts.check('16px "Open Sans"'))).toBe(true);
    if (goesOn) {
      expect(await top()).not.toBe(80);
      expect(await page.evaluate(() => scrollY)).toBe(before);
    } else {
      await expect.poll(top).toBe(80);
      expect(await page.evaluate(() => scrollY)).not.toBe(before);
    }
  }
});

test('a bar leads to a section whose rows come late, unless one goes on meanwhile', { tag: '@long' }, async ({
  page,
}) => {
  const [, second] = await ask<{ manufacturer: string }[]>(page, 'portfolio/summary');
  const bar = page.getByRole('button', { name: second!.manufacturer, exact: true });
  const heading = grid(page).getByRole('columnheader', { name: second!.manufacturer });
  for (const goesOn of [false, true]) {
    await page.goto('/dashboard/help?lang=de');
    const release = await holdBack(page, /\/api\/portfolio\?/);
    await page.goto(address);
    await bar.click();
    if (goesOn) await page.keyboard.press('Tab');
    release();
    await expect(grid(page).locator('[data-place]').first()).toBeVisible();
    await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
    if (goesOn) {
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const inTable = () => document.activeElement?.closest('[role=grid]') ?? null;
      expect(await page.evaluate(inTable)).toBeNull();
    } else {
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
    }
  }
});

test('a bar leads to the section among all rows, though something else was looked for', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const [, second] = await ask<{ manufacturer: string }[]>(page, 'portfolio/summary');
  const sought = rows.find(({ hersteller1 }) => hersteller1 === second!.manufacturer)!.productName;
  await page.goto(`${address}&find=${encodeURIComponent(sought)}`);
  const heading = grid(page).getByRole('columnheader', { name: second!.manufacturer });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: second!.manufacturer, exact: true }).click();
  await expect(grid(page).locator('.market-table__section').first()).not.toContainText(second!.manufacturer);
  await expect(heading).toBeFocused();
  await expect
    .poll(() => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBe(80);
});

test('products stand in sections by manufacturer or in one list by name, are found by number, and copied by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(address);
  const rows = await ask<Stockout[]>(page, 'portfolio');
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  const sections = [...new Set(rows.map(({ hersteller1 }) => hersteller1!))];
  await expect(grid(page).locator('.market-table__section')).toHaveCount(sections.length);
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller' })).toHaveCount(0);

  const row = rows.find(({ alternativeGTIN }) => alternativeGTIN !== null)!;
  await page.getByRole('searchbox').fill(row.gtin);
  await expect(productRows(page)).toHaveCount(1);
  // Rows that come anew end a selection of those before.
  await expect(async () => {
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await expect(page.getByText(/Zellen kopiert/).last()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [name, since, alternative] = copied.split('\t');
  expect(name).toBe(row.productName);
  expect(since).toContain(written(row.missingSince1));
  expect(alternative).toBe(row.alternativeProductName);
  await page.getByRole('searchbox').fill('');

  await page.getByRole('button', { name: /^Sortierung/ }).click();
  await expectNoViolations(page, 'sort menu');
  await page.getByRole('menuitem', { name: 'Produktname' }).click();
  const byName = await ask<Stockout[]>(page, 'portfolio?sortBy=productName');
  await expect(grid(page).locator('.market-table__section')).toHaveCount(0);
  await expectProducts(
    page,
    byName.map(({ productName }) => productName),
  );
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller' })).toBeVisible();
});

test('until the rows of another order are there, the table stays as it is', { tag: '@long' }, async ({
  page,
}) => {
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const sections = new Set(rows.map(({ hersteller1 }) => hersteller1!)).size;
  await page.goto(address);
  await expectRows(page, rows.length);
  const release = await holdBack(page, /\/api\/portfolio\?.*sortBy=productName/);
  await page.getByRole('button', { name: 'Produkt', exact: true }).click();
  await expect(grid(page)).toHaveAttribute('aria-busy', 'true');
  await expect(grid(page).locator('.market-table__section')).toHaveCount(sections);
  await expectRows(page, rows.length);
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller', exact: true })).toHaveCount(0);
  release();
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  await expect(grid(page).locator('.market-table__section')).toHaveCount(0);
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller', exact: true })).toBeVisible();
  await expectRows(page, rows.length);
});

test('a list of which only the first rows are drawn yet is printed whole', { tag: '@long' }, async ({
  page,
}) => {
  const rows = await ask<Stockout[]>(page, 'portfolio');
  // Further rows are drawn frame by frame.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(address);
  await expect(productRows(page).first()).toBeVisible();
  expect(await productRows(page).count()).toBeLessThan(rows.length);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(productRows(page)).toHaveCount(rows.length);
  await expect(grid(page).locator('.data-table__room')).toHaveCount(0);
});

test('rows of a long list are drawn as one comes near them, whatever the way', { tag: '@long' }, async ({
  page,
}) => {
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const room = grid(page).locator('.data-table__room');
  const last = productRows(page)
    .filter({ hasText: rows.at(-1)!.productName })
    .last();
  const open = async () => {
    await page.goto(address);
    // Two screens further than one sees: most of them wait.
    await expect
      .poll(() => room.evaluate((element) => element.getBoundingClientRect().top / innerHeight))
      .toBeGreaterThan(3);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await productRows(page).count()).toBeLessThan(rows.length / 2);
  };
  await open();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(last).toBeInViewport();
  await expect(room).toHaveCount(0);
  if (!long) return;

  await open();
  await grid(page).focus();
  await page.keyboard.press('Control+End');
  await expect(last).toBeInViewport();
  await expect(last.locator('[data-active="true"]')).toBeVisible();

  await open();
  const lastMaker = rows.findLast(({ hersteller1 }) => hersteller1)!.hersteller1!;
  await page.getByRole('button', { name: /^Alle \d+ Hersteller zeigen$/ }).click();
  await page.getByRole('button', { name: lastMaker, exact: true }).click();
  const heading = grid(page).getByRole('columnheader', { name: lastMaker });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
});

test('filters have four tabs; all manufacturers that a search finds are chosen at once', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await expect(dialog.getByRole('tab')).toHaveText(['Allgemein', 'Wirkstoff', 'ATC', 'Hersteller']);
  await expect(dialog.getByRole('checkbox')).toHaveCount(7);
  await dialog.getByText('mit lieferbarer Alternative').click();
  await dialog.getByRole('tab', { name: 'Hersteller' }).click();
  await dialog.getByRole('combobox').fill('pharma');
  const all = dialog.getByRole('button', { name: /^Gefundene auswählen \(\d+\)$/ });
  await expect(all).toBeEnabled();
  const found = Number((await all.textContent())!.match(/\d+/)![0]);
  await expect(dialog.getByRole('option')).toHaveCount(found);
  await all.click();
  await expect(dialog.getByRole('tab', { name: `Hersteller (${found})` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  await expect(page).toHaveURL(/general=available_match&manufacturer=/);
  const query = new URL(page.url()).search;
  const rows = await ask<Stockout[]>(page, `portfolio${query.replace('lang=de&', '')}`);
  expect(rows.every(({ hersteller1 }) => /pharma/i.test(hersteller1!))).toBe(true);
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
});

test('each manufacturer has its stock-outs of the days shown beside it, none of which are marked', {
  tag: '@long',
}, async ({ page }) => {
  const all = await ask<Stockout[]>(page, 'portfolio?stockOutSince=1900-01-01');
  const days = all.map(({ reportedOn1 }) => reportedOn1).sort();
  const since = days[Math.floor(days.length / 2)]!;
  const rows = await ask<Stockout[]>(page, `portfolio?stockOutSince=${since}`);
  const makers = await ask<{ name: string; count: number }[]>(page, 'portfolio/list/manufacturers');
  const countOf = (maker: string) => rows.filter(({ hersteller1 }) => hersteller1 === maker).length;
  const [some, none] = [
    makers.find(({ name }) => countOf(name) > 0)!,
    makers.find(({ name }) => !countOf(name))!,
  ];
  await page.goto(`${address}&stockOutSince=${since}`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByRole('tab', { name: 'Hersteller' }).click();
  for (const { name } of [some, none]) {
    await dialog.getByRole('combobox').fill(name);
    const option = dialog.getByRole('option').filter({ hasText: name }).first();
    await expect(option).toHaveText(`${name}, ${countOf(name)}Lieferengpässe`);
  }
  // It can be chosen all the same, and then the list says that it is empty.
  await dialog.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  await expect(grid(page)).toHaveCount(0);

  await page.goto('/stockout-back-in-stock?lang=de');
  await page.getByRole('button', { name: 'Filter (2)' }).click();
  await dialog.getByRole('tab', { name: 'ATC' }).click();
  await expect(dialog.getByRole('option').first()).toHaveText(/^[^\d]+$/);
});

test('the day from which on stock-outs show is half a year ago; only another one is a choice', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const field = page.getByLabel('Lieferengpässe seit');
  const usual = await field.inputValue();
  await expect(page).toHaveURL(/\?lang=de&sortBy=manufacturer$/);
  const reset = page.getByRole('button', { name: 'Zurücksetzen' });
  await expect(reset).toHaveCount(0);
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const days = rows.map(({ reportedOn1 }) => reportedOn1).sort();
  const [day, month, year] = usual.split('.');
  expect(days[0]! >= `${year}-${month}-${day}`).toBe(true);
  const middle = days[Math.floor(days.length / 2)]!;
  await field.fill(written(middle));
  await expect(page).toHaveURL(new RegExp(`stockOutSince=${middle}`));
  const later = await ask<Stockout[]>(page, `portfolio?stockOutSince=${middle}`);
  expect(later.length).toBeLessThan(rows.length);
  await expectRows(page, later.length);
  await field.fill(usual);
  await expect(page).toHaveURL(/\?lang=de&sortBy=manufacturer$/);
  await expectRows(page, rows.length);
  await field.press('Tab');
  await page.goBack();
  await expect(field).toHaveValue(written(middle));
  await reset.click();
  await expect(field).toHaveValue(usual);
  await page.getByRole('button', { name: 'Tag auswählen' }).click();
  await expect(page.getByRole('dialog').locator('th').first()).toHaveText(/^Mo/);
});

test('a search that finds nothing says so where the rows would stand', { tag: '@long' }, async ({ page }) => {
  for (const list of ['', '-competitor', '-full']) {
    await page.goto(`/stockout-analyser${list}?lang=de`);
    await expect(productRows(page).first()).toBeVisible();
    await page.getByRole('searchbox').fill('xyzzy');
    await expect(grid(page).locator('tbody')).toHaveText('Nichts gefunden.');
    await page.getByRole('searchbox').fill('');
    await expect(productRows(page).first()).toBeVisible();
    await expect(grid(page).locator('tbody')).not.toContainText('Nichts gefunden.');
  }
});

test('a list that is left open over midnight counts the day that has begun', { tag: '@long' }, async ({
  page,
}) => {
  const today = zurichDay(new Date());
  const [row] = await ask<Stockout[]>(page, 'portfolio');
  await page.clock.install({ time: `${today}T12:00:00Z` });
  await page.goto(address);
  const since = productRows(page)
    .filter({ hasText: row!.productName })
    .first()
    .locator('.stockout-since__start');
  const days = (to: string) => (Date.parse(to) - Date.parse(row!.missingSince1)) / 86_400_000;
  await expect(since).toContainText(`(${days(today)} Tag`);
  await page.clock.setSystemTime(`${addDays(today, 1)}T12:00:00Z`);
  await page.clock.fastForward(60_000);
  await expect(since).toContainText(`(${days(today) + 1} Tag`);
});

test('signed-in users have the way there in the top bar and between the pages; language and layout go along', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  await page.getByRole('link', { name: 'Stockout Analyser' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lieferengpässe im Markt');
  const strip = page.getByRole('navigation', { name: 'Lieferengpässe', exact: true });
  await expect(strip.getByRole('listitem')).toHaveText([
    'Potenzial der Lieferengpässe',
    'Lieferengpässe der Mitbewerber',
    'Wieder lieferbar',
  ]);
  await page.goto('/stockout-analyser?lang=de&layout=lite');
  await strip.getByRole('link', { name: 'Lieferengpässe der Mitbewerber' }).click();
  await expect(page).toHaveURL(/-competitor\?lang=de&layout=lite$/);
  await page
    .getByRole('navigation', { name: 'Weitere Seiten' })
    .getByRole('link', { name: 'Stockout Analyser' })
    .click();
  await expect(page).toHaveURL(/\/stockout-analyser\?lang=de&layout=lite&sortBy=manufacturer$/);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('visitors reach every page by its link, without the ways between them', { tag: '@long' }, async ({
  page,
}) => {
  const paths = [
    'stockout-analyser',
    'stockout-analyser-full',
    'stockout-analyser-competitor',
    'stockout-back-in-stock',
  ];
  for (const path of paths) {
    await page.goto(`/${path}?lang=de`);
    await expect(productRows(page).first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Lieferengpässe', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Stockout Analyser' })).toHaveCount(0);
  }
});

test('on a phone nothing is too wide, and every fact says what it is', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['', '-full', '-competitor']) {
    await page.goto(`/stockout-analyser${path}?lang=fr`);
    await expect(productRows(page).first()).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, path).toBeLessThanOrEqual(0);
    const label = productRows(page).first().locator('[data-column="alternative"]');
    expect(await label.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Alternative"');
  }
});

test('every product says how many of the user’s customers buy it, and lists them', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const counts = await askSignedIn<{ gtin: string; customers: number }[]>(page, 'portfolio/customer-counts');
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const bought = new Map(counts.map(({ gtin, customers }) => [gtin, customers]));
  const row = rows.find(({ gtin }) => bought.get(gtin))!;
  await page.goto(`${address}&find=${row.gtin}`);
  const button = productRows(page)
    .first()
    .getByRole('button', { name: `· ${row.productName}` });
  await expect(button).toContainText(String(bought.get(row.gtin)));
  await button.click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(1 + bought.get(row.gtin)!);
  // Nobody is an answer too.
  const nobodys = rows.find(({ gtin }) => !bought.get(gtin))!;
  await page.goto(`${address}&find=${nobodys.gtin}`);
  await expect(productRows(page).first().getByText('0 Kunden', { exact: true })).toBeVisible();
});

test('visitors hear nothing of customers', { tag: '@long' }, async ({ page }) => {
  await page.goto(address);
  await expect(productRows(page).first()).toBeVisible();
  await expect(productRows(page).getByText(/Kunden?$/)).toHaveCount(0);
});
