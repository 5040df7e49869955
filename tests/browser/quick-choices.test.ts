import { expect, test } from '#tests/support/browser.ts';
import { expectAggregate, type Figures, visitDashboard } from './dashboard.ts';
import { holdBack } from './held-requests.ts';

type Molecule = Figures & { moleculeName: string };

test('two filters taken away in one moment are both gone', { tag: '@long' }, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Molecule[]>('molecule?type=original');
  const totals = await json<Figures & { rowCount: number }>('molecule/totals?type=original');
  await open('molecules?general=match&general=sb20&type=original');
  await expect(page.locator('table[aria-busy="false"] tbody td').first()).toBeVisible();
  await expect(page.locator('.chip')).toHaveCount(3);
  await page.evaluate(() => {
    for (const chip of [...document.querySelectorAll<HTMLElement>('.chip')].slice(0, 2)) chip.click();
  });
  await expect(page.locator('.chip')).toHaveCount(1);
  await expect(page).toHaveURL(/molecules\?type=original(?!.*general)/);
  await expectAggregate(page, 'Wirkstoffe', rows, (row) => row.moleculeName, totals);
});

test('an order chosen just before the address is rid of what was looked for stays chosen', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('duplicate_products?find=abc');
  const field = page.getByRole('searchbox');
  await expect(field).toHaveValue('abc');
  const release = await holdBack(page, /\/duplicate_products\?.*sortBy=turnoverPotential/);
  await page.getByRole('button', { name: /^Sortierung/ }).click();
  const item = page.getByRole('menuitem', { name: 'Umsatzpotenzial' });
  await item.waitFor();
  // The address follows what is typed later than a choice.
  await field.evaluate((input: HTMLInputElement) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
    write.call(input, '');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem], [role=menuitemradio]')];
    const potential = items.find(({ textContent }) => textContent === 'Umsatzpotenzial')!;
    potential.click();
  });
  await expect(page).toHaveURL(/duplicate_products\?sortBy=turnoverPotential$/);
  release();
});

test('while another order is on its way the chart keeps its largest, and is dimmed like the table', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules');
  const chart = page.getByRole('table', { name: 'Top 5 Wirkstoffe' });
  await expect(chart.getByRole('row')).toHaveCount(6);
  const before = await chart.getByRole('row').allTextContents();
  const release = await holdBack(page, /\/molecule\?.*sortBy=count/);
  await page.locator('th[data-figure=count] button').click();
  await expect(page.locator('.aggregate__chart')).toHaveAttribute('aria-busy', 'true');
  await expect(chart.getByRole('row')).toHaveText(before);
  release();
  await expect(page.locator('.aggregate__chart')).toHaveAttribute('aria-busy', 'false');
  await expect(chart.getByRole('row').first()).toContainText('Artikel');
});

test('Back leads from a list whose address said nothing to where one was before', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await visitDashboard(page, portal);
  await page.goto('/complaints');
  await page.goto(`/dashboard/${directLinkId}/molecules`);
  await expect(page).toHaveURL(/molecules\?sortBy=turnoverPotential/);
  await page.goBack();
  await expect(page).toHaveURL(/complaints/);
});

test('who goes on before the answer is there has left the page as chosen', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  const held: (() => void)[] = [];
  await page.route(/\/molecule\?.*sortBy=count/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await open('molecules');
  await expect(page.locator('table[aria-busy="false"] tbody td').first()).toBeVisible();
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('th[data-figure=count] button')!.click();
    document.querySelector<HTMLElement>('nav a[href$="/potential"]')!.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Potenzial');
  for (const release of held) release();
  await page.unroute(/\/molecule\?.*sortBy=count/);
  await page.goBack();
  await expect(page.locator('th[data-figure=count][aria-sort=descending]')).toBeVisible();
  await expect(page).toHaveURL(/molecules\?sortBy=count/);
});

test('what is chosen once more is no step for Back', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules?find=a');
  const steps = () => page.evaluate(() => history.length);
  const order = page.getByRole('button', { name: /^Sortierung/ });
  const choose = async (name: string) => {
    await order.click();
    await page.getByRole('menuitem', { name }).click();
  };
  await expect(order).toContainText('Umsatzpotenzial');
  const before = await steps();
  await choose('Umsatzpotenzial');
  await choose('Menge total');
  await expect(order).toContainText('Menge total');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'Anwenden' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toHaveCount(0);
  expect(await steps()).toBe(before + 1);
  await page.goBack();
  await expect(order).toContainText('Umsatzpotenzial');
});
