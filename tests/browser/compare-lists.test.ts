import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { chf, whole } from './dashboard.ts';
import { linkedPair } from './linked-statistics.ts';
import { expectNoViolations, expectNoViolationsEither } from './no-violations.ts';
import { watchConsole } from './sign-in.ts';

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

for (const { page: path, view, title } of long ? lists : lists.slice(-1)) {
  test(`${view}: two periods stand side by side, as the API has them, for every figure`, async ({
    page,
    portal,
  }) => {
    const [id, other] = await linkedPair(portal.pool, 'same length');
    await page.goto(`/dashboard/${id}/${path}`);
    await page.getByRole('combobox', { name: 'Vergleich', exact: true }).selectOption(other);
    const table = comparedTable(page, title);
    const totals = await ask(page, id, other, `${view}/totals`);
    for (const [figure, heading] of Object.entries(measures).slice(long ? 0 : -2)) {
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

test('the potential is compared by its own groups and figures', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [id, other] = await linkedPair(portal.pool, 'different length');
  await page.goto(`/dashboard/${id}/potential?compare=${other}`);
  const table = comparedTable(page, 'Potenzial');
  for (const [group, label, unit] of [
    ['molecule', 'Wirkstoff', 'Wirkstoffe'],
    ['atc', 'ATC-Gruppe', 'ATC-Gruppen'],
    ['manufacturer', 'Hersteller', 'Hersteller'],
  ] as const) {
    await page.getByRole('article').getByText(label, { exact: true }).first().click();
    const comparison = await ask(page, id, other, 'turnover_potential', `groupField=${group}`);
    const totals = await ask(page, id, other, 'turnover_potential/totals', `groupField=${group}`);
    const figure = 'turnoverPotentialSum';
    await expectCompared(table, ofFigure(comparison, figure), ofFigure(totals, figure)[0]!, unit);
  }
  await expect(page.getByRole('combobox', { name: 'Vergleich', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Kennzahl' }).selectOption('Menge total');
  await expect(page).toHaveURL(/sortBy=qtySum/);
  const totals = await ask(page, id, other, 'turnover_potential/totals', 'groupField=manufacturer');
  await expect(table.locator('tfoot').getByRole('cell')).toHaveText(written(ofFigure(totals, 'qtySum')[0]!));
  await expectNoViolations(page, 'potential compared');
});

test('periods of different length are compared per month, and the page says so', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [id, other] = await linkedPair(portal.pool, 'different length');
  await page.goto(`/dashboard/${id}/atc?type=provider_alternative&sortBy=qtySum&compare=${other}`);
  const table = comparedTable(page, 'ATC-Gruppen');
  const query = 'type=provider_alternative';
  const packs = ofFigure(await ask(page, id, other, 'atc', `${query}&sortBy=qtySum`), 'qtySum');
  const totals = await ask(page, id, other, 'atc/totals', query);
  expect(packs[0]!.perMonth).toBe(true);
  await expectCompared(table, packs, ofFigure(totals, 'qtySum')[0]!, 'ATC-Gruppen');
  await expect(table.getByRole('columnheader').filter({ hasText: 'pro Monat' })).toHaveCount(2);
  await expect(page.getByText(/12\sMonate und 6\sMonate: CHF und Packungen stehen pro Monat/)).toBeVisible();
  // The year's packs of the group, a twelfth of which stands here.
  const [group] = await (await page.request.get(`/api/statistics/${id}/atc?${query}&sortBy=qtySum`)).json();
  expect(packs[0]!.value).toBeCloseTo(group.qtySum / 12, 2);

  await page.getByRole('combobox', { name: 'Kennzahl' }).selectOption('Artikel');
  await expect(page.getByText(/Artikel sind je Zeitraum gezählt, nicht pro Monat/)).toBeVisible();
  await expect(table.getByRole('columnheader').filter({ hasText: 'pro Monat' })).toHaveCount(0);
  const articles = ofFigure(await ask(page, id, other, 'atc', `${query}&sortBy=count`), 'count');
  await expectCompared(table, articles, ofFigure(totals, 'count')[0]!, 'ATC-Gruppen');
});

test('rows that only one period has say so, and lead on only where something is behind them', {
  tag: '@long',
}, async ({ page, portal }) => {
  const [id, other] = await linkedPair(portal.pool, 'different length');
  const comparison = await ask(page, id, other, 'molecule', 'general=match&sortBy=count');
  const counts = ofFigure(comparison, 'count');
  const onlyThis = counts.filter((row) => row.other === 0);
  const onlyOther = counts.filter((row) => row.value === 0);
  expect(Math.min(onlyThis.length, onlyOther.length)).toBeGreaterThan(0);
  await page.goto(`/dashboard/${id}/molecules?general=match&sortBy=count&compare=${other}`);
  const table = comparedTable(page, 'Wirkstoffe');
  const total = await ask(page, id, other, 'molecule/totals', 'general=match');
  await expectCompared(table, counts, ofFigure(total, 'count')[0]!, 'Wirkstoffe');
  const only = (period: Period) => table.getByRole('row').filter({ hasText: `nur ${periodText(period)}` });
  await expect(only(comparison.statistic)).toHaveCount(onlyThis.length);
  await expect(only(comparison.other)).toHaveCount(onlyOther.length);
  await expect(only(comparison.statistic).first().getByRole('link')).toBeVisible();
  await expect(only(comparison.other).getByRole('link')).toHaveCount(0);
});

test('rows are ordered by this period, by rise or by fall; the address says it and Back undoes it', {
  tag: '@long',
}, async ({ page, portal }) => {
  const [id, other] = await linkedPair(portal.pool, 'same length');
  const changes = ofFigure(await ask(page, id, other, 'manufacturers', 'sortBy=qtySum'), 'qtySum');
  await page.goto(`/dashboard/${id}/top_manufacturers?sortBy=qtySum&compare=${other}`);
  const table = comparedTable(page, 'Hersteller');
  const first = table.locator('tbody tr').first().getByRole('rowheader');
  const change = table.getByRole('columnheader', { name: /^Veränderung$/ });
  await expect(first).toContainText(changes[0]!.name!);
  const rising = changes.toSorted((a, b) => b.change - a.change).map(({ name }) => name!);

  await change.getByRole('button').click();
  await expect(change).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/compareSort=increase/);
  await expect(first).toContainText(rising[0]!);
  await change.getByRole('button').click();
  await expect(change).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toContainText(rising.at(-1)!);
  await page.reload();
  await expect(first).toContainText(rising.at(-1)!);

  await page.goBack();
  await expect(first).toContainText(rising[0]!);
  await page.goBack();
  await expect(change).not.toHaveAttribute('aria-sort');
  await expect(first).toContainText(changes[0]!.name!);
});

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

test('the table of one period stays until the comparison is there, and when it fails', {
  tag: '@long',
}, async ({ page, portal }) => {
  const [id, other] = await linkedPair(portal.pool, 'same length');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answers: 'late' | 'fail' | 'work' = 'late';
  await page.route(/\/compare\?/, async (route) => {
    if (answers === 'late') await held;
    if (answers === 'fail') await route.abort();
    else await route.continue();
  });
  await page.goto(`/dashboard/${id}/atc`);
  const alone = page.getByRole('table', { name: 'ATC-Gruppen', exact: true }).last();
  const compared = comparedTable(page, 'ATC-Gruppen');
  await expect(alone.locator('tbody td').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Vergleich', exact: true }).selectOption(other);
  await expect(page).toHaveURL(/compare=/);
  await expect(alone.locator('tbody td').first()).toBeVisible();
  await expect(compared).toHaveCount(0);
  answers = 'work';
  release();
  await expect(compared).toBeVisible();
  await expect(alone).toHaveCount(0);

  answers = 'fail';
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(alone.locator('tbody td').first()).toBeVisible();
  await expectNoViolations(page, 'comparison failed');
  answers = 'work';
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(compared).toBeVisible();
});

test('a selection that neither period has articles for is said to be empty', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [id, other] = await linkedPair(portal.pool, 'same length');
  await page.goto(`/dashboard/${id}/molecules?manufacturer=Nobody&compare=${other}`);
  await expect(page.getByText('In keinem der beiden Zeiträume')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a comparison is readable on a phone, in French', { tag: '@long' }, async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [id, other] = await linkedPair(portal.pool, 'different length');
  for (const { page: path } of lists) {
    await page.goto(`/dashboard/${id}/${path}?lang=fr&compare=${other}`);
    const table = page.getByRole('table', { name: /: comparaison des périodes$/ });
    await expect(table.locator('tbody td').first()).toBeVisible();
    const sideways = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.data-table')]
        .map((each) => each.scrollWidth - each.clientWidth)
        .filter((excess) => excess > 0),
    );
    expect(sideways, path).toEqual([]);
    await expectNoViolations(page, `${path} compared on a phone`);
  }
});
