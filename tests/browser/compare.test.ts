import type { Pool } from 'pg';
import { expect, test } from '#tests/support/browser.ts';
import { chf } from './dashboard.ts';
import { expectNoViolations } from './no-violations.ts';

type Comparison = {
  statistic: { months: number };
  other: { months: number };
  rows: { figure: string; value: number; other: number; change: number; changePercent: number }[];
};

test('a customer’s two periods stand side by side, by an address that can be passed on', async ({
  page,
  portal,
}) => {
  const [id, other] = await linkedPair(portal.pool);
  const request = `/api/statistics/${id}/compare?view=summary&with=${other}`;
  const comparison = (await (await page.request.get(request)).json()) as Comparison;
  const turnover = comparison.rows.find(({ figure }) => figure === 'turnoverTotal')!;
  await page.goto(`/dashboard/${id}`);

  const select = page.getByRole('combobox', { name: 'Vergleichen mit' });
  await select.selectOption(other);
  await expect(page).toHaveURL(new RegExp(`compare=${other}`));
  const table = page.getByRole('table', { name: 'Vergleich der Zeiträume' });
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${chf(Math.abs(value))}`;
  const row = table.getByRole('row', { name: /^Umsatz total/ });
  await expect(row.getByRole('cell')).toHaveText([
    chf(turnover.value),
    chf(turnover.other),
    signed(turnover.change),
    `${turnover.changePercent < 0 ? '−' : '+'}${Math.abs(turnover.changePercent).toFixed(1)}%`,
  ]);
  const perMonth = comparison.statistic.months !== comparison.other.months;
  await expect(row.getByText('pro Monat')).toHaveCount(perMonth ? 1 : 0);
  const period = await select.locator('option:checked').textContent();
  await expect(table.getByRole('columnheader').nth(2)).toHaveText(period!);
  await expectNoViolations(page, 'comparison');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(row.getByRole('cell').first()).toHaveText(chf(turnover.value));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectNoViolations(page, 'comparison on a phone');

  await select.selectOption({ label: 'keinem Zeitraum' });
  await expect(table).toHaveCount(0);
});

test('a statistic that is not linked is refused in words', async ({ page, portal }) => {
  const [id] = await linkedPair(portal.pool);
  await page.goto(`/dashboard/${id}?compare=nobody`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('Umsatz total', { exact: true })).toBeVisible();
});

/** Direct link ids of the demo's two statistics of one customer, the later one first. */
async function linkedPair(pool: Pool): Promise<[string, string]> {
  const { rows } = await pool.query<{ id: string; other: string }>(
    `select s.direct_link_id as id, o.direct_link_id as other
     from statistics s join statistics o using (customer_external_id, test_upload)
     where s.active and o.active and s.deleted_at is null and o.deleted_at is null
       and customer_external_id <> '' and s.time_year_to * 12 + s.time_month_to > o.time_year_to * 12 + o.time_month_to
     order by s.id, o.id limit 1`,
  );
  if (!rows[0]) throw new Error('The demo world has no two statistics of one customer.');
  return [rows[0].id, rows[0].other];
}
