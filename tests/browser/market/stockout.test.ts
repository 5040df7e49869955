import type { Page } from '@playwright/test';
import { demoProvider } from '#server/config.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';

type Day = { date: string; count: number };
type Change = { productName: string; change: string };

async function ask<Answer>(portal: Portal, path: string): Promise<Answer> {
  return (await (await fetch(`${portal.url}/api/stockoutstat/${path}`)).json()) as Answer;
}

const written = (date: string) => date.split('-').reverse().join('.');
const chart = (page: Page) => page.getByRole('slider', { name: 'Tag' });

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
