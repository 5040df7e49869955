import type { Page } from '@playwright/test';
import { demoProvider } from '#server/config.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { expectNoViolations } from './no-violations.ts';

type Day = { date: string; count: number };
type Change = { productName: string; change: string };

async function ask<Answer>(portal: Portal, path: string): Promise<Answer> {
  return (await (await fetch(`${portal.url}/api/stockoutstat/${path}`)).json()) as Answer;
}

const written = (date: string) => date.split('-').reverse().join('.');
const chart = (page: Page) => page.getByRole('slider', { name: 'Tag' });

/** The day by which the count of a series changed last, and the changes of it. */
async function newestChange(portal: Portal, series: string): Promise<{ date: string; changes: Change[] }> {
  const days = await ask<Day[]>(portal, series);
  const at = days.findLastIndex(({ count }, place) => place > 0 && count !== days[place - 1]!.count);
  const { date } = days[at]!;
  return { date, changes: await ask<Change[]>(portal, `day?series=${series}&date=${date}`) };
}

test('a visitor goes by keyboard from day to day, opens one, marks days and comes back', async ({
  page,
  portal,
}) => {
  const [provider, generica] = await Promise.all([
    ask<Day[]>(portal, 'PROVIDER'),
    ask<Day[]>(portal, 'GENERICA'),
  ]);
  const said = (back: number) => {
    const [own, all] = [provider.at(-1 - back)!, generica.at(-1 - back)!];
    return `${written(own.date)}: ${demoProvider.name} ${own.count}, Alle Generikahersteller ${all.count}`;
  };
  await page.goto('/stockout?lang=de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entwicklung der Lieferengpässe');
  await chart(page).focus();
  await expect(chart(page)).toHaveAttribute('aria-valuetext', said(0));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', said(2));
  await page.keyboard.press('PageDown');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', said(32));

  await page.keyboard.press('Enter');
  const { date } = generica.at(-33)!;
  const heading = page.getByRole('heading', { name: `Was sich am ${written(date)} geändert hat` });
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  const changes = await ask<Change[]>(portal, `day?series=GENERICA&date=${date}`);
  await expect(page.locator('.day-changes tbody tr')).toHaveCount(changes.length);
  await page.getByRole('button', { name: 'Schliessen' }).click();
  await expect(heading).toHaveCount(0);
  await expect(chart(page)).toBeFocused();

  await page.keyboard.press('End');
  for (let marked = 0; marked < 9; marked++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  const [from, to] = [generica.at(-10)!.date, generica.at(-1)!.date];
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  await expect(page.locator('.stockout-page__period')).toHaveText(`${written(from)} – ${written(to)}`);
  await page.reload();
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '9');
  // The newest months are those of the newest list, also of one that is published later.
  await page.getByRole('radio', { name: '3 Monate' }).check({ force: true });
  await expect(page).toHaveURL(/period=3/);
  await expect(page).not.toHaveURL(/from=|to=/);
  await expect(page.locator('.stockout-page__period')).toHaveText(new RegExp(` – ${written(to)}$`));
  await expect(page.getByRole('radio', { name: '3 Monate' })).toBeChecked();
  await page.getByRole('radio', { name: 'Ganzer Zeitraum' }).check({ force: true });
  await expect(chart(page)).toHaveAttribute('aria-valuemax', String(generica.length - 1));
});

test('a pointer sees the counts of a day, opens it in the series that it presses, and drags to zoom in', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.goto('/stockout?lang=de');
  const days = page.locator('.development-chart__days');
  await expect(days).toHaveCount(2);
  const provider = await ask<Day[]>(portal, 'PROVIDER');
  const box = (await days.first().boundingBox())!;
  const middle = Math.floor(provider.length / 2);
  const position = { x: ((middle + 0.5) / provider.length) * box.width, y: 40 };
  await days.first().hover({ position });
  const hint = page.locator('.development-chart__hint');
  await expect(hint).toContainText(written(provider[middle]!.date));
  await expect(hint).toContainText(`${demoProvider.name} ${provider[middle]!.count}`);
  await days.first().click({ position });
  await expect(page).toHaveURL(new RegExp(`date=${provider[middle]!.date}&series=PROVIDER`));
  await expect(page.getByRole('radio', { name: demoProvider.name })).toBeChecked();

  // In three years a day is hardly wider than a pixel.
  await page.mouse.move(box.x + (0.5 / provider.length) * box.width, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 });
  await expect(page.locator('.development-chart__marked')).toHaveCount(2);
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`from=${provider[0]!.date}&to=`));
  await expect(chart(page)).not.toHaveAttribute('aria-valuemax', String(provider.length - 1));
  await page.goBack();
  await expect(chart(page)).toHaveAttribute('aria-valuemax', String(provider.length - 1));
});

test('what changed on a day names the products, and the charts lie over each other when asked to', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { date, changes } = await newestChange(portal, 'PROVIDER');
  await page.goto(`/stockout?lang=de&series=PROVIDER&date=${date}`);
  await expect(page.locator('.day-changes tbody th')).toHaveText(
    changes.map(({ productName }) => productName),
  );
  await expect(page.locator('.step-chart')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Übereinander' }).check({ force: true });
  await expect(page.locator('.step-chart')).toHaveCount(1);
  await expect(page).toHaveURL(/charts=together/);
  // Each on an axis of its own, which is not higher than its series needs: no line lies along the bottom.
  for (const [series, side] of [
    ['PROVIDER', 'links'],
    ['GENERICA', 'rechts'],
  ] as const) {
    const largest = Math.max(...(await ask<Day[]>(portal, series)).map(({ count }) => count));
    const axis = page.locator(`.step-chart__axis[data-series="${series}"] text`);
    const [top, below] = (await axis.allTextContents()).map(Number).toReversed() as [number, number];
    expect(top).toBeGreaterThanOrEqual(largest);
    expect(largest).toBeGreaterThan(top / 2 - (top - below));
    const name = page.locator(`figcaption .development-chart__name[data-series="${series}"]`);
    await expect(name).toContainText(`Achse ${side}`);
  }
});

test('the days stand in a table too, from which a day is opened', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const provider = await ask<Day[]>(portal, 'PROVIDER');
  await page.goto('/stockout?lang=de');
  await page.getByText('Tage als Tabelle').click();
  const rows = page
    .getByRole('table', { name: 'Tage als Tabelle' })
    .locator('tbody tr:not(.data-table__room)');
  await expect(rows).toHaveCount(provider.length);
  const { date, count } = provider.at(-2)!;
  await expect(rows.nth(1).locator('td').first()).toHaveText(String(count));
  await rows.nth(1).getByRole('button').click();
  await expect(
    page.getByRole('heading', { name: `Was sich am ${written(date)} geändert hat` }),
  ).toBeFocused();
});

test('in every language and on a phone it is accessible and no wider than the screen', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { date } = await newestChange(portal, 'GENERICA');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/stockout?lang=de&date=${date}`);
  await page.locator('.step-chart').first().waitFor();
  await page.locator('.day-changes tbody tr').first().waitFor();
  await page.getByText('Tage als Tabelle').click();
  await page.getByRole('table', { name: 'Tage als Tabelle' }).waitFor();
  await expectNoViolations(page, 'development', demoProvider.name.split(' '));
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
});

test('while the lists name nothing the page says so', { tag: '@long' }, async ({ page, portal }) => {
  // No product is missing before there were any lists: an answer without rows.
  const empty = `${portal.url}/api/stockoutstat/day?date=1999-01-01`;
  await page.route('**/api/stockoutstat/*', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: empty }) });
  });
  await page.goto('/stockout?lang=de');
  await expect(page.getByRole('heading', { name: 'Noch keine Liste der Lieferengpässe' })).toBeVisible();
  await expect(chart(page)).toHaveCount(0);
});

test('a failure says what failed, and can be tried again', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/stockoutstat/*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'Später wieder', code: 'database_unavailable', requestId: 'r-1' },
    }),
  );
  await page.goto('/stockout?lang=de');
  await expect(page.getByRole('alert')).toContainText('Später wieder', { timeout: 15_000 });
  await expect(page.getByRole('alert')).toContainText('r-1');
  await page.unroute('**/api/stockoutstat/*');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.locator('.step-chart')).toHaveCount(2);
});
