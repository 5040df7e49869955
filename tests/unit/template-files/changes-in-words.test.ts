import { expect, test } from 'vitest';
import type { CustomerEntry, SlPack } from '#server/reference-data/sources/rows.ts';
import {
  canonicalLine,
  compressLines,
  type StoredRow,
} from '#server/reference-data/template-files/canonical-rows.ts';
import { changesInWords } from '#server/reference-data/template-files/describe.ts';
import { differenceOf } from '#server/reference-data/template-files/difference.ts';

async function changes(before: StoredRow, after: StoredRow, language: 'de' | 'fr' | 'it' | 'en' = 'de') {
  const { changed } = await differenceOf('customers', [after], await compressLines([canonicalLine(before)]));
  return changesInWords(changed.samples[0]!.fields, language);
}

const customer: CustomerEntry = {
  externalId: '1',
  name: 'Apotheke',
  parentExternalId: '',
  parentName: '',
  address: '',
  active: true,
  language: 'de',
  channel: 'APO',
  oneKey: '',
};

const pack: SlPack = {
  gtin: '7680000000018',
  description: 'Product',
  manufacturer: '',
  molecule: '',
  atc: '',
  packSizeText: '',
  strength: '',
  origin: 'original',
  productType: '',
  biological: false,
  coMarketing: false,
  listed: { from: '2020-01-01', until: '' },
  costShare: 10,
  prices: [{ kind: 'exFactory', chf: '162.73', from: '2026-01-01' }],
};

test('a price says francs and percent', async () => {
  const price = (exFactoryPrice: string): StoredRow => ({ gtin: '1', values: { exFactoryPrice } });
  // (179.00 − 162.73) / 162.73 = 9.998 %
  expect(await changes(price('162.73'), price('179.00'))).toEqual([
    'Fabrikabgabepreis CHF 162.73 → 179.00, +10.0 %',
  ]);
  expect(await changes(price('1200.00'), price('900.00'), 'fr')).toEqual([
    "Prix ex-factory CHF 1'200.00 → 900.00, −25.0 %",
  ]);
  expect(await changes(price(''), price('5.00'), 'en')).toEqual([
    'Ex-factory price (nothing stated) → CHF 5.00',
  ]);
});

test('a pack of the list of specialities says prices with their days, and when it is listed', async () => {
  const later: SlPack = {
    ...pack,
    origin: 'generic',
    listed: { from: '2020-01-01', until: '2026-12-31' },
    costShare: 40,
    prices: [{ kind: 'exFactory', chf: '179.00', from: '2026-12-01' }, ...pack.prices],
  };
  expect(await changes(pack, later)).toEqual([
    'Art Original → Generikum',
    'Selbstbehalt 10 % → 40 %',
    'Fabrikabgabepreis CHF 162.73 (ab 01.01.2026) → 162.73 (ab 01.01.2026); 179.00 (ab 01.12.2026), +10.0 %',
    'Auf der Spezialitätenliste bis (keine Angabe) → 31.12.2026',
  ]);
});

test('a customer says status, language and channel in words', async () => {
  const other: CustomerEntry = { ...customer, active: false, language: 'rm', channel: 'SD' };
  expect(await changes(customer, other)).toEqual([
    'Status aktiv → inaktiv',
    'Sprache Deutsch → Rätoromanisch',
    'Kanal Apotheke → selbstdispensierende Ärzte',
  ]);
  expect(await changes(customer, other, 'it')).toContain('Stato attivo → inattivo');
});

test('every field of every source has words in every language', async () => {
  const rows: StoredRow[] = [
    customer,
    pack,
    {
      gtin: '7680000000018',
      pharmacode: '0000001',
      description: '',
      manufacturer: '',
      reportedOn: '2026-01-01',
      updatedOn: '',
      status: 'expected',
      expectedDelivery: '',
      comment: '',
      backInStockOn: '',
    },
    {
      gtin: '7680000000018',
      swissmedicNo: '',
      description: '',
      form: '',
      manufacturer: '',
      atc: '',
      molecule: '',
      packSizeText: '',
      packSize: '',
      unit: '',
      category: '',
      biological: false,
    },
    { gtin: '7680000000018', alternativeGtin: '7680000000025', rank: 1 },
  ];
  const names = rows
    .flatMap((row) => Object.keys(row))
    .filter((name) => !['prices', 'listed', 'gtin'].includes(name));
  for (const name of [...names, 'listedFrom', 'listedUntil', 'exFactoryPrice', 'publicPrice']) {
    for (const language of ['de', 'fr', 'it', 'en'] as const) {
      const [text] = changesInWords([{ name, before: '', after: '1' }], language);
      const [unknown] = changesInWords([{ name: 'nowhere', before: '', after: '1' }], language);
      expect(text, `${name} in ${language}`).not.toBe(unknown);
    }
  }
});

test('a field without words is told without its name', () => {
  expect(changesInWords([{ name: 'prices', before: '[{"kind"', after: '[]' }], 'de')).toEqual([
    'Weitere Angaben geändert',
  ]);
});
