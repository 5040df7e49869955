import { expect, test } from 'vitest';
import { buildCatalogue } from '#fixtures/catalogue.ts';
import { buildCustomers } from '#fixtures/customers.ts';
import { officialFiles } from '#fixtures/official/official-files.ts';
import { outagesOf } from '#fixtures/official/shortage-lists.ts';
import { laterPrice, slDays } from '#fixtures/official/sl-fhir.ts';
import { customersWorkbook } from '#fixtures/official/tables.ts';
import type { Product } from '#fixtures/product.ts';
import { buildStockoutLists } from '#fixtures/stockouts.ts';
import type { SourceFile, SourceKey } from '#server/reference-data/sources/rows.ts';
import { readSource } from '#tests/support/source-file.ts';

const today = '2026-06-10';
const catalogue = buildCatalogue();
const customers = buildCustomers(1);
const stockoutLists = buildStockoutLists(catalogue.products, today, 1);
const files = officialFiles({ catalogue, customers, stockoutLists, today });
const medicines = catalogue.products.filter(({ swissmedicNo }) => swissmedicNo !== '');
const register = stockoutLists.findLast(({ source }) => source === 'Engpassregister')!;
const wholesaler = stockoutLists.findLast(({ source }) => source === 'Grossist Nord')!;

async function read<Key extends SourceKey>(key: Key): Promise<SourceFile<Key>> {
  const { content, name } = files[key]();
  return readSource(key, content, name);
}

const byGtin = (a: { gtin: string }, b: { gtin: string }) => Number(a.gtin) - Number(b.gtin);
const sorted = <Row extends { gtin: string }>(rows: readonly Row[]) => rows.toSorted(byGtin);
const francs = (centimes: number | null) => (centimes === null ? '' : (centimes / 100).toFixed(2));

test('the list of authorised packs gives back every medicine of the world', async () => {
  const { rows, date, problems } = await read('swissmedic-packs');
  expect(date).toBe('2026-06-01');
  const shared = (pack: (typeof rows)[number] | Product) => ({
    gtin: pack.gtin,
    swissmedicNo: pack.swissmedicNo,
    // What stands behind the last comma of a name; some forms have one themselves.
    form: pack.form.split(', ').at(-1),
    manufacturer: pack.manufacturer,
    atc: pack.atc,
    molecule: pack.molecule,
    unit: pack.unit,
    category: pack.category,
    biological: pack.biological,
  });
  expect(sorted(rows).map(shared)).toEqual(sorted(medicines).map(shared));
  expect(sorted(rows).map(({ packSizeText }) => packSizeText)).toEqual(
    sorted(medicines).map(({ packSize }) => packSize),
  );
  const sizes = new Map(rows.map(({ gtin, packSize }) => [gtin, packSize]));
  for (const { gtin, pack } of medicines) if (pack !== null) expect(sizes.get(gtin)).toBe(String(pack));
  expect(problems.every(({ used }) => used)).toBe(true);
});

test('the bundles give back what is on the Spezialitätenliste, with the prices of today and those to come', async () => {
  const { rows, problems, date } = await read('bag-sl-fhir');
  expect(date).toBe('2026-06-01');
  const listed = medicines.filter(({ sl }) => sl);
  const { since, later } = slDays(today);
  expect({ since, later }).toEqual({ since: '2025-12-01', later: '2026-07-01' });
  const pricesOf = (product: Product) => {
    const changed = laterPrice(product);
    return [
      product.exFactoryPrice === null ? '' : `exFactory ${francs(product.exFactoryPrice)} ${since}`,
      product.publicPrice === null ? '' : `public ${francs(product.publicPrice)} ${since}`,
      changed ? `exFactory ${francs(changed.exFactory)} ${later}` : '',
      changed ? `public ${francs(changed.public)} ${later}` : '',
    ].filter(Boolean);
  };
  expect(sorted(rows).map((row) => ({ ...row, packSizeText: '', productType: '' }))).toEqual(
    sorted(listed).map((product) => ({
      gtin: product.gtin,
      description: product.description.replaceAll(',', ''),
      manufacturer: product.manufacturer,
      molecule: product.molecule.split(', ').sort().join(', '),
      atc: product.atc,
      packSizeText: '',
      strength: product.molecule === '' ? '' : product.strength,
      origin: product.origin,
      productType: '',
      biological: product.biological && product.origin !== 'other',
      coMarketing: product.coMarketing,
      listed: { from: '2016-01-01', until: '' },
      costShare: product.sB20 ? 40 : 10,
      prices: pricesOf(product).map((text) => {
        const [kind, chf, from] = text.split(' ');
        return { kind, chf, from };
      }),
    })),
  );
  expect(rows.some(({ prices }) => prices.length === 4)).toBe(true);
  expect(problems).toEqual([]);
});

test('prices, Pharmacodes, portfolio and exclusives come back', async () => {
  const prices = await read('bag-sl-prices');
  expect(
    sorted(prices.rows).map(({ gtin, exFactoryPrice, publicPrice }) => [gtin, exFactoryPrice, publicPrice]),
  ).toEqual(
    sorted(medicines.filter(({ sl }) => sl)).map((p) => [
      p.gtin,
      francs(p.exFactoryPrice),
      francs(p.publicPrice),
    ]),
  );
  const codes = await read('pharmacodes');
  expect(codes.rows).toEqual(
    catalogue.products.flatMap(({ gtin, pharmacode }) => (pharmacode === '' ? [] : [{ gtin, pharmacode }])),
  );
  expect((await read('portfolio')).rows).toEqual(catalogue.alternatives);
  expect((await read('exclusives')).rows).toEqual(catalogue.exclusives.map((gtin) => ({ gtin })));
});

test('own attributes hold all of what is no medicine', async () => {
  const { rows } = await read('own-attributes');
  const values = new Map(rows.map((row) => [row.gtin, row.values]));
  const others = catalogue.products.filter(({ swissmedicNo }) => swissmedicNo === '');
  expect(others.length).toBeGreaterThan(100);
  for (const { gtin, description, manufacturer, origin, exFactoryPrice } of others) {
    expect(values.get(gtin)).toMatchObject({ description, manufacturer, origin });
    expect(values.get(gtin)!.exFactoryPrice ?? '').toBe(francs(exFactoryPrice));
  }
});

test('customers come back from CSV and workbook alike', async () => {
  const expected = customers.map(({ wkpIdOneKey, parentExternalId, parentName, ...customer }) => ({
    ...customer,
    parentExternalId: parentExternalId ?? '',
    parentName: parentName ?? '',
    oneKey: wkpIdOneKey,
  }));
  expect((await read('customers')).rows).toEqual(expected);
  expect((await readSource('customers', customersWorkbook(customers))).rows).toEqual(expected);
});

test('every list of stock-outs gives back the outages of its source', async () => {
  const outages = outagesOf(register);
  const open = outages.filter(({ backInStockOn }) => backInStockOn === '');
  const own = await read('stockouts-own');
  expect(own.rows.map(({ gtin, reportedOn, backInStockOn }) => [gtin, reportedOn, backInStockOn])).toEqual(
    outages.map(({ gtin, reportedOn, backInStockOn }) => [gtin, reportedOn, backInStockOn]),
  );
  const page = await read('stockouts-drugshortage');
  expect(page.date).toBe(register.date);
  expect(page.rows.map(({ gtin, reportedOn, updatedOn }) => [gtin, reportedOn, updatedOn])).toEqual(
    outages.map(({ gtin, reportedOn, updatedOn }) => [gtin, reportedOn, updatedOn]),
  );
  expect(page.rows.filter(({ backInStockOn }) => backInStockOn !== '')).toHaveLength(
    outages.length - open.length,
  );
  const days = (unknown: string) =>
    open.map(({ gtin, reportedOn, expectedDelivery }) => [gtin, reportedOn, expectedDelivery || unknown]);
  const radar = await read('stockouts-engpassradar');
  expect(radar.rows.map((row) => [row.gtin, row.reportedOn, row.expectedDelivery])).toEqual(days('offen'));
  const national = await read('stockouts-national-supply');
  expect(national.rows.map((row) => [row.gtin, row.reportedOn, row.expectedDelivery])).toEqual(
    days('unbestimmt'),
  );
  const wholesalers = await read('stockouts-wholesaler');
  const coded = outagesOf(wholesaler).filter(({ pharmacode }) => pharmacode !== '');
  expect(wholesalers.date).toBe(wholesaler.date);
  expect(wholesalers.rows.map(({ pharmacode }) => pharmacode)).toEqual(
    coded.map(({ pharmacode }) => pharmacode),
  );
  expect(wholesalers.rows.map(({ expectedDelivery }) => expectedDelivery)).toEqual(
    coded.map(({ expectedDelivery }) => (/^\d{4}-/.test(expectedDelivery) ? expectedDelivery : '')),
  );
});

test('the same world gives the same files', () => {
  const again = officialFiles({ catalogue, customers, stockoutLists, today });
  for (const key of Object.keys(files) as SourceKey[]) expect(again[key]()).toEqual(files[key]());
});
