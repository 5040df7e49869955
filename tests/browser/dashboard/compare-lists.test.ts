import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, whole } from '../dashboard.ts';
import { linkedPair } from '../linked-statistics.ts';
import { expectNoViolationsEither } from '../no-violations.ts';
import { watchConsole } from '../sign-in.ts';

type Compared = {
  name: string | null;
  figure: string;
  value: number;
  other: number;
  change: number;
  changePercent: number | null;
  shareOfChange: number | null;
  perMonth: boolean;
};
type Period = { timeMonthFrom: number; timeYearFrom: number; timeMonthTo: number; timeYearTo: number };
type Comparison = { statistic: Period; other: Period; rows: Compared[] };

const lists = [
  { page: 'top_manufacturers', view: 'manufacturers', title: 'Hersteller' },
  { page: 'molecules', view: 'molecule', title: 'Wirkstoffe' },
  { page: 'atc', view: 'atc', title: 'ATC-Gruppen' },
] as const;

const measures = {
  count: 'Artikel',
  qtySum: 'Menge total',
  efPreisSum: 'Fabrikabgabepreis total CHF',
  pPreisSum: 'Publikumspreis total CHF',
  turnoverPotential: 'Umsatzpotenzial CHF',
};

const share = (value: number) =>
  `${new Intl.NumberFormat('de-CH', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(value))}%`;
const signOf = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '');

/** A row of a comparison as its table writes it. */
function written({ figure, value, other, change, changePercent, shareOfChange, perMonth }: Compared) {
  const isCount = figure === 'count' || (figure === 'qtySum' && !perMonth);
  const write = isCount ? whole : chf;
  return [
    write(value),
    write(other),
    signOf(change) + write(Math.abs(change)),
    changePercent === null ? '–' : signOf(changePercent) + share(changePercent),
    shareOfChange === null ? '–' : (shareOfChange < 0 ? '−' : '') + share(shareOfChange),
  ];
}

function periodText({ timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo }: Period): string {
  const month = (each: number) => String(each).padStart(2, '0');
  return `${month(timeMonthFrom)}.${timeYearFrom} – ${month(timeMonthTo)}.${timeYearTo}`;
}

async function ask(page: Page, id: string, other: string, view: string, query = ''): Promise<Comparison> {
  const answer = await page.request.get(
    `/api/statistics/${id}/compare?with=${other}&view=${view}${query && `&${query}`}`,
  );
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

const ofFigure = ({ rows }: Comparison, figure: string) => rows.filter((row) => row.figure === figure);

/** Expects the rows that the API gives, all of them, in its order, and the totals. */
async function expectCompared(
  table: Locator,
  rows: Compared[],
  total: Compared,
  unit: string,
): Promise<void> {
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
  await expect(table.locator('tbody tr')).toHaveCount(rows.length);
  await expect(table.locator('tbody').getByRole('cell')).toHaveText(rows.flatMap(written));
  await expect(table.locator('tfoot').getByRole('rowheader')).toHaveText(
    `Total (${whole(rows.length)} ${unit})`,
  );
  await expect(table.locator('tfoot').getByRole('cell')).toHaveText(written(total));
}

const comparedTable = (page: Page, title: string) =>
  page.getByRole('table', { name: `${title}: Vergleich der Zeiträume` });

for (const { page: path, view, title } of lists.slice(-1)) {
  test(`${view}: two periods stand side by side, as the API has them, for every figure`, async ({
    page,
    portal,
  }) => {
    const [id, other] = await linkedPair(portal.pool, 'same length');
    await page.goto(`/dashboard/${id}/${path}`);
    await page.getByRole('combobox', { name: 'Vergleich', exact: true }).selectOption(other);
    const table = comparedTable(page, title);
    const totals = await ask(page, id, other, `${view}/totals`);
    for (const [figure, heading] of Object.entries(measures).slice(-2)) {
      await page.getByRole('combobox', { name: 'Kennzahl' }).selectOption(heading);
      await expect(page).toHaveURL(new RegExp(`sortBy=${figure}`));
      const comparison = await ask(page, id, other, view, `sortBy=${figure}`);
      await expectCompared(table, ofFigure(comparison, figure), ofFigure(totals, figure)[0]!, title);
    }
    await expect(table.getByRole('columnheader')).toHaveText([
      /\w/,
      periodText(totals.statistic),
      periodText(totals.other),
      'Veränderung',
      'Veränderung in %',
      'Anteil an der Veränderung',
    ]);
    await expect(page.getByText('Beide Zeiträume umfassen 12 Monate.')).toBeVisible();
    await expectNoViolationsEither(page, `${view} compared`);
  });
}

test('the other period stays beside this one from page to page, and Back takes it away again', {
  tag: '@long',
}, async ({ page, portal }) => {
  const complaints = watchConsole(page);
  const [id, other] = await linkedPair(portal.pool, 'same length');
  await page.goto(`/dashboard/${id}`);
  await page.getByRole('combobox', { name: 'Vergleich', exact: true }).selectOption(other);
  await expect(page.getByRole('table', { name: 'Vergleich der Zeiträume' })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Dashboard' });
  await pages.getByRole('link', { name: 'Sortiment' }).click();
  await pages.getByRole('link', { name: 'ATC-Gruppen' }).click();
  await comparedTable(page, 'ATC-Gruppen')
    .getByRole('link', { name: /Kardiovaskuläres System/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`molecules\\?atc=C&compare=${other}`));
  const molecules = comparedTable(page, 'Wirkstoffe');
  await molecules.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produktanalyse');
  await pages.getByRole('link', { name: 'Hersteller' }).click();
  await expect(comparedTable(page, 'Hersteller')).toBeVisible();

  for (const title of ['Produktanalyse', 'Wirkstoffe', 'ATC-Gruppen']) {
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveURL(new RegExp(`compare=${other}`));
  }
  await expect(comparedTable(page, 'ATC-Gruppen')).toBeVisible();
  await page.getByRole('combobox', { name: 'Vergleich', exact: true }).selectOption({ label: 'ohne' });
  await expect(page.getByRole('table', { name: 'ATC-Gruppen', exact: true }).last()).toBeVisible();
  await expect(page).not.toHaveURL(/compare/);
  await page.goBack();
  await expect(comparedTable(page, 'ATC-Gruppen')).toBeVisible();
  expect(complaints).toEqual([]);
});
