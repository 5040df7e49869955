import { expect, test } from 'vitest';
import { orderCsv } from '#server/orders/order-files.ts';
import { orderWorkbook } from '#server/orders/paper/order-workbook.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import { languages } from '#shared/languages.ts';
import { badGtin, orderForm, orderRows } from '../../support/order-form.ts';
import {
  faultsOf,
  partsOf,
  rowsByOwnReader,
  rowsBySheetJs,
  scannedPictures,
} from '../../support/written-workbook.ts';

const rows = orderRows(40);
const form = orderForm(rows);

test('rows and their sums are those of the order, as numbers', async () => {
  const bytes = await makeWorkbook(orderWorkbook(form, false));
  expect(faultsOf(bytes)).toEqual([]);
  const [head, ...all] = rowsBySheetJs(bytes).Bestellung!;
  const list = all.slice(0, -1);
  const column = (name: string) => list.map((row) => row[head!.indexOf(name)] as number | null);
  expect(column('GTIN')).toEqual(rows.map(({ gtin }) => gtin));
  expect(column('Produkt')).toEqual(rows.map(({ productDescription }) => productDescription));
  expect(column('Preis CHF')).toEqual(rows.map(({ exFactoryPrice }) => exFactoryPrice));
  // In whole centimes, packs times price.
  const centimes = rows.reduce(
    (sum, row) => sum + BigInt(row.packs) * BigInt(Math.round((row.exFactoryPrice ?? 0) * 100)),
    0n,
  );
  const written = column('Total CHF').reduce<number>((sum, total) => sum + Math.round((total ?? 0) * 100), 0);
  expect(BigInt(written)).toBe(centimes);
  expect(Number(centimes) / 100).toBe(form.content.sums.exFactorySum);
  const packs = rows.reduce((sum, row) => sum + row.packs, 0);
  expect(column('Packungen').reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(packs);
});

test.each([false, true])(
  'the order sheet ends with its total, which no filter hides, barcodes %s',
  async (barcode) => {
    const bytes = await makeWorkbook(orderWorkbook(orderForm(orderRows(4)), barcode));
    expect(faultsOf(bytes)).toEqual([]);
    const [head, ...list] = rowsBySheetJs(bytes).Bestellung!;
    const total = list.at(-1)!;
    // Packs 1, 1500, 3 and 4; CHF 1 × 0.95 + 1500 × 18.30 + 3 × 35.65 + 4 × 0.
    expect(list).toHaveLength(5);
    expect(
      ['Produkt', 'Packungen', 'Total CHF', 'GTIN'].map((name) => total[head!.indexOf(name)] ?? null),
    ).toEqual(['Total CHF', 1508, 27_557.9, null]);
    const { sheets } = orderWorkbook(orderForm(orderRows(4)), barcode);
    expect(sheets[0]!.rows).toHaveLength(4);
  },
);

test('only an order with rows that come late has a column that marks them', async () => {
  const head = (sheets: Record<string, unknown[][]>) => sheets.Bestellung![0]!;
  expect(head(rowsBySheetJs(await makeWorkbook(orderWorkbook(form, false))))).not.toContain('Hinweis');
  const [first, second, third, fourth] = orderRows(4);
  const late = orderForm([
    { ...first!, late: { expected: '2027-02-01' } },
    { ...second!, late: { expected: null } },
    // Ordered on the Sunday of that week, for delivery after it.
    { ...third!, late: { expected: '2026-11-16', week: true } },
    fourth!,
  ]);
  const { Bestellung } = rowsBySheetJs(await makeWorkbook(orderWorkbook(late, false)));
  expect(Bestellung!.map((row) => row.at(-1))).toEqual([
    'Hinweis',
    'Bis zum Lieferdatum nicht lieferbar; erwartet am 01.02.2027',
    'Bis zum Lieferdatum nicht lieferbar; ein Termin ist nicht bekannt',
    'Bis zum Lieferdatum nicht lieferbar; erwartet KW 47',
    null,
    null,
  ]);
});

test('paper has names and notes whole; beside barcodes there is no room for notes, which it says, and the total', async () => {
  const late = orderForm(orderRows(3).map((row) => ({ ...row, late: { expected: null } })));
  const [plain, withBarcodes] = await Promise.all(
    [false, true].map(async (barcode) => partsOf(await makeWorkbook(orderWorkbook(late, barcode)))),
  );
  const more = '<oddFooter>&amp;LWeitere Spalten stehen in der Datei&amp;R';
  expect(String(plain!.get('xl/workbook.xml'))).not.toContain('Print_Area');
  expect(String(plain!.get('xl/worksheets/sheet1.xml'))).not.toContain(more);
  // Three rows below the headings, and the total.
  expect(String(withBarcodes!.get('xl/workbook.xml'))).toMatch(
    /Print_Area" localSheetId="0">[^<]*!\$A\$1:\$H\$5</,
  );
  expect(String(withBarcodes!.get('xl/worksheets/sheet1.xml'))).toContain(more);
});

test('beside barcodes, where pack sizes have no column, they stand behind the names that lack them', async () => {
  const names = ['Ramipril 10 mg', 'Ramipril 10 mg 30 Tabl'];
  const two = orderRows(2).map((row, index) => ({ ...row, productDescription: names[index]!, pack: '30' }));
  const productsOf = async (barcode: boolean) => {
    const [head, ...list] = rowsBySheetJs(await makeWorkbook(orderWorkbook(orderForm(two), barcode)))
      .Bestellung!;
    return list.slice(0, 2).map((row) => row[head!.indexOf('Produkt')]);
  };
  expect(await productsOf(true)).toEqual(['Ramipril 10 mg 30', 'Ramipril 10 mg 30 Tabl']);
  expect(await productsOf(false)).toEqual(names);
});

test('every barcode stands in its own row, and a bad GTIN has the Pharmacode instead', async () => {
  const bytes = await makeWorkbook(orderWorkbook(form, true));
  expect(faultsOf(bytes)).toEqual([]);
  // The head of the columns is row 0.
  expect(await scannedPictures(bytes, 1)).toEqual(
    rows.flatMap(({ gtin }, index) => (gtin === badGtin ? [] : [{ row: index + 1, text: gtin }])),
  );
  const [head, ...all] = rowsBySheetJs(bytes).Bestellung!;
  const list = all.slice(0, -1);
  const bad = rows.findIndex(({ gtin }) => gtin === badGtin);
  expect(list[bad]![head!.indexOf('Barcode')]).toBe(rows[bad]!.pharmacode);
  for (const [index, row] of list.entries()) {
    expect([row[head!.indexOf('GTIN')], row[head!.indexOf('Packungen')]]).toEqual([
      rows[index]!.gtin,
      rows[index]!.packs,
    ]);
  }
}, 30_000);

test.each(languages)('the form says the same beside the rows, %s', async (language) => {
  const sheets = await rowsByOwnReader(
    await makeWorkbook(orderWorkbook(orderForm(rows, { language }), false)),
  );
  const [, facts] = Object.values(sheets);
  const said = facts!.flat().join('\n');
  for (const text of ['1234', 'Pharmacie de l’Étoile Sàrl', 'Grosshandel Muster AG', form.sha256]) {
    expect(said).toContain(text);
  }
  expect(Object.keys(sheets)).toHaveLength(3);
});

test('beside the rows, sums are numbers and the delivery is a date', async () => {
  const { Angaben } = rowsBySheetJs(await makeWorkbook(orderWorkbook(form, false)));
  const { sums } = form.content;
  expect(Angaben).toEqual(
    expect.arrayContaining([
      ['Positionen', sums.rows],
      ['Packungen', sums.packs],
      ['Total CHF', sums.exFactorySum],
      ['Lieferdatum', new Date(`${form.content.deliveryDate}T00:00:00Z`)],
    ]),
  );
});

test('the CSV has GTIN, Pharmacode and packs of every row', () => {
  const [head, ...lines] = Buffer.from(orderCsv(form.content)).toString().trimEnd().split('\r\n');
  expect(head).toBe('GTIN,Pharmacode,packs');
  expect(lines).toEqual(rows.map(({ gtin, pharmacode, packs }) => `${gtin},${pharmacode ?? ''},${packs}`));
});
