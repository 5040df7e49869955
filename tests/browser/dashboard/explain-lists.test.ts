import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, visitDashboard, whole } from '../dashboard.ts';
import { articleRows } from '../products-table.ts';

type Duplicate = {
  gtiN1: string;
  gtiN2: string;
  description1: string;
  description2: string;
} & Record<'qty1' | 'qty2' | 'efPreis1' | 'efPreis2' | 'pPreis1' | 'pPreis2' | 'turnoverPotential', number>;

const packs = (count: number) => (count === 1 ? '1 Packung' : `${whole(count)} Packungen`);

test('every figure of the duplicate products answers why, by keyboard through both kinds of rows', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const [row] = await json<Duplicate[]>('duplicate_products');
  await open('duplicate_products');
  const table = page.getByRole('table', { name: 'Doppelte Produkte' });
  const { description1, description2, ...figures } = row!;
  await table.getByRole('link', { name: description2, exact: true }).focus();

  const expectWhy = async (name: string, heading: string, value: string) => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `${name}: ${heading}`, exact: true });
    await expect(dialog.locator('.why-dialog__value')).toHaveText(value);
    await pressEscape(page);
    await expect(dialog).toHaveCount(0);
  };
  await page.keyboard.press('ArrowRight');
  await expectWhy(description2, 'Menge total', packs(figures.qty2));
  await page.keyboard.press('ArrowRight');
  await expectWhy(description2, 'Fabrikabgabepreis CHF', `${chf(figures.efPreis2)} CHF pro Packung`);
  await page.keyboard.press('ArrowRight');
  await expectWhy(description2, 'Publikumspreis CHF', `${chf(figures.pPreis2)} CHF pro Packung`);
  await page.keyboard.press('ArrowDown');
  await expectWhy(description1, 'Publikumspreis CHF', `${chf(figures.pPreis1)} CHF pro Packung`);
  await page.keyboard.press('ArrowLeft');
  await expectWhy(description1, 'Fabrikabgabepreis CHF', `${chf(figures.efPreis1)} CHF pro Packung`);
  await page.keyboard.press('ArrowLeft');
  await expectWhy(description1, 'Menge total', packs(figures.qty1));

  await table
    .getByRole('row', { name: new RegExp(`^${description1}`) })
    .getByRole('cell')
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: `${description1}: Umsatzpotenzial CHF` });
  await expect(dialog).toContainText(`${chf(figures.turnoverPotential)} CHF`);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(articleRows(page)).toHaveCount(1);
  await expect(articleRows(page)).toContainText(chf(figures.turnoverPotential));
});
