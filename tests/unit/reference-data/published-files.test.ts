import { describe, expect, test } from 'vitest';
import { toPrice } from '#server/reference-data/sources/reading/cells.ts';
import { readSource, refusalOf } from '#tests/support/source-file.ts';
import { type Cell, workbookParts, xlsx, xlsxOfRows, zip } from '#tests/support/xlsx-builder.ts';

const swissmedicHeadings = [
  "Zulassungs-nummer\r\n\r\nNuméro d'autorisation\r\n",
  'Bezeichnung des Arzneimittels\r\n\r\nDénomination du médicament',
  "Zulassungsinhaberin\r\n\r\nTitulaire de l'autorisation",
  'Heilmittelcode\r\n\r\nCatégorie du médicament ',
  'ATC-Code\r\n\r\nCode ATC',
  "Packungscode\r\n\r\nCode d'emballage",
  'Packungsgrösse\r\n\r\nConditionnement',
  'Einheit\r\n\r\nUnité',
  'Abgabekategorie Dosisstärke \r\n\r\nCat. de remise du dosage',
  'Abgabekategorie\u00a0Packung\r\n\r\nCat. de remise du conditionnement',
  'Abgabekategorie Arzneimittel\r\n\r\nCat. de remise du médicament',
  'Wirkstoff(e)\r\n\r\nPrincipe(s) actif(s)',
  'Gentechnisch hergestellte Wirkstoffe\r\n\r\nPrincipes actifs produits par génie génétique',
];

test('an authorised pack has its GTIN from number, pack code and check digit, and the category of the pack', async () => {
  const workbook = xlsxOfRows([
    ['Zugelassene Packungen'],
    [null, null, 'Stand / Etat au: 31.12.2025'],
    swissmedicHeadings,
    [
      450,
      'FSME-Immun CC, Injektionssuspension',
      'Pfizer AG',
      'Impfstoffe',
      'J07BA01',
      3,
      '1',
      'Fertigspritze(n)',
      'B',
      'A+',
      'B',
      'virus FSME inactivatus',
      null,
    ],
    [
      '53662',
      '3TC, Filmtabletten 150 mg, Filmtabletten',
      'ViiV',
      'Synthetika',
      'j05af',
      '013',
      '10 x 6',
      'Tablette(n)',
      'C',
      'A',
      'C',
      'zidovudinum, lamivudinum (a, b)',
      'X',
    ],
    ['53662', 'Ohne Form', 'ViiV', 'Synthetika', null, '014', 'Tank', 'Gas', 'C', 'Q', 'C', null, null],
  ] as Cell[][]);
  const { rows, problems, date, facts } = await readSource('swissmedic-packs', workbook);
  expect(date).toBe('2025-12-31');
  expect(rows).toEqual([
    {
      gtin: '7680004500039',
      swissmedicNo: '00450',
      description: 'FSME-Immun CC, Injektionssuspension',
      form: 'Injektionssuspension',
      manufacturer: 'Pfizer AG',
      atc: 'J07BA01',
      molecule: 'virus FSME inactivatus',
      packSizeText: '1',
      packSize: '1',
      unit: 'Fertigspritze(n)',
      category: 'A+',
      biological: true,
    },
    {
      gtin: '7680536620137',
      swissmedicNo: '53662',
      description: '3TC, Filmtabletten 150 mg, Filmtabletten',
      form: 'Filmtabletten',
      manufacturer: 'ViiV',
      atc: 'J05AF',
      molecule: 'lamivudinum (a, b), zidovudinum',
      packSizeText: '10 x 6',
      packSize: '60',
      unit: 'Tablette(n)',
      category: 'A',
      biological: true,
    },
    expect.objectContaining({
      form: '',
      atc: '',
      molecule: '',
      packSize: '',
      category: 'Q',
      biological: false,
    }),
  ]);
  expect(problems.map(({ row, column, value, reason, used }) => [row, column, value, reason, used])).toEqual([
    [6, 'Packungsgrösse', 'Tank', 'pack_size_unknown', true],
    [6, 'Abgabekategorie Packung', 'Q', 'category_unknown', true],
  ]);
  expect(facts).toMatchObject({
    atcComplete: 1,
    atcShort: 1,
    atcMissing: 1,
    biologicals: 2,
    formsMissing: 1,
  });
});

test('a list of packs without one of its columns is refused with its name', async () => {
  const workbook = xlsxOfRows([
    swissmedicHeadings.filter((heading) => !heading.startsWith('Packungsgr')),
    [
      '53662',
      'A, Tabletten',
      'ViiV',
      'Synthetika',
      'J05AF05',
      '013',
      'Tablette(n)',
      'C',
      'A',
      'C',
      'x',
      null,
    ],
  ] as Cell[][]);
  expect(await refusalOf('swissmedic-packs', workbook)).toEqual({
    code: 'source_columns_missing',
    params: { file: 'file', wanted: 'swissmedic-packs', missing: 'Packungsgrösse' },
  });
});

test('a portfolio without alternatives is no list of exclusive products, which is one where it is only that', async () => {
  const csv = (text: string) => new TextEncoder().encode(text);
  expect(await refusalOf('portfolio', csv('gtin;rank\n7680536620137;1\n'))).toMatchObject({
    code: 'source_columns_missing',
    params: { wanted: 'portfolio', missing: 'alternativeGTIN' },
  });
  expect(await refusalOf('portfolio', csv('gtin\n7680536620137\n'))).toMatchObject({
    code: 'source_mistaken',
    params: { wanted: 'portfolio', found: 'exclusives' },
  });
});

const extension = (url: string, value: object) => ({ url, ...value });
const coded = (system: string, code: string) => ({
  coding: [
    { system: 'x', code: 'other' },
    { system: `http://fhir.ch/ig/ch-epl/CodeSystem/${system}`, code },
  ],
});

/** A bundle of one product with a pack for every GTIN, as the BAG writes it. */
function bundle(id: string, gtins: (string | null)[], types: string[], reimbursement: object[]): object {
  return {
    resourceType: 'Bundle',
    id,
    type: 'collection',
    entry: [
      {
        fullUrl: `http://x/MedicinalProductDefinition/${id}`,
        resource: {
          resourceType: 'MedicinalProductDefinition',
          id,
          classification: [
            { coding: [{ system: 'http://www.whocc.no/atc', code: 'C09DB01' }] },
            ...types.map((type) => coded('ch-epl-foph-product-type', type)),
          ],
          name: [{ productName: 'Produkt' }],
        },
      },
      ...gtins.flatMap((gtin, i) => [
        {
          fullUrl: `http://y/PackagedProductDefinition/${id}-${i}`,
          resource: {
            resourceType: 'PackagedProductDefinition',
            id: `${id}-${i}`,
            packageFor: [{ reference: `CHIDMPMedicinalProductDefinition/${id}` }],
            containedItemQuantity: [{ unit: '28 Stk' }],
            description: `Produkt ${i}`,
            packaging: gtin === null ? {} : { identifier: [{ system: 'urn:oid:2.51.1.1', value: gtin }] },
          },
        },
        {
          resource: {
            resourceType: 'RegulatedAuthorization',
            id: `sl-${i}`,
            contained: [{ resourceType: 'Organization', id: '1', name: 'Firma AG' }],
            extension: [
              {
                url: 'http://fhir.ch/ig/ch-epl/StructureDefinition/reimbursementSL',
                extension: reimbursement,
              },
            ],
            subject: [{ reference: `CHIDMPPackagedProductDefinition/${id}-${i}` }],
            type: coded('ch-authorisation-type', '756000002003'),
            holder: { reference: '#1' },
          },
        },
      ]),
      ...['Valsartanum', 'Amlodipinum'].map((name, i) => ({
        resource: {
          resourceType: 'Ingredient',
          for: [{ reference: `MedicinalProductDefinition/${id}` }],
          substance: {
            code: { concept: { text: name } },
            strength: [{ presentationQuantity: { value: 5 + 75 * (1 - i), unit: 'mg' } }],
          },
        },
      })),
    ],
  };
}

const price = (type: string, value: number, from: string) =>
  extension('http://fhir.ch/ig/ch-epl/StructureDefinition/productPrice', {
    extension: [
      extension('type', { valueCodeableConcept: coded('ch-epl-foph-price-type', `756002005${type}`) }),
      extension('value', { valueMoney: { value, currency: 'CHF' } }),
      extension('changeDate', { valueDate: from }),
    ],
  });
const listed = [
  extension('status', { valueCodeableConcept: coded('ch-epl-foph-reimbursement-status', '756001021001') }),
  extension('listingStatus', { valueCodeableConcept: coded('ch-epl-foph-listing-status', '756001002001') }),
];
const bundles = [
  bundle(
    'a',
    ['7680536620137', null],
    ['756001003009', '756001003001'],
    [
      ...listed,
      extension('listingPeriod', { valuePeriod: { start: '2020-01-01', end: '2026-11-30' } }),
      extension('expiryDate', { valueDate: '2026-10-31' }),
      extension('costShare', { valueInteger: 40 }),
      price('001', 30.5, '2026-12-01'),
      price('002', 20, '2025-03-01'),
      price('002', 19.05, '2026-12-01'),
      price('003', 1, '2025-03-01'),
    ],
  ),
  bundle(
    'b',
    ['7680670640015'],
    ['756001003004'],
    [
      ...listed.slice(0, 1),
      extension('listingStatus', {
        valueCodeableConcept: coded('ch-epl-foph-listing-status', '756001002002'),
      }),
      price('002', 1.005, '2026-01-01'),
    ],
  ),
];
const packs = [
  {
    gtin: '7680536620137',
    description: 'Produkt 0',
    manufacturer: 'Firma AG',
    molecule: 'Amlodipinum, Valsartanum',
    atc: 'C09DB01',
    packSizeText: '28 Stk',
    strength: '5 mg / 80 mg',
    origin: 'generic',
    productType: '756001003001',
    biological: false,
    coMarketing: true,
    listed: { from: '2020-01-01', until: '2026-10-31' },
    costShare: 40,
    prices: [
      { kind: 'exFactory', chf: '20.00', from: '2025-03-01' },
      { kind: 'public', chf: '30.50', from: '2026-12-01' },
      { kind: 'exFactory', chf: '19.05', from: '2026-12-01' },
    ],
  },
  {
    gtin: '7680670640015',
    description: 'Produkt 0',
    manufacturer: 'Firma AG',
    molecule: 'Amlodipinum, Valsartanum',
    atc: 'C09DB01',
    packSizeText: '28 Stk',
    strength: '5 mg / 80 mg',
    origin: 'generic',
    productType: '756001003004',
    biological: true,
    coMarketing: false,
    listed: null,
    costShare: null,
    prices: [],
  },
];

describe('bundles of the Spezialitätenliste', () => {
  const ndjson = bundles.map((each) => JSON.stringify(each)).join('\n');
  const bundleOfBundles = { resourceType: 'Bundle', entry: bundles.map((resource) => ({ resource })) };

  test.each([
    ['one per line', ndjson],
    ['one per line, with an end of line and an empty one', `\ufeff${ndjson}\r\n\r\n`],
    ['in a list', JSON.stringify(bundles)],
    ['in a bundle', JSON.stringify(bundleOfBundles)],
    ['written for people', bundles.map((each) => JSON.stringify(each, null, 2)).join('\n')],
    [
      'in an archive',
      zip([
        { name: 'folder/sl.ndjson', data: ndjson },
        { name: 'readme.txt', data: 'x' },
      ]),
    ],
    [
      'in an archive of files',
      zip(bundles.map((each, i) => ({ name: `${i}.json`, data: JSON.stringify(each), store: i === 0 }))),
    ],
  ])('are read %s', async (_, content) => {
    const { rows, found, facts, problems } = await readSource('bag-sl-fhir', content);
    expect(rows).toEqual(packs);
    expect(found).toBe(3);
    expect(facts).toMatchObject({ bundles: 2, packsWithoutGtin: 1, packsWithoutPrice: 1, packsNotListed: 1 });
    expect(
      problems.map(({ row, column, value, reason, used }) => [row, column, value, reason, used]),
    ).toEqual([
      [1, 'packaging.identifier', 'Produkt 1', 'gtin_missing', false],
      [2, 'productPrice', '1.005 CHF', 'price_unreadable', true],
    ]);
  });

  test('a listing that ends on 31 December 9999 does not end', async () => {
    const endless = [
      ...listed,
      extension('listingPeriod', { valuePeriod: { start: '2020-01-01', end: '9999-12-31' } }),
    ];
    const one = (more: object[]) =>
      readSource('bag-sl-fhir', JSON.stringify(bundle('a', ['7680536620137'], [], [...endless, ...more])));
    const { rows, facts } = await one([]);
    expect(rows[0]!.listed).toEqual({ from: '2020-01-01', until: '' });
    expect(facts).not.toHaveProperty('packsListedUntil');
    const { rows: ending } = await one([extension('expiryDate', { valueDate: '2026-10-31' })]);
    expect(ending[0]!.listed).toEqual({ from: '2020-01-01', until: '2026-10-31' });
  });

  test('one bundle alone is a file too', async () => {
    const { rows } = await readSource('bag-sl-fhir', JSON.stringify(bundles[1]));
    expect(rows).toEqual([packs[1]]);
  });
});

test.each([
  [
    'JSON as published',
    '{"meta":{"extractedAt":"2026-08-07","entries":3},"data":[{"n":"A","g":"7680536620137","h":"V","s":"x, y","e":162.73,"p":191.9},{"n":"B"},{"n":"C","g":"7680670640015","p":0.5}]}',
  ],
  [
    'CSV',
    'Stand: 07.08.2026\nGTIN;Bezeichnung;Zulassungsinhaberin;Wirkstoffe;Ex-Factory Preis;Publikumspreis\n7680536620137;A;V;"x, y";162.73;191,90\n;B;;;;\n7680670640015;C;;;;CHF 0.50\n',
  ],
  [
    'a workbook',
    xlsxOfRows([
      ['Stand: 07.08.2026'],
      ['GTIN', 'Bezeichnung', 'Zulassungsinhaberin', 'Wirkstoffe', 'FAP', 'PP'],
      [7680536620137, 'A', 'V', 'x, y', 162.73, 191.9],
      [null, 'B', null, null, null, null],
      ['7680670640015', 'C', null, null, null, 0.5],
    ]),
  ],
])('prices of the Spezialitätenliste are read from %s', async (_, content) => {
  const { rows, date, problems } = await readSource('bag-sl-prices', content);
  expect(rows).toEqual([
    {
      gtin: '7680536620137',
      description: 'A',
      manufacturer: 'V',
      molecule: 'x, y',
      exFactoryPrice: '162.73',
      publicPrice: '191.90',
    },
    {
      gtin: '7680670640015',
      description: 'C',
      manufacturer: '',
      molecule: '',
      exFactoryPrice: '',
      publicPrice: '0.50',
    },
  ]);
  expect(date).toBe('2026-08-07');
  expect(problems.map(({ value, reason }) => [value, reason])).toEqual([['B', 'gtin_missing']]);
});

test.each([
  ['42,09', '42.09'],
  ['42,1', '42.10'],
  ["1'234.50", '1234.50'],
  ['1,234', null],
  ['1,234.50', null],
  ['1.234,50', null],
  ['42,', null],
])('the comma of a price “%s” is the decimal one, or the price is none: %j', (price, read) => {
  expect(toPrice(price)).toBe(read);
});

test.each([
  ['JSON', 'bag-sl-prices', String.raw`[{"n":"A\u0000B \ud800","h":"C\ud83c","g":"7680536620137"}]`],
  ['CSV', 'bag-sl-prices', 'GTIN;Bezeichnung;Firma;FAP;PP\n7680536620137;A\0B \ufffd;C\ufffd;1;2\n'],
  ['own attributes', 'own-attributes', 'GTIN;Bezeichnung;Firma\n7680536620137;A\0B \ufffd;C\ufffd\n'],
] as const)(
  'a zero and half a character are nothing that PostgreSQL would refuse: %s',
  async (_, key, content) => {
    // What tells that a file is text stands in front.
    const text = content.startsWith('[') ? content : `;${'x'.repeat(5000)}\n${content}`;
    const [row] = (await readSource(key, text)).rows;
    const { description, manufacturer } = row && 'values' in row ? row.values : row!;
    expect([description, manufacturer]).toEqual(['A B \ufffd', 'C\ufffd']);
  },
);

const nothing = {
  gtin: '',
  pharmacode: '',
  description: '',
  manufacturer: '',
  reportedOn: '',
  updatedOn: '',
  status: '',
  expectedDelivery: '',
  comment: '',
  backInStockOn: '',
};

test("a wholesaler's days are told from its words", async () => {
  const rows: Cell[][] = [
    ['Nicht lieferbare Artikel'],
    ['Stand: 29.05.2026'],
    ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'],
    [],
    [12345, 'A', 46206, 'Voigt AG'],
    ['1234567', 'B', 'fehlt auf unbestimmte Zeit', '#N/A'],
    ['1234567', 'B', 'fehlt auf unbestimmte Zeit', '#N/A'],
  ];
  const file = await readSource('stockouts-wholesaler', xlsxOfRows(rows));
  const text = rows.map((row) => row.join(';').replace('46206', '3.7.2026')).join('\r\n');
  const csv = await readSource('stockouts-wholesaler', Buffer.from(text));
  expect({ ...csv, facts: {} }).toEqual({ ...file, facts: {} });
  expect(file.date).toBe('2026-05-29');
  expect(file.rows).toEqual([
    {
      ...nothing,
      pharmacode: '0012345',
      description: 'A',
      manufacturer: 'Voigt AG',
      status: 'expected',
      expectedDelivery: '2026-07-03',
    },
    {
      ...nothing,
      pharmacode: '1234567',
      description: 'B',
      status: 'indefinite',
      comment: 'fehlt auf unbestimmte Zeit',
    },
  ]);
  expect(file.problems).toEqual([
    { row: 7, column: '', value: '1234567', reason: 'row_repeated', used: false },
  ]);
});

test('a day is read as a program writes it without any sign, and as a CSV has the number of a workbook', async () => {
  const headings = ['Pharmacode', 'Artikelname', 'Ausstand bis'];
  const workbook = xlsxOfRows([headings, [1, 'A', 20_260_703], [2, 'B', '20260703'], [3, 'C', 46_206]]);
  const csv = `${headings.join(';')}\n1;A;20260703\n2;B;46206\n3;C;46206.5\n`;
  for (const file of [workbook, csv]) {
    const { rows } = await readSource('stockouts-wholesaler', file);
    expect(rows.map((row) => [row.status, row.expectedDelivery])).toEqual(
      Array(3).fill(['expected', '2026-07-03']),
    );
  }
  const { rows } = await readSource(
    'stockouts-wholesaler',
    `${headings.join(';')}\n1;A;20261340\n2;B;12345678\n`,
  );
  // The first would be a day, if there were a thirteenth month.
  expect(rows.map((row) => [row.status, row.comment])).toEqual([
    ['', '20261340'],
    ['indefinite', '12345678'],
  ]);
});

test('31 December 9999, by which programs say that they know no day, is none', async () => {
  // As Excel counts it from 1900.
  const never = 2_958_465;
  const headings = ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'];
  const workbook = xlsxOfRows([headings, [1, 'A', never, 'Voigt AG'], [2, 'B', 46206, 'Voigt AG']]);
  const { rows, problems } = await readSource('stockouts-wholesaler', workbook);
  expect(rows.map((row) => [row.status, row.expectedDelivery, row.comment])).toEqual([
    ['indefinite', '', ''],
    ['expected', '2026-07-03', ''],
  ]);
  expect(problems).toEqual([]);
  const csv =
    'Pharmacode;Artikelname;Ausstand bis;Lieferant\n1;A;31.12.9999;Voigt AG\n2;B;3.7.2026;Voigt AG\n';
  expect((await readSource('stockouts-wholesaler', csv)).rows).toEqual(rows);
  const own = await readSource(
    'stockouts-own',
    'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n7680536620137,2026-01-02,,9999-12-31,9999-12-31\n',
  );
  expect([own.date, own.rows[0]]).toMatchObject([
    '2026-01-02',
    { reportedOn: '2026-01-02', expectedDelivery: '', backInStockOn: '' },
  ]);
});

test('what a wholesaler says will not come back is told from what it has no day for', async () => {
  const words = [
    'fehlt auf unbestimmte Zeit',
    'ausser Handel',
    'Hors commerce',
    'vorübergehend ausser Handel',
  ];
  const rows = words.map((each, place): Cell[] => [place + 1, 'A', each, 'V']);
  const file = await readSource('stockouts-wholesaler', xlsxOfRows([wholesalerHeadings, ...rows]));
  expect(file.rows.map(({ status }) => status)).toEqual([
    'indefinite',
    'ausser Handel',
    'Hors commerce',
    'indefinite',
  ]);
  expect(file.rows.map(({ comment }) => comment)).toEqual(words);
});

const wholesalerHeadings: Cell[] = ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'];
const listSaying = (...above: Cell[][]) =>
  xlsxOfRows([...above, wholesalerHeadings, ['1234567', 'A', '03.07.2026', 'V']]);
const pageSaying = (before: string, around = '') =>
  `<html><body>${before}<table class="layout"><tr><td>${around}<table>
<tr><th>Bezeichnung<th>Datum Lieferfähigkeit<th>Status<th>letzte Mutation<th>GTIN
${[...'ABCDEFGHI'].map((name) => `<tr><td>${name}<td>unbestimmt<td>1<td>10.03.2026<td>`).join('\n')}
</table></td></tr></table></body></html>`;

test.each([
  ['in French', listSaying(['État au: 29.05.2026'])],
  ['in two languages', listSaying(['Stand / État au : 29.05.2026'])],
  ['with the month in words', listSaying(['Stand: 29. Mai 2026'])],
  ['with the month in French words', listSaying(['État au 29 mai 2026'])],
  ['with the month in Italian words', listSaying(['Stato al: 29 maggio 2026'])],
  ['with the year in two digits', listSaying(['Stand 29.05.26, 08:00'])],
  ['in the cell beside', listSaying(['Liste', null, 'Stand:', null, '29.05.2026'])],
  ['in the cell beside, as a date of Excel', listSaying(['Stand:', 46171])],
  [
    'of CSV, in the cell beside',
    'Stand:;29.05.2026\nPharmacode;Artikelname;Ausstand bis;Lieferant\n1234567;A;;V\n',
  ],
])('the day that a list says it is of is read %s', async (_, content) => {
  expect((await readSource('stockouts-wholesaler', content)).date).toBe('2026-05-29');
});

test.each([
  ['behind a fixed blank', pageSaying('<p>Stand:&nbsp;29.05.2026</p>')],
  ['in words of their own', pageSaying('<p>Stand: <b>29.05.2026</b></p>')],
  ['over two lines of the file', pageSaying('<p>Stand:\n  29.05.2026</p>')],
  ['with entities', pageSaying('<div>&Eacute;tat au&nbsp;: <span>29&nbsp;mai&nbsp;2026</span></div>')],
  ['in the table around the grid', pageSaying('', '<p>Stand: <i>29.05.2026</i></p>')],
])('the day that a page says it is of is read %s', async (_, page) => {
  expect((await readSource('stockouts-drugshortage', page)).date).toBe('2026-05-29');
});

test.each([
  ['words that only end or begin alike', 'Bestand: 29.05.2026, Standort 29.05.2026'],
  ['a paragraph of its own', '<h2>Stand</h2><p>Wartung am 29.05.2026</p>'],
])('the day behind %s is not the day of a page', async (_, said) => {
  expect((await readSource('stockouts-drugshortage', pageSaying(said))).date).toBe('2026-03-10');
});

test('days that a workbook counts from 1904 are the same days', async () => {
  const rows: Cell[][] = [
    ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'],
    ['1234567', 'A', 46206 - 1462, 'V'],
  ];
  const parts = workbookParts([{ rows }]);
  const workbook = String(parts.get('xl/workbook.xml')).replace(
    '<sheets>',
    '<workbookPr date1904="1"/><sheets>',
  );
  parts.set('xl/workbook.xml', workbook);
  const file = await readSource(
    'stockouts-wholesaler',
    zip([...parts].map(([name, data]) => ({ name, data }))),
  );
  expect(file.rows[0]!.expectedDelivery).toBe('2026-07-03');
});

test('the grid of a saved page is read, whatever else the page holds', async () => {
  const page = `<!DOCTYPE html><html><head><title>x</title><script>document.write('<table><tr><td>GTIN')</script></head>
<body><p>Stand: 12.03.2026 08:00</p><table class="layout"><tr><td>
<table id="grid"><thead><tr>
<th><table><tr><td>Bezeichnung</td><td><img></td></tr></table></th><th>Datum&nbsp;Lieferf&auml;higkeit</th><th>Status</th>
<th>letzte Mutation</th><th>Firma</th><th>GTIN</th><th>Pharmacode</th><th>Tage seit Meldung</th><th>ATC</th></tr></thead>
<tr><td><a href="javascript:alert(1)">ALDACTONE &lt;50&gt;</a></td><td>unbestimmt<td>1 aktuell keine Lieferungen<td>10.03.2026<td>Pfizer AG<td>7680536620137<td>12345<td>10<td>C03DA01
<tr><td>B<td>KW 17</td><td>3 eingeschr&auml;nkt</td><td>1.3.2026</td><td>C &amp; D</td><td>7680670640015</td><td></td><td></td><td></td></tr>
<tr><td>E</td><td>20.02.2026</td><td>9 abgeschlossen</td><td>20.02.2026</td><td>F</td><td>&nbsp;</td><td></td><td>40</td><td></td></tr>
<tr><td colspan="9">Seite 1 von 1<script>while(true);</script></td></tr>
</table></td></tr></table></body></html>`;
  const { rows, date, facts, problems } = await readSource('stockouts-drugshortage', page);
  expect(date).toBe('2026-03-12');
  expect(rows).toEqual([
    {
      ...nothing,
      gtin: '7680536620137',
      pharmacode: '0012345',
      description: 'ALDACTONE <50>',
      manufacturer: 'Pfizer AG',
      reportedOn: '2026-03-02',
      updatedOn: '2026-03-10',
      status: '1 aktuell keine Lieferungen',
      expectedDelivery: 'unbestimmt',
    },
    {
      ...nothing,
      gtin: '7680670640015',
      description: 'B',
      manufacturer: 'C & D',
      updatedOn: '2026-03-01',
      status: '3 eingeschränkt',
      expectedDelivery: '2026-W17',
    },
    {
      ...nothing,
      description: 'E',
      manufacturer: 'F',
      reportedOn: '2026-01-31',
      updatedOn: '2026-02-20',
      status: '9 abgeschlossen',
      backInStockOn: '2026-02-20',
    },
  ]);
  expect(facts).toEqual({ otherRows: 1, namedOnly: 1, reportedAsOver: 1 });
  expect(problems).toEqual([]);
});

test('a product that is over on no day is not on the list, whatever day the page is of', async () => {
  const page = `<html><p>Stand: 12.03.2026</p><table><tr><th>Bezeichnung<th>Datum Lieferfähigkeit<th>Status<th>letzte Mutation<th>GTIN
<tr><td>A<td><td>9 abgeschlossen<td><td>7680536620137<tr><td>B<td><td>1 aktuell keine Lieferungen<td><td>7680670640015</table></html>`;
  const { rows, facts } = await readSource('stockouts-drugshortage', page);
  expect(rows.map(({ gtin }) => gtin)).toEqual(['7680670640015']);
  expect(facts).toMatchObject({ reportedAsOver: 1 });
});

test('a product that is over in one row and missing in another is missing, whichever comes first', async () => {
  const page = (...rows: string[]) => `<html><p>Stand: 12.03.2026</p>
<table><tr><th>Bezeichnung<th>Datum Lieferfähigkeit<th>Status<th>letzte Mutation<th>Tage seit Meldung<th>GTIN${rows.join('')}</table></html>`;
  const over = '<tr><td>A<td><td>9 abgeschlossen<td>01.03.2026<td>40<td>7680536620137';
  const overOnNoDay = '<tr><td>A<td><td>9 abgeschlossen<td><td><td>7680536620137';
  const missing =
    '<tr><td>A<td>unbestimmt<td>1 aktuell keine Lieferungen<td>10.03.2026<td>2<td>7680536620137';
  for (const rows of [
    [over, missing],
    [missing, over],
    [overOnNoDay, missing],
    [missing, overOnNoDay],
  ]) {
    const file = await readSource('stockouts-drugshortage', page(...rows));
    expect(file.rows).toEqual([
      {
        ...nothing,
        gtin: '7680536620137',
        description: 'A',
        status: '1 aktuell keine Lieferungen',
        reportedOn: '2026-03-10',
        updatedOn: '2026-03-10',
        expectedDelivery: 'unbestimmt',
      },
    ]);
    expect(file.problems).toEqual([
      {
        row: rows.indexOf(missing) === 0 ? 3 : 2,
        column: 'Status',
        value: '7680536620137',
        reason: 'product_missing_anew',
        used: false,
      },
    ]);
  }
  const csv = [
    'Bezeichnung;Firma;ATC-Code;Status;Lieferbar ab;Letzte Mutation;Tage seit Meldung;GTIN;Pharmacode;Erstmals gesehen',
    'A;C;;9 abgeschlossen;;;;7680536620137;;03.02.2026',
    'A;C;;1 aktuell keine Lieferungen;offen;10.03.2026;;7680536620137;;10.03.2026',
  ].join('\n');
  const { rows } = await readSource('stockouts-engpassradar', csv);
  expect(rows.map((row) => [row.reportedOn, row.backInStockOn])).toEqual([['2026-03-10', '']]);
});

test.each([
  ['9', true],
  ['9 abgeschlossen', true],
  ['Lieferengpass abgeschlossen', true],
  ['TERMINÉE', true],
  ['9 concluso', true],
  ['livraison indéterminée', false],
  ['Termine di consegna sconosciuto', false],
  ['noch nicht abgeschlossen', false],
  ['9.12.2026 Teillieferung', false],
])('the status “%s” says that an outage is over: %j', async (status, isOver) => {
  const page = `<html><table><tr><th>Bezeichnung<th>Datum Lieferfähigkeit<th>Status<th>letzte Mutation<th>GTIN
<tr><td>A<td><td>${status}<td>10.03.2026<td>7680536620137</table></html>`;
  const { rows } = await readSource('stockouts-drugshortage', page);
  expect(rows[0]!.backInStockOn).toBe(isOver ? '2026-03-10' : '');
});

test('the CSV of engpassradar is read, in the encoding of Windows too', async () => {
  const csv = [
    'Bezeichnung;Firma;ATC-Code;Status;Lieferbar ab;Letzte Mutation;Tage seit Meldung;GTIN;Pharmacode;Erstmals gesehen',
    'Präparat;Häusler AG;C03DA01;1 aktuell keine Lieferungen;15.04.2026;10.03.2026;12;7680536620137;12345;01.03.2026',
    'B;C;;2;offen;kürzlich;;7680670640015;;02.03.2026',
    'D;C;;9 abgeschlossen;05.03.2026;09.03.2026;;7680666870013;;03.03.2026',
    'E;C;;9 abgeschlossen;;;;7680499231128;;03.03.2026',
  ].join('\r\n');
  const { rows, date, facts, problems } = await readSource(
    'stockouts-engpassradar',
    Buffer.from(csv, 'latin1'),
  );
  expect(date).toBe('2026-03-10');
  expect(rows).toEqual([
    {
      ...nothing,
      gtin: '7680536620137',
      pharmacode: '0012345',
      description: 'Präparat',
      manufacturer: 'Häusler AG',
      reportedOn: '2026-03-01',
      updatedOn: '2026-03-10',
      status: '1 aktuell keine Lieferungen',
      expectedDelivery: '2026-04-15',
    },
    {
      ...nothing,
      gtin: '7680670640015',
      description: 'B',
      manufacturer: 'C',
      reportedOn: '2026-03-02',
      status: '2',
      expectedDelivery: 'offen',
    },
    {
      ...nothing,
      gtin: '7680666870013',
      description: 'D',
      manufacturer: 'C',
      reportedOn: '2026-03-03',
      updatedOn: '2026-03-09',
      status: '9 abgeschlossen',
      backInStockOn: '2026-03-09',
    },
  ]);
  expect(facts).toEqual({ windows1252: 1, reportedAsOver: 2 });
  expect(problems).toEqual([
    { row: 3, column: 'Letzte Mutation', value: 'kürzlich', reason: 'date_invalid', used: true },
  ]);
});

test('the list of the national economic supply is read', async () => {
  const headings = [
    'GTIN',
    'ATC-Code',
    'Produktebezeichnung',
    'Eintrittsdatum',
    'Voraussichtliche Dauer',
    'Bemerkungen',
    'Datum Publikation',
    'Letzte Aktualisierung',
  ];
  const { rows, date } = await readSource(
    'stockouts-national-supply',
    xlsx([
      { name: 'Legende', rows: [['Diese Liste']] },
      {
        name: 'Liste',
        rows: [
          ['Engpässe'],
          headings,
          [7680536620137, 'J05', 'A', 46000, 'ca. 3 Monate', 'x', '01.01.2026', 46206],
          [7680670640015, null, 'B', '01.02.2027', 46206, null, '02.01.2026', null],
        ],
      },
    ]),
  );
  expect(date).toBe('2026-07-03');
  expect(rows).toEqual([
    {
      ...nothing,
      gtin: '7680536620137',
      description: 'A',
      reportedOn: '2025-12-09',
      updatedOn: '2026-07-03',
      expectedDelivery: 'ca. 3 Monate',
      comment: 'x',
    },
    {
      ...nothing,
      gtin: '7680670640015',
      description: 'B',
      reportedOn: '2027-02-01',
      updatedOn: '2026-01-02',
      expectedDelivery: '2026-07-03',
    },
  ]);
});
