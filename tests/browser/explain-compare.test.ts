import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape } from './dashboard.ts';
import { linkedPair } from './linked-statistics.ts';
import { expectNoViolationsEither } from './no-violations.ts';
import { productGrid } from './products-table.ts';

type Compared = { name: string | null; figure: string; value: number; other: number; change: number };
type Comparison = { statistic: { months: number }; other: { months: number }; rows: Compared[] };

const cents = (value: number) => Math.round(value * 100) / 100;

test('figures of a comparison show the figures of both periods, which give them', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [id, other] = await linkedPair(portal.pool, 'different length');
  const json = async <Answer>(path: string): Promise<Answer> =>
    (await page.request.get(`/api/statistics/${path}`)).json();
  const {
    statistic,
    other: second,
    rows,
  } = await json<Comparison>(`${id}/compare?view=summary&with=${other}`);
  const compared = rows.find(({ figure }) => figure === 'turnoverTotal')!;
  const own = await json<{ turnoverTotal: number }>(`${id}/summary`);
  const others = await json<{ turnoverTotal: number }>(`${other}/summary`);
  expect(compared.value).toBe(cents(own.turnoverTotal / statistic.months));
  expect(compared.other).toBe(cents(others.turnoverTotal / second.months));

  await page.goto(`/dashboard/${id}?compare=${other}`);
  const table = page.getByRole('table', { name: 'Vergleich der Zeiträume' });
  const row = table.getByRole('row', { name: /^Umsatz total/ });
  const dialog = page.getByRole('dialog', { name: /^Umsatz total: / });

  await row.getByRole('button').nth(1).press('Enter');
  await expect(dialog.locator('.why-dialog__value')).toHaveText(chf(compared.other));
  await expect(dialog).toContainText(`Wert des Zeitraums ÷ ${second.months} Monate.`);
  await expect(parts(page)).toHaveText([`${chf(others.turnoverTotal)} CHF`]);
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);

  await row.getByRole('button').nth(2).press('Enter');
  await expect(dialog.locator('.why-dialog__value')).toContainText(chf(Math.abs(compared.change)));
  await expect(dialog).toContainText(`÷ ${statistic.months} Monate und ÷ ${second.months} Monate`);
  await expect(parts(page)).toHaveText([`${chf(own.turnoverTotal)} CHF`, `${chf(others.turnoverTotal)} CHF`]);
  await expectNoViolationsEither(page, 'explanation of a change');
  await dialog
    .getByRole('link', { name: /^Artikel anzeigen: / })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${other}/products`));
  await expect(productGrid(page).locator('tfoot')).toContainText(String(chf(others.turnoverTotal)));
});

test('rows of a compared list answer why, also where only one period has them', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [id, other] = await linkedPair(portal.pool, 'same length');
  const request = `/api/statistics/${id}/compare?view=molecule&with=${other}`;
  const { rows } = (await (await page.request.get(request)).json()) as Comparison;
  const turnovers = rows.filter(({ figure }) => figure === 'efPreisSum');
  const [first] = turnovers.toSorted((a, b) => b.value - a.value);
  const missing = rows.find(({ figure, other: there }) => figure === 'count' && there === 0);
  expect(missing).toBeDefined();
  const alone = turnovers.find(({ name }) => name === missing!.name)!;

  await page.goto(`/dashboard/${id}/molecules?sortBy=efPreisSum&compare=${other}`);
  const table = page.getByRole('table', { name: 'Wirkstoffe: Vergleich der Zeiträume' });
  await table.getByRole('link', { name: first!.name!, exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.why-dialog__value')).toHaveText(`${chf(first!.value)} CHF`);
  await pressEscape(page);
  await expect(table.locator(':focus')).toHaveCount(1);
  for (let place = 0; place < 4; place++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(parts(page)).toHaveCount(4);
  await expect(parts(page).first()).toHaveText(`${chf(first!.value)} CHF`);
  await pressEscape(page);

  const cells = table.locator(`tr[data-row="${alone.name}"]`).getByRole('cell');
  await cells.nth(1).click();
  await expect(dialog).toContainText('In diesem Zeitraum wurde davon nichts bezogen.');
  await pressEscape(page);
  await cells.nth(2).click();
  await expect(parts(page)).toHaveText([`${chf(alone.value)} CHF`]);
});

const parts = (page: Page) => page.getByRole('dialog').locator('.why-dialog__part');
