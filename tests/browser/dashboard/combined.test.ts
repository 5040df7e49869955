import { expect, test } from '#tests/support/browser.ts';
import { pressEscape } from '../dashboard.ts';
import { holdBack } from '../held-requests.ts';
import { choose, rowOf, token, uploaded } from '../listed-statistic.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession, watchConsole } from '../sign-in.ts';

test('statistics are chosen, what is to be known is said, and they are looked at as one until a member stops it', async ({
  page,
  portal,
}) => {
  const complaints = watchConsole(page);
  await startSession(page, portal, 'rep1@portal.example');
  await uploaded(page, portal, 'Filiale Nord');
  const south = await uploaded(page, portal, 'Filiale Süd');
  await choose(page, 'Filiale Nord', 'Mit anderen zusammenfassen');
  const dialog = page.getByRole('dialog', { name: 'Statistiken zusammenfassen' });
  await expect(dialog.getByRole('status').filter({ hasText: 'Gewählt' })).toHaveText('Gewählt: 1 Statistik');
  await dialog.getByRole('button', { name: 'Zusammenfassen', exact: true }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Statistiken suchen' }).fill('Filiale');
  await dialog.getByRole('checkbox', { name: /Filiale Süd/ }).check({ force: true });
  // The same file was uploaded for both.
  await expect(dialog.getByText(/haben den gleichen Inhalt/)).toBeVisible();
  await expect(dialog.getByText('01.2025 – 06.2025: 2 Statistiken.')).toBeVisible();
  await expectNoViolations(page, 'combining', ['Filiale Nord', 'Filiale Süd']);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gruppe Nordsüd');
  // What was chosen and entered outlives a reload.
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Gruppe Nordsüd');
  await dialog.getByRole('button', { name: 'Zusammenfassen', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sortimentsanalyse von Gruppe Nordsüd');
  const way = page.getByRole('button', { name: 'aus 2 Statistiken' });
  await way.click();
  const members = page.getByRole('dialog', { name: 'Zusammengefasste Statistiken' });
  await expect(members.getByRole('listitem')).toHaveCount(2);
  await expectNoViolations(page, 'members', ['Filiale Nord', 'Filiale Süd']);
  await pressEscape(page);
  await expect(way).toBeFocused();
  expect(complaints).toEqual([]);

  await portal.pool.query('update statistics set active = false, revision = revision + 1 where id = $1', [
    south.id,
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Zusammenfassung ist angehalten');
  await expect(page.getByRole('list', { name: 'Angehalten durch' })).toHaveText(
    /Filiale Süd.*Link deaktiviert/,
  );
  await page.getByRole('button', { name: 'Zusammengefasste Statistiken ansehen' }).click();
  await expect(members.getByText('wird herausgenommen')).toBeVisible();
  await expect(members.getByRole('button', { name: 'Speichern' })).toBeDisabled();
  await expect(members.getByText(/mindestens zwei bleiben/)).toBeVisible();
  await members.getByRole('button', { name: 'Filiale Süd, 01.2025 – 06.2025 behalten' }).click();
  await expect(members.getByText(/mindestens zwei bleiben/)).toHaveCount(0);
  await page.goto('/');
  await expect(rowOf(page, 'Gruppe Nordsüd')).toContainText('Angehalten');
  await choose(page, 'Gruppe Nordsüd', 'Bearbeiten');
  const edit = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Gruppe Südnord');
  await edit.getByRole('button', { name: 'Speichern' }).click();
  await expect(rowOf(page, 'Gruppe Südnord')).toContainText('2 Statistiken');
});

test('on demand a list says what each statistic has of a row, of the products too, and the address keeps it', {
  tag: '@long',
}, async ({ page, portal }) => {
  const complaints = watchConsole(page);
  await startSession(page, portal, 'rep1@portal.example');
  const members = [await uploaded(page, portal, 'Filiale Ost'), await uploaded(page, portal, 'Filiale West')];
  const answer = await page.request.post('/api/statistics/combined', {
    headers: { authorization: `Bearer ${await token(page)}` },
    data: { name: 'Gruppe Ostwest', members: members.map(({ id }) => id) },
  });
  const { directLinkId } = await answer.json();
  await page.goto(`/dashboard/${directLinkId}/top_manufacturers`);
  await page.getByRole('button', { name: 'Spalten je Statistik' }).click();
  await page.getByRole('checkbox', { name: '2. Filiale West, 01.2025 – 06.2025' }).check({ force: true });
  await expectNoViolationsEither(page, 'columns by member', ['Filiale Ost', 'Filiale West']);
  await page.keyboard.press('Escape');
  const heading = 'Menge 2. Filiale West, 01.2025 – 06.2025';
  const halfOf = async (total: string) => {
    const headings = await page.getByRole('columnheader').allTextContents();
    const [all, own] = [total, heading].map((name) => headings.findIndex((text) => text.includes(name)));
    const cells = page.getByRole('table').getByRole('row').nth(1).locator('th, td');
    const [packs, ofMember] = await Promise.all([all!, own!].map((place) => cells.nth(place).textContent()));
    return [Number(packs), Number(ofMember)];
  };
  await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  // Both have uploaded the same file.
  await expect.poll(async () => (await halfOf('Menge total'))[1]).toBeGreaterThan(0);
  const [packs, ofMember] = await halfOf('Menge total');
  expect(packs).toBe(2 * ofMember!);
  // So it is of the whole list.
  const totals = page.getByRole('table').locator('tfoot tr').first();
  const places = await page.getByRole('columnheader').allTextContents();
  const totalOf = async (name: string) => {
    const text = await totals
      .locator('th, td')
      .nth(places.findIndex((each) => each.includes(name)))
      .textContent();
    return Number(text!.replaceAll(/[^\d-]/g, ''));
  };
  expect(await totalOf('Menge total')).toBe(2 * (await totalOf(heading)));
  await page.reload();
  await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  // What a member's figure was made from: the articles of the row.
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/products\?.*members=2/);
  await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  await page.goto(`/dashboard/${directLinkId}/products?members=2`);
  await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.filter({ hasText: 'Verbandmaterial' })).toHaveText(/^Verbandmaterial105–/);
  // While another one's figures are on their way nothing says that it has none.
  const release = await holdBack(page, /members\/figures/);
  await page.getByRole('button', { name: 'Spalten je Statistik' }).click();
  await page.getByRole('checkbox', { name: '1. Filiale Ost, 01.2025 – 06.2025' }).check({ force: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Menge 1. Filiale Ost' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Verbandmaterial' })).toHaveText(/^Verbandmaterial105–/);
  release();
  await expect(rows.filter({ hasText: 'Verbandmaterial' })).toHaveText(/^Verbandmaterial105–5–/);
  // What is found is added up, for the members too.
  await page.getByRole('searchbox').fill('verband');
  await expect(page.locator('tfoot tr')).toHaveText(/^Total \(1 Artikel\)1050\.0050\.00/);
  expect(complaints).toEqual([]);
  // That they can't be had is said, and not by empty columns alone.
  await page.route(/members\/figures/, (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many', message: 'Zu viele Fragen.' } }),
  );
  await page.getByRole('searchbox').fill('');
  await page.reload();
  await expect(page.getByText('Zu viele Fragen.').first()).toBeVisible();
});
