import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { chf } from '../dashboard.ts';
import { linkedPair } from '../linked-statistics.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';

type Comparison = {
  rows: { figure: string; value: number; other: number; change: number; changePercent: number }[];
};

for (const lengths of ['different length', ...(long ? ['same length' as const] : [])] as const) {
  test(`a customer’s two periods of ${lengths} stand side by side, by an address that can be passed on`, async ({
    page,
    portal,
  }) => {
    const [id, other] = await linkedPair(portal.pool, lengths);
    const request = `/api/statistics/${id}/compare?view=summary&with=${other}`;
    const comparison = (await (await page.request.get(request)).json()) as Comparison;
    const turnover = comparison.rows.find(({ figure }) => figure === 'turnoverTotal')!;
    await page.goto(`/dashboard/${id}`);

    const select = page.getByRole('combobox', { name: 'Vergleich', exact: true });
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
    await expect(row.getByText('pro Monat')).toHaveCount(lengths === 'different length' ? 1 : 0);
    const period = await select.locator('option:checked').textContent();
    await expect(table.getByRole('columnheader').nth(2)).toHaveText(period!);
    await expectNoViolations(page, 'comparison');

    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await expect(row.getByRole('cell').first()).toHaveText(chf(turnover.value));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNoViolationsEither(page, 'comparison on a phone');

    await select.selectOption({ label: 'ohne' });
    await expect(table).toHaveCount(0);
  });
}
