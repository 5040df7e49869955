import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { readSource, refusalOf } from '#tests/support/source-file.ts';
import { type Cell, xlsx, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

test('Pharmacodes are padded, pairs count once, and rows with one code only are left out', async () => {
  const csv = [
    'GTIN;Pharmacode;Bezeichnung',
    '7680536620137;1234567;A',
    '7680670640015;12345;B',
    '7680670640015;12345;B',
    '7680666870013;12345;C',
    ';7654321;D',
    '7680494930101;;E',
    '',
    '7680499231128;7000001;F',
  ].join('\r\n');
  const { rows, problems, columns, found, facts, date } = await readSource('pharmacodes', csv);
  expect(rows).toEqual([
    { gtin: '7680536620137', pharmacode: '1234567' },
    { gtin: '7680670640015', pharmacode: '0012345' },
    { gtin: '7680666870013', pharmacode: '0012345' },
    { gtin: '7680499231128', pharmacode: '7000001' },
  ]);
  expect(problems).toEqual([
    { row: 4, column: '', value: '7680670640015 0012345', reason: 'row_repeated', used: false },
    { row: 5, column: 'Pharmacode', value: '0012345', reason: 'pharmacode_on_several', used: true },
    { row: 6, column: 'GTIN', value: '7654321', reason: 'gtin_missing', used: false },
    { row: 7, column: 'Pharmacode', value: '7680494930101', reason: 'pharmacode_missing', used: false },
  ]);
  expect({ columns, found, date }).toEqual({ columns: ['pharmacode', 'gtin'], found: 7, date: null });
  expect(facts).toEqual({
    emptyRows: 1,
    repeatedRows: 1,
    pharmacodesPadded: 2,
    pharmacodesOnSeveralGtins: 1,
  });
});

test('a workbook says the same as a CSV, with the heading wherever it stands and numbers as Excel keeps them', async () => {
  const workbook = xlsxOfRows([
    ['Unsere Codes'],
    [],
    ['Pharma-Code', null, 'EAN-Code'],
    [12345, null, 7680670640015],
    ['1234567', null, '7680 53662 013 7'],
  ]);
  const { rows, columns } = await readSource('pharmacodes', workbook);
  expect(rows).toEqual([
    { gtin: '7680670640015', pharmacode: '0012345' },
    { gtin: '7680536620137', pharmacode: '1234567' },
  ]);
  expect(columns).toEqual(['pharmacode', 'gtin']);
});

test.each(['biff8', 'biff5'] as const)(
  'an old workbook (%s) says the same as a new one, days too',
  async (bookType) => {
    const old = (rows: unknown[][]) => {
      const book = utils.book_new();
      utils.book_append_sheet(book, utils.aoa_to_sheet([['Legende']]), 'Legende');
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'Daten');
      return write(book, { bookType, type: 'buffer' }) as Buffer;
    };
    const codes = old([
      ['Unsere Codes'],
      [],
      ['Pharma-Code', null, 'EAN-Code'],
      [12345, null, 7680670640015],
    ]);
    expect((await readSource('pharmacodes', codes)).rows).toEqual([
      { gtin: '7680670640015', pharmacode: '0012345' },
    ]);
    const missing = old([
      ['Pharmacode', 'Artikelname', 'Ausstand bis'],
      [1234567, 'Dafalgan', new Date(Date.UTC(2026, 1, 28))],
    ]);
    const { rows } = await readSource('stockouts-wholesaler', missing);
    const asText = 'Pharmacode;Artikelname;Ausstand bis\n1234567;Dafalgan;28.02.2026\n';
    expect(rows).toEqual((await readSource('stockouts-wholesaler', asText)).rows);
    expect(rows).toHaveLength(1);
    expect(await refusalOf('pharmacodes', codes.subarray(0, codes.length - 512))).toMatchObject({
      code: 'source_unreadable',
    });
    // Another file of the old office, and an old workbook where only pages are read.
    expect(await refusalOf('pharmacodes', codes.subarray(0, 512))).toMatchObject({
      code: 'source_other_kind',
    });
    expect(await refusalOf('stockouts-drugshortage', codes)).toMatchObject({ code: 'source_mistaken' });
  },
);

test.each([
  ['comma', 'gtin,alternativeGTIN,rank\n7680670640015,7680666870013,1\n'],
  ['semicolon', 'gtin;alternativeGTIN;rank\n7680670640015;7680666870013;1\n'],
  ['tab', 'gtin\talternativeGTIN\trank\n7680670640015\t7680666870013\t1\n'],
  ['byte order mark', '\ufeffgtin,alternativeGTIN,rank\n7680670640015,7680666870013,1\n'],
  ['French headings', 'GTIN;GTIN de remplacement;Rang\n7680670640015;7680666870013;1\n'],
])('a portfolio is read with %s', async (_, csv) => {
  const { rows } = await readSource('portfolio', csv);
  expect(rows).toEqual([{ gtin: '7680670640015', alternativeGtin: '7680666870013', rank: 1 }]);
});

test('rows of a portfolio that say nothing are listed with column and value', async () => {
  const good = Array.from({ length: 80 }, (_, i) => `7680670640015,${alternatives[i]},${i + 1}`);
  const csv = [
    'gtin,alternativeGTIN,rank',
    ...good,
    '7680670640015,7680670640015,1',
    '7680666870013,x,1',
    '7680499231128,7680666870013,0',
  ];
  const { rows, problems, found } = await readSource('portfolio', csv.join('\n'));
  expect(rows).toHaveLength(80);
  expect(found).toBe(83);
  expect(problems).toEqual([
    {
      row: 82,
      column: 'alternativeGTIN',
      value: '7680670640015',
      reason: 'alternative_is_product',
      used: false,
    },
    { row: 83, column: 'alternativeGTIN', value: 'x', reason: 'gtin_invalid', used: false },
    { row: 84, column: 'rank', value: '0', reason: 'rank_invalid', used: false },
  ]);
});

test.each([
  'GTIN;FAP alt;FAP neu;PP alt;PP neu',
  'GTIN;Ex-Factory-Preis gültig ab;Ex-Factory-Preis;Publikumspreis bisher;Publikumspreis',
  'GTIN;Prix ex-factory ancien;Prix ex-factory nouveau;Prix public précédent;Prix public',
  'GTIN;FAP Differenz %;FAP;PP Veränderung;PP',
  'GTIN;FAP gültig ab;FAP ab 1.8.2026;PP Datum;PP gültig ab 1.8.2026',
])('of prices before and after those of after count: %s', async (heading) => {
  const { rows } = await readSource('bag-sl-prices', `${heading}\n7680536620137;1.10;2.20;3.30;4.40\n`);
  expect(rows).toMatchObject([{ exFactoryPrice: '2.20', publicPrice: '4.40' }]);
  const own = await readSource('own-attributes', `${heading}\n7680536620137;1.10;2.20;3.30;4.40\n`);
  expect(own.rows[0]!.values).toEqual({ exFactoryPrice: '2.20', publicPrice: '4.40' });
});

test('two alternatives of a product with the same rank count, and that is said', async () => {
  const csv = 'gtin,alternativeGTIN,rank\n7680670640015,7680666870013,1\n7680670640015,7680499231128,1.0\n';
  const { rows, problems } = await readSource('portfolio', csv);
  expect(rows.map(({ rank }) => rank)).toEqual([1, 1]);
  expect(problems).toEqual([{ row: 3, column: 'rank', value: '1', reason: 'rank_repeated', used: true }]);
});

test('a file with more than 5 % of its rows unusable is refused with the first of them', async () => {
  const csv = ['gtin', '7680536620137', '7680536620138', '7680499231128'].join('\n');
  expect(await refusalOf('exclusives', csv)).toEqual({
    code: 'source_too_many_bad_rows',
    params: {
      file: 'file',
      bad: 1,
      rows: 3,
      row: 3,
      column: 'gtin',
      value: '7680536620138',
      reason: 'gtin_invalid',
    },
  });
});

test('own attributes hold what stands in the file: an empty cell says nothing, a dash that there is nothing', async () => {
  const csv = [
    'GTIN,Bezeichnung,ATC-Code,packSize,unit,sL,sB20,origin,exFactoryPrice,Lagerort',
    `7680536620137,"Salbe, neu",c09aa02,10 x 1000,ml,ja,0,Generikum,"1'234.50",Z`,
    '7680670640015,,-,,,,,,-,Z',
    '7680666870013,A,nichts,2 Stück,,vielleicht,,neu,12.345,Z',
  ].join('\n');
  const { rows, problems, columns } = await readSource('own-attributes', csv);
  expect(rows).toEqual([
    {
      gtin: '7680536620137',
      values: {
        description: 'Salbe, neu',
        atc: 'C09AA02',
        packSize: '10000',
        unit: 'ml',
        origin: 'generic',
        sl: 'true',
        sB20: 'false',
        exFactoryPrice: '1234.50',
      },
    },
    { gtin: '7680670640015', values: { atc: '', exFactoryPrice: '' } },
    { gtin: '7680666870013', values: { description: 'A' } },
  ]);
  expect(problems.map(({ row, column, value, reason, used }) => [row, column, value, reason, used])).toEqual([
    [4, 'ATC-Code', 'nichts', 'atc_invalid', true],
    [4, 'packSize', '2 Stück', 'pack_size_unknown', true],
    [4, 'origin', 'neu', 'origin_unknown', true],
    [4, 'sL', 'vielleicht', 'flag_unreadable', true],
    [4, 'exFactoryPrice', '12.345', 'price_unreadable', true],
  ]);
  expect(columns).toEqual([
    'description',
    'atc',
    'packSize',
    'unit',
    'origin',
    'sl',
    'sB20',
    'exFactoryPrice',
    'gtin',
  ]);
});

test('what Excel on Windows writes is read in its encoding, and that is said', async () => {
  const csv = Buffer.from('GTIN;Hersteller\r\n7680536620137;Häusler & Söhne\r\n', 'latin1');
  const { rows, facts } = await readSource('own-attributes', csv);
  expect(rows).toEqual([{ gtin: '7680536620137', values: { manufacturer: 'Häusler & Söhne' } }]);
  expect(facts).toEqual({ windows1252: 1 });
});

test('text as Excel saves it as Unicode is read', async () => {
  const csv = Buffer.from('\ufeffGTIN\tHersteller\r\n7680536620137\tHäusler\r\n', 'utf16le');
  const { rows, facts } = await readSource('own-attributes', csv);
  expect(rows).toEqual([{ gtin: '7680536620137', values: { manufacturer: 'Häusler' } }]);
  expect(facts).toEqual({ utf16: 1 });
});

test('our own list of stock-outs is of the newest day that it reports something on, a return too', async () => {
  const csv = [
    'gtin,pharmacode,description,company,reportedOn,updatedOn,expectedDelivery,backInStockOn,status,comment',
    '7680536620137,123,A,Firma,2026-01-02,2026-02-03,2026-03-04,,offen,x',
    '7680670640015,,B,,2026-01-05,,Ende Mai,,,',
    '7680666870013,,C,,05.01.2026,,,2026-02-10,,',
  ].join('\n');
  const { rows, date } = await readSource('stockouts-own', csv);
  expect(date).toBe('2026-02-10');
  expect(rows).toEqual([
    {
      gtin: '7680536620137',
      pharmacode: '0000123',
      description: 'A',
      manufacturer: 'Firma',
      reportedOn: '2026-01-02',
      updatedOn: '2026-02-03',
      status: 'offen',
      expectedDelivery: '2026-03-04',
      comment: 'x',
      backInStockOn: '',
    },
    {
      gtin: '7680670640015',
      pharmacode: '',
      description: 'B',
      manufacturer: '',
      reportedOn: '2026-01-05',
      updatedOn: '',
      status: '',
      expectedDelivery: 'Ende Mai',
      comment: '',
      backInStockOn: '',
    },
    expect.objectContaining({ gtin: '7680666870013', reportedOn: '2026-01-05', backInStockOn: '2026-02-10' }),
  ]);
});

test('one day to come does not make a list one of that day: its row is named, and the others say of when it is', async () => {
  const list = (...days: string[]) =>
    ['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', ...days].join('\n');
  const mistyped = list('7680536620137,2026-01-02,2026-02-03,,', '7680670640015,2026-01-05,2126-02-01,,');
  const { rows, problems, date } = await readSource('stockouts-own', mistyped);
  expect(date).toBe('2026-02-03');
  expect(rows).toHaveLength(2);
  expect(problems).toEqual([
    { row: 3, column: 'updatedOn', value: '2126-02-01', reason: 'date_late', used: true },
  ]);
  const ahead = await readSource('stockouts-own', list('7680536620137,2126-01-02,,,'));
  expect(ahead.date).toBe('2126-01-02');
});

test('a list of nothing but headings is a list of no stock-outs', async () => {
  const { rows, date } = await readSource(
    'stockouts-own',
    'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n',
  );
  expect({ rows, date }).toEqual({ rows: [], date: null });
});

test('customers are read from an export, whatever its words', async () => {
  const csv = [
    'ExternalID;FullName;PrimaryParent_ExternalID;PrimaryParent;Address;ActiveStatus;Sprache;Kanal;OneKey',
    '1004013;Apotheke Nord;1004000;Kette;"Gasse 1, 8000, Zürich ZH, Schweiz";Active;Deutsch;Apotheke;WCHH00260037',
    '1004026;Dr. Süd;;;;Inactive & Not Deleted;fr;SD;',
    '1004039;Farmacia;;;;;klingonisch;Spital;',
    '1004013;Noch einmal;;;;;;;',
    ...Array.from({ length: 20 }, (_, i) => `${2000 + i};Kunde ${i};;;;;;;`),
  ].join('\n');
  const { rows, problems } = await readSource('customers', csv);
  expect(rows.slice(0, 3)).toEqual([
    {
      externalId: '1004013',
      name: 'Apotheke Nord',
      parentExternalId: '1004000',
      parentName: 'Kette',
      address: 'Gasse 1, 8000, Zürich ZH, Schweiz',
      active: true,
      language: 'de',
      channel: 'APO',
      oneKey: 'WCHH00260037',
    },
    {
      externalId: '1004026',
      name: 'Dr. Süd',
      parentExternalId: '',
      parentName: '',
      address: '',
      active: false,
      language: 'fr',
      channel: 'SD',
      oneKey: '',
    },
    expect.objectContaining({ externalId: '1004039', active: true, language: '', channel: '' }),
  ]);
  expect(rows).toHaveLength(23);
  expect(problems.map(({ row, reason, used }) => [row, reason, used])).toEqual([
    [4, 'language_unknown', true],
    [4, 'channel_unknown', true],
    [5, 'customer_duplicate', false],
  ]);
});

test('a customer’s name is at most as long as uploads take it', async () => {
  const named = (length: number) => `${length};${'n'.repeat(length)}`;
  const csv = [
    'Kundennummer;Name',
    named(255),
    named(256),
    ...Array.from({ length: 20 }, (_, i) => named(i + 1)),
  ];
  const { rows, problems } = await readSource('customers', csv.join('\n'));
  expect(rows.map(({ externalId }) => externalId)).not.toContain('256');
  expect(rows[0]).toMatchObject({ externalId: '255', name: 'n'.repeat(255) });
  expect(problems.map(({ row, reason, used }) => [row, reason, used])).toEqual([[3, 'text_too_long', false]]);
});

test('an address in several columns is put together, and a workbook of customers is read', async () => {
  const workbook = xlsxOfRows([
    ['Kundennummer', 'Kundenname', 'Strasse', 'PLZ', 'Ort', 'Land', 'aktiv'],
    [77, 'Pharmacie', 'Rue 2', 1000, 'Lausanne', null, 'nein'],
  ]);
  const { rows } = await readSource('customers', workbook);
  expect(rows).toEqual([
    expect.objectContaining({
      externalId: '77',
      name: 'Pharmacie',
      address: 'Rue 2, 1000, Lausanne',
      active: false,
    }),
  ]);
});

test('postcode and place beside a column called address belong to it, unless they stand in it', async () => {
  const csv = [
    'Numéro client;Nom;Adresse;NPA;Localité;Pays',
    '1;Pharmacie A;Rue du Lac 2;1000;Lausanne;CH',
    '2;Pharmacie B;Rue du Lac 3, CH-1000 Lausanne;1000;Lausanne;CH',
    '3;Pharmacie C;;1003;Lausanne;',
    '4;Pharmacie D;Rue de Lausanne 1;;Lausanne;',
    '5;Pharmacie E;Rue du Lac 5, Lausanne;;Lausanne;',
    '6;Pharmacie F;Rue du Lac 6;;;CH',
  ].join('\n');
  const { rows } = await readSource('customers', `${csv}\n`);
  expect(rows.map(({ address }) => address)).toEqual([
    'Rue du Lac 2, 1000, Lausanne, CH',
    'Rue du Lac 3, CH-1000 Lausanne',
    '1003, Lausanne',
    'Rue de Lausanne 1, Lausanne',
    'Rue du Lac 5, Lausanne',
    'Rue du Lac 6',
  ]);
});

test('a Pharmacode of nothing but zeros says nothing: only a dash takes one back', async () => {
  const { rows, problems } = await readSource(
    'own-attributes',
    'gtin;pharmacode;unit\n7680536620137;0;ml\n7680670640015;-;ml\n',
  );
  expect(rows.map(({ values }) => values)).toEqual([{ unit: 'ml' }, { pharmacode: '', unit: 'ml' }]);
  expect(problems).toMatchObject([{ row: 2, value: '0', reason: 'pharmacode_invalid', used: true }]);
});

test('a zero in place of words says nothing, as a look-up that found an empty cell leaves it', async () => {
  const { rows, problems } = await readSource(
    'own-attributes',
    'gtin;manufacturer;molecule;swissmedicNo;unit\n7680536620137;0;0;0;ml\n7680670640015;Firma 0;-;1;0\n',
  );
  expect(rows.map(({ values }) => values)).toEqual([
    { unit: 'ml' },
    { manufacturer: 'Firma 0', molecule: '', swissmedicNo: '00001' },
  ]);
  expect(problems.map(({ row, column, reason, used }) => [row, column, reason, used])).toEqual([
    [2, 'manufacturer', 'zero_for_words', true],
    [2, 'molecule', 'zero_for_words', true],
    [2, 'swissmedicNo', 'swissmedic_no_invalid', true],
    [3, 'unit', 'zero_for_words', true],
  ]);
});

test('a zero in a customer’s row is no group, no OneKey and no part of an address', async () => {
  const csv =
    'Kundennummer;Name;PrimaryParent_ExternalID;PrimaryParent;Strasse;PLZ;Ort;Land;OneKey\n' +
    '1;A;0;0;Gasse 1;8000;Zürich;0;0\n2;B;0;0;0;0;0;0;0\n';
  const { rows, problems } = await readSource('customers', csv);
  expect(rows.map((row) => [row.parentExternalId, row.parentName, row.address, row.oneKey])).toEqual([
    ['', '', 'Gasse 1, 8000, Zürich', ''],
    ['', '', '', ''],
  ]);
  expect(problems).toEqual([]);
});

test('a price of zero is none: the company’s own says nothing by it, and that of the list is missing', async () => {
  const { rows, problems } = await readSource(
    'own-attributes',
    'gtin;exFactoryPrice;publicPrice;unit\n7680536620137;0;0.00;ml\n7680670640015;-;12.5;ml\n',
  );
  expect(rows.map(({ values }) => values)).toEqual([
    { unit: 'ml' },
    { exFactoryPrice: '', publicPrice: '12.50', unit: 'ml' },
  ]);
  expect(problems.map(({ row, value, reason, used }) => [row, value, reason, used])).toEqual([
    [2, '0', 'price_unreadable', true],
    [2, '0.00', 'price_unreadable', true],
  ]);
  const list = await readSource(
    'bag-sl-prices',
    'GTIN;Ex-Factory-Preis;Publikumspreis\n7680536620137;0;5.05\n',
  );
  expect(list.rows[0]).toMatchObject({ exFactoryPrice: '', publicPrice: '5.05' });
  expect(list.facts).toMatchObject({ exFactoryPricesMissing: 1 });
});

test.each([
  ['Telefon', 'E-Mail'],
  ['Telefon-Nr.', 'E-Mail-Adresse'],
  ['Téléphone', 'Courriel'],
  ['N° de téléphone', 'Adresse e-mail'],
  ['Numero di telefono', 'Indirizzo e-mail'],
  ['Phone number', 'Email address'],
  ['phone', 'mail'],
])('how customers are reached is read below “%s” and “%s”', async (phone, mail) => {
  const { rows, columns } = await readSource(
    'customers',
    `externalId;name;${phone};${mail}\n1;Apotheke;+41 (0)44 123 45 67;info@apotheke.example\n2;Praxis;;\n`,
  );
  expect(columns).toEqual(expect.arrayContaining(['phone', 'mail']));
  expect(rows[0]).toMatchObject({ phone: '+41 (0)44 123 45 67', mail: 'info@apotheke.example' });
  // As a row of a file without these columns: the same row is the same text.
  expect(Object.keys(rows[1]!)).not.toContain('phone');
});

test('a telephone number that is none, and an address that is none, are told with their rows', async () => {
  const values: [phone: string, mail: string][] = [
    ['javascript:alert(1)', 'a@b.example?cc=c@d.example'],
    ['044 123 45 67 / 079 123 45 67', 'a@b.example, c@d.example'],
    ['12', 'nobody'],
    ['044;ext=1', '"a b"@c.example'],
    ['0041 44 123 45 67', "o'neill+x@c.example"],
  ];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = values.map((pair, at) => `${at};Kunde;${pair.map(quoted).join(';')}`);
  const { rows, problems } = await readSource('customers', `ID Client;Name;Tel.;Mail\n${lines.join('\n')}\n`);
  expect(rows.map(({ phone, mail }) => [phone, mail])).toEqual([
    ...Array(4).fill([undefined, undefined]),
    ['0041 44 123 45 67', "o'neill+x@c.example"],
  ]);
  expect(problems.map(({ row, column, reason, used }) => [row, column, reason, used])).toEqual(
    [2, 3, 4, 5].flatMap((row) => [
      [row, 'Tel.', 'phone_unreadable', true],
      [row, 'Mail', 'mail_unreadable', true],
    ]),
  );
});

test('a telephone number that a spreadsheet took for a quantity has its zero or its plus again', async () => {
  const workbook = xlsxOfRows([
    ['Kundennummer', 'Name', 'Telefon'],
    [1, 'A', 441_234_567],
    [2, 'B', 41_441_234_567],
    [3, 'C', '044 123 45 67'],
    [4, 'D', '0441234567'],
    [5, 'E', 2_370_000],
  ]);
  const { rows } = await readSource('customers', workbook);
  expect(rows.map(({ phone }) => phone)).toEqual([
    '0441234567',
    '+41441234567',
    '044 123 45 67',
    '0441234567',
    '2370000',
  ]);
});

test('whether a customer is active is not read in a word of which nothing is known', async () => {
  const words = ['inattivo', 'inactif', 'Inactive & Not Deleted', 'nicht aktiv', 'in Betrieb', 'in attività'];
  const csv = `Kundennummer;Name;Status\n${words.map((word, at) => `${at};Kunde;${word}`).join('\n')}\n`;
  const { rows, problems } = await readSource('customers', csv);
  expect(rows.map(({ active }) => active)).toEqual([false, false, false, false, true, true]);
  expect(problems.map(({ row, value, reason }) => [row, value, reason])).toEqual([
    [6, 'in Betrieb', 'active_unknown'],
    [7, 'in attività', 'active_unknown'],
  ]);
});

/** GTINs 7680 00001 001 to 00001 080, check digits by the rule of GS1. */
const alternatives = Array.from({ length: 80 }, (_, i) => {
  const twelve = `768000001${String(i + 1).padStart(3, '0')}`;
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
});

describe('of several sheets', () => {
  type Sheets = { name: string; hidden?: boolean; rows: Cell[][] }[];
  const kinds: [string, (sheets: Sheets) => Buffer][] = [
    [
      '.xlsx',
      (sheets) =>
        xlsx(sheets.map(({ hidden, ...sheet }) => (hidden ? { ...sheet, state: 'hidden' } : sheet))),
    ],
    [
      '.xls',
      (sheets) => {
        const book = utils.book_new();
        for (const { name, rows } of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
        book.Workbook = { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) };
        return write(book, { bookType: 'biff8', type: 'buffer' });
      },
    ],
  ];
  const week = (code: string, more: Cell[] = []): Cell[][] => [
    ['Pharmacode', 'Artikelname', 'Ausstand bis', ...more],
    [code, 'Dafalgan', '28.02.2026'],
  ];

  test.each(kinds)(
    'a hidden one is read where no other holds the list, and that is said: %s',
    async (_, made) => {
      const old = { name: 'KW 21', hidden: true, rows: week('1111111', ['Lieferant']) };
      const codesOf = async (sheets: Sheets) => {
        const { rows, facts } = await readSource('stockouts-wholesaler', made(sheets));
        return [rows.map(({ pharmacode }) => pharmacode), facts.hiddenSheet, facts.otherSheets];
      };
      expect(await codesOf([old, { name: 'KW 22', rows: week('2222222') }])).toEqual([
        ['2222222'],
        undefined,
        1,
      ]);
      expect(await codesOf([old, { name: 'Info', rows: [['Stand']] }])).toEqual([['1111111'], 1, undefined]);
      const without = {
        name: 'KW 22',
        rows: [
          ['Pharmacode', 'Artikelname'],
          ['2222222', 'Dafalgan'],
        ],
      };
      expect(await codesOf([without, old])).toEqual([['1111111'], 1, undefined]);
    },
  );

  test.each(kinds)(
    'those that could be the list too are counted, explanations are not: %s',
    async (_, made) => {
      const customers = (id: string): Cell[][] => [
        ['ExternalID', 'FullName'],
        [id, 'Apotheke'],
      ];
      const { rows, facts } = await readSource(
        'customers',
        made([
          { name: 'APO', rows: customers('1') },
          { name: 'SD', rows: customers('2') },
          { name: 'Drogerien', rows: customers('3') },
          { name: 'Leer', rows: customers('4').slice(0, 1) },
          {
            name: 'Legende',
            rows: [
              ['ExternalID', 'Nummer des Kunden'],
              ['FullName', 'Name'],
            ],
          },
        ]),
      );
      expect([rows.map(({ externalId }) => externalId), facts]).toEqual([['1'], { otherSheets: 2 }]);
    },
  );
});

test('invisible characters belong to no code, number of a customer or name', async () => {
  const { rows } = await readSource(
    'customers',
    'ExternalID;FullName\n\u202a4711\u202c;Apo\u00adtheke\u00a0\ufeffOst\n47\u200b12;\u2067West\u2069\n',
  );
  expect(rows.map(({ externalId, name }) => [externalId, name])).toEqual([
    ['4711', 'Apotheke Ost'],
    ['4712', 'West'],
  ]);
  const codes = await readSource(
    'pharmacodes',
    'Pharmacode;GTIN\n\u200e60769\u200f;\u202d7680546372163\u202c\n',
  );
  expect(codes.rows).toEqual([{ pharmacode: '0060769', gtin: '7680546372163' }]);
});
