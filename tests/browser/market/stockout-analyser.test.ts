import { expect, test } from '#tests/support/browser.ts';
import {
  ask,
  expectProducts,
  expectRows,
  grid,
  productRows,
  type Stockout,
  written,
} from '../market-lists.ts';
import { expectNoViolations } from '../no-violations.ts';
import { signIn } from '../sign-in.ts';

const address = '/stockout-analyser?lang=de';

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
