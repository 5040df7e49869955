import { expect, type Page } from '@playwright/test';
import type { Portal } from '#tests/support/browser.ts';
import { openStatistic } from './demo-statistics.ts';

const amounts = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat('de-CH');

export const chf = (value: number) => amounts.format(value);
export const whole = (value: number) => counts.format(value);

export type Figures = {
  count: number;
  qtySum: number;
  efPreisSum: number;
  pPreisSum: number;
  turnoverPotential: number;
};

/** The figures of an aggregate row as its table writes them. */
export function written(row: Figures): string[] {
  const { count, qtySum, efPreisSum, pPreisSum, turnoverPotential } = row;
  return [whole(count), whole(qtySum), chf(efPreisSum), chf(pPreisSum), chf(turnoverPotential)];
}

/** A kept connection may be closed by the server just as it is used again. */
export const maxRetries = 1;

export interface Dashboard {
  directLinkId: string;
  /** A page's answer from the API, as a visitor gets it. */
  json: <Answer>(path: string) => Promise<Answer>;
  /** Opens a page of the dashboard in German. */
  open: (path: string) => Promise<void>;
}

/** The demo's first statistic, to a visitor. */
export async function visitDashboard(page: Page, portal: Portal): Promise<Dashboard> {
  const { directLinkId } = await openStatistic(portal.pool);
  return {
    directLinkId,
    json: async (path) =>
      (await page.request.get(`/api/statistics/${directLinkId}/${path}`, { maxRetries })).json(),
    open: async (path) => {
      await page.goto(`/dashboard/${directLinkId}/${path}`);
    },
  };
}

/** Expects the table to show these rows in this order, and the totals below them. */
export async function expectAggregate<Row extends Figures>(
  page: Page,
  table: string,
  rows: Row[],
  nameOf: (row: Row) => string,
  totals: Figures & { rowCount: number },
): Promise<void> {
  const shown = page.getByRole('table', { name: table, exact: true }).last();
  await expect(shown.locator('tbody tr')).toHaveCount(rows.length);
  for (const index of [0, 1, 2, rows.length - 1].filter((each) => each >= 0 && each < rows.length)) {
    const line = shown.locator('tbody tr').nth(index);
    await expect(line.getByRole('rowheader')).toHaveText(nameOf(rows[index] as Row));
    await expect(line.getByRole('cell')).toHaveText(written(rows[index] as Row));
  }
  // The rows are called what they are, which is in most tables what the table is called.
  await expect(shown.locator('tfoot').getByRole('rowheader')).toContainText(
    new RegExp(`\\(${whole(totals.rowCount)} \\p{Lu}`, 'u'),
  );
  await expect(shown.locator('tfoot').getByRole('cell')).toHaveText(written(totals));
}

/** Presses Escape once the open dialog has the focus: a key that comes before is the page's. */
export async function pressEscape(page: Page): Promise<void> {
  await expect(page.locator('.bp6-portal').filter({ has: page.locator(':focus') })).toHaveCount(1);
  await page.keyboard.press('Escape');
}
