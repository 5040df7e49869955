import { expect, test } from '#tests/support/new-portal.ts';
import { publishReferenceData } from '#tests/support/portal.ts';
import { generic, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { itemOf, makeAdmin } from '../new-portal-steps.ts';
import { expectNoViolations } from '../no-violations.ts';

const list = {
  name: 'Ausstände.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Pharmacode;Artikelname;Ausstand bis\n1;Original;unbestimmt\n2;Generic;unbestimmt\n77;Bürste;unbestimmt\n',
  ),
};

test('a list of stock-outs waits for the catalogue, and is used again once that knows its products', async ({
  page,
  newPortal,
}) => {
  test.setTimeout(120_000);
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row', { name: /^Lieferengpässe: Grossist/ });
  const close = dialog.getByRole('button', { name: 'Schliessen', exact: true }).last();
  await makeAdmin(page, newPortal);
  await page.goto('/admin/template-files?lang=de&dialog=replace.stockouts-wholesaler');
  await dialog.getByLabel('Datei wählen').setInputFiles(list);
  await expect(dialog.getByRole('alert')).toContainText('Es ist noch kein Katalog veröffentlicht');
  await expectNoViolations(page, 'a list before the catalogue');

  // Its products have no Pharmacodes yet.
  const { catalogue } = smallCatalogue;
  const products = catalogue.products.replaceAll(/,000000\d,/g, ',,');
  await publishReferenceData(newPortal.pool, { catalogue: { ...catalogue, products } });
  await dialog.getByLabel('Datei wählen').setInputFiles(list);
  await dialog.getByRole('button', { name: 'Diese Datei verwenden' }).click();
  await expect(dialog.getByRole('alert')).toContainText('3 Zeilen');
  await page.goto('/admin/setup?lang=de');
  const item = itemOf(page, 'referenceData');
  await expect(item).toHaveAttribute('data-state', 'open');
  await expect(item).toContainText('Grossist: 0 von 3 Zeilen gehören zu einem bekannten Produkt.');
  await expectNoViolations(page, 'checklist with a list of no known product');

  await publishReferenceData(newPortal.pool, { catalogue });
  await item.getByRole('link', { name: 'Vorlagendateien' }).click();
  await row.getByRole('button', { name: /^Versionen/ }).click();
  await expect(dialog.getByRole('listitem')).toContainText('In Gebrauch');
  await dialog.getByRole('button', { name: /^Ausstände\.csv vom .* wieder verwenden$/ }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(
    'Lieferengpässe neu 2, weggefallen 0, bisher offen 0.',
  );
  await expectNoViolations(page, 'the version in use, used again');
  await close.click();
  await page.goto('/admin/setup?lang=de');
  await expect(item).toHaveAttribute('data-state', 'late');
  await expect(item).not.toContainText('bekannten Produkt');
  await page.goto(`/stockout-analyser?lang=de&find=${generic}`);
  await expect(page.getByRole('row', { name: /Generic 10 mg/ })).toBeVisible();
});
