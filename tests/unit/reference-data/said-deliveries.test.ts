import { describe, expect, test } from 'vitest';
import { toDate } from '#server/workbooks/values/days.ts';
import { deliveryIn } from '#shared/said-delivery.ts';
import { sourceWord } from '#shared/source-words.ts';
import { readSource } from '#tests/support/source-file.ts';

/** A Saturday of week 48. */
const asOf = '2026-11-28';
const delivery = (text: string) => deliveryIn(text, { asOf, dayOf: (each) => toDate(each) });

describe('a cell', () => {
  test.each([
    ...[
      'lieferbar',
      'wieder lieferbar',
      'ab Lager',
      'verfügbar',
      'Verfuegbar',
      'ab sofort wieder lieferbar.',
    ],
    ...['disponible', '3 disponible à nouveau', 'de nouveau livrable', 'en stock', 'rupture terminée'],
    ...['disponibile', 'di nuovo disponibile', 'carenza conclusa', 'available again', 'back in stock'],
    ...['resolved', '9 abgeschlossen', '9: abgeschlossen', 'Lieferengpass behoben', 'disponible\u200b'],
  ])('says by “%s” that there is no outage any more', (text) => {
    expect(delivery(text)).toMatchObject({ isBack: true, day: '' });
  });

  test.each([
    ...['nicht lieferbar', 'noch nicht verfügbar', 'momentan nicht an Lager', 'keine Lieferungen'],
    ...[
      'non disponible',
      'pas livrable',
      'indisponible',
      'en rupture de stock',
      'non disponibile',
      'esaurito',
    ],
    ...[
      'not available',
      'unavailable',
      'out of stock',
      'eingeschränkt lieferbar',
      'ausser Handel',
      'unbestimmt',
    ],
  ])('says by “%s” that there is one, in words that are known', (text) => {
    expect(delivery(text)).toEqual({ isBack: false, day: '', kept: text, words: text });
  });

  test.each([
    ...[
      'lieferbar?',
      '(nicht) lieferbar',
      '❌ lieferbar',
      'nicht mehr lieferbar',
      'bald lieferbar',
      'siehe Mail',
    ],
    ...[
      'lieferbar bis 15.12.2026',
      'nicht lieferbar ab 15.12.2026',
      'KW 51/52',
      'KW 26/27',
      'Mitte Dezember',
    ],
    ...[
      'lieferbar: nein',
      'disponible: non',
      'noch nicht abgeschlossen',
      'Bestellung abgeschlossen am Telefon',
    ],
  ])('says by “%s” what nobody knows', (text) => {
    expect(delivery(text)).toEqual({
      isBack: false,
      day: '',
      kept: text,
      words: text,
      doubt: 'words_unknown',
    });
  });

  test.each([
    '31.02.2026',
    '13/13/2026',
    '20261340',
    '26-12-18',
    'KW 54',
    'KW 53 2025',
    'lieferbar ab 31.02.2027',
  ])('says by “%s” a day that there is not', (text) => {
    expect(delivery(text)).toEqual({
      isBack: false,
      day: '',
      kept: '',
      words: text,
      doubt: 'date_invalid',
    });
  });

  // Week 1 of 2027 begins on 4 January.
  test.each([
    ['KW 52', '2026-12-25', '2026-W52'],
    ['KW 48', '2026-11-27', '2026-W48'],
    ['KW 47', '2027-11-26', '2027-W47'],
    ['KW 53', '2027-01-01', '2026-W53'],
    ['sem. 2', '2027-01-15', '2027-W02'],
    ['settimana 1 2027', '2027-01-08', '2027-W01'],
    ['week 2/2027', '2027-01-15', '2027-W02'],
    ['KW 52/26', '2026-12-25', '2026-W52'],
    ['ab KW 52', '2026-12-25', '2026-W52'],
    ['Ende Dezember 2026', '2026-12-31', '2026-12-31'],
    ['bis Ende Februar 2028', '2028-02-29', '2028-02-29'],
    ['fin décembre 2026', '2026-12-31', '2026-12-31'],
    ['fine gennaio 2027', '2027-01-31', '2027-01-31'],
    ['end of April 2027', '2027-04-30', '2027-04-30'],
    ['12.2026', '2026-12-31', '2026-12-31'],
    ['nicht lieferbar bis 15.12.2026', '2026-12-15', '2026-12-15'],
    ['nicht lieferbar bis voraussichtlich 15.12.2026', '2026-12-15', '2026-12-15'],
    ['bis und mit 15.12.2026', '2026-12-15', '2026-12-15'],
    ['bis 15.12.2026 nicht lieferbar', '2026-12-15', '2026-12-15'],
    ['voraussichtlich wieder lieferbar ab KW 51', '2026-12-18', '2026-W51'],
    ['voraussichtlich lieferbar ab 20.11.2026', '2026-11-20', '2026-11-20'],
    ['frühestens KW 51', '2026-12-18', '2026-W51'],
    ['15.12.2026 (voraussichtlich)', '2026-12-15', '2026-12-15'],
    ['15.12.2026 ca.', '2026-12-15', '2026-12-15'],
    ['Fr 18.12.2026', '2026-12-18', '2026-12-18'],
    ['18-Dec-2026', '2026-12-18', '2026-12-18'],
    ['December 18, 2026', '2026-12-18', '2026-12-18'],
    ['2026/12/18', '2026-12-18', '2026-12-18'],
    ['18-12-2026', '2026-12-18', '2026-12-18'],
  ])('says by “%s” when delivery is expected', (text, day, kept) => {
    expect(delivery(text)).toMatchObject({ isBack: false, day, kept });
    expect(delivery(text).doubt).toBeUndefined();
  });

  test.each([
    ['wieder lieferbar ab 15.12.2026', '2026-12-15'],
    ['lieferbar ab KW 52', '2026-12-25'],
    ['wieder lieferbar seit 10.11.2026', '2026-11-10'],
    ['wieder lieferbar (10.11.2026)', '2026-11-10'],
    ['seit 10.11.2026 wieder lieferbar', '2026-11-10'],
    ['ab 15.12.2026 lieferbar', '2026-12-15'],
    ['lieferbar seit KW 47', '2026-11-20'],
    ['disponible depuis la sem. 50', '2025-12-12'],
    ['à nouveau disponible à partir du 15 décembre 2026', '2026-12-15'],
    ['disponibile dal 15.12.2026', '2026-12-15'],
    ['available from 15 December 2026', '2026-12-15'],
  ])('says by “%s” since when there is no outage', (text, day) => {
    expect(delivery(text)).toMatchObject({ isBack: true, day, words: text });
  });

  test.each([
    'seit 10.11.2026 nicht lieferbar',
    'nicht lieferbar seit KW 47',
    'bis 15.12.2026 lieferbar',
    'nur noch bis 15.12.2026 lieferbar',
    '15.12.2026 nicht lieferbar',
  ])('says by “%s” neither that there is no outage nor when delivery is expected', (text) => {
    expect(delivery(text)).toMatchObject({ isBack: false, day: '', words: text });
  });

  test('of a thousand letters is read at once', () => {
    for (const text of [
      '1 a'.repeat(60),
      'wieder '.repeat(2000),
      'ab '.repeat(60),
      `9 ${'lieferbar ab '.repeat(15)}`,
    ]) {
      const started = performance.now();
      expect(delivery(text)).toMatchObject({ isBack: false });
      expect(sourceWord(text)).toBeNull();
      expect(performance.now() - started).toBeLessThan(200);
    }
  });
});

const wholesaler = (days: string[], headings = 'Pharmacode;Ausstand bis', above = 'Stand: 28.11.2026') =>
  readSource(
    'stockouts-wholesaler',
    [above, headings, ...days.map((day, i) => `${i + 1};${day}`)].join('\n'),
  );
const readings = ({ rows }: Awaited<ReturnType<typeof wholesaler>>) =>
  rows.map(({ expectedDelivery }) => expectedDelivery);
const doubts = ({ problems }: Awaited<ReturnType<typeof wholesaler>>) =>
  problems.map(({ row, value, reason, used }) => [row, value, reason, used]);

describe('a column of days', () => {
  test('has those by which programs say that they know none', async () => {
    const file = await wholesaler(['31.12.9999', '31.12.2099', '01.01.1900', '73050', '1.1.1970']);
    expect(file.rows.map(({ status, expectedDelivery }) => [status, expectedDelivery])).toEqual(
      Array.from({ length: 5 }, () => ['indefinite', '']),
    );
    expect(file.problems).toEqual([]);
  });

  test('has the month first where one of its days shows it', async () => {
    const file = await wholesaler(['12/1/2026', '12/18/2026', '1/11/2027']);
    expect(readings(file)).toEqual(['2026-12-01', '2026-12-18', '2027-01-11']);
    expect(file.problems).toEqual([]);
  });

  test('has the day first where one of its days shows it, in an English list too', async () => {
    const file = await wholesaler(
      ['1/12/2026', '18/12/2026'],
      'Pharmacode;Out of stock until',
      'As of 28 November 2026',
    );
    expect(file.date).toBe('2026-11-28');
    expect(readings(file)).toEqual(['2026-12-01', '2026-12-18']);
    expect(file.problems).toEqual([]);
  });

  test('says so where nothing shows it, and has it as the language of its headings does', async () => {
    const german = await wholesaler(['01/12/2026', '02/12/2026']);
    expect(readings(german)).toEqual(['2026-12-01', '2026-12-02']);
    expect(doubts(german)).toEqual([[3, '01/12/2026', 'date_day_first', true]]);
    const english = await wholesaler(
      ['12/1/2026', '12-02-2026'],
      'Pharmacode;Out of stock until',
      'As of 11/28/2026',
    );
    expect(english.date).toBe('2026-11-28');
    expect(readings(english)).toEqual(['2026-12-01', '2026-12-02']);
    expect(doubts(english)).toEqual([[3, '12/1/2026', 'date_month_first', true]]);
  });

  test('has the day first with full stops unasked, unless its days show otherwise', async () => {
    const english = await wholesaler(['1.12.2026'], 'Pharmacode;Out of stock until', '');
    expect(readings(english)).toEqual(['2026-12-01']);
    expect(english.problems).toEqual([]);
    expect(readings(await wholesaler(['12.1.2026', '12.18.2026']))).toEqual(['2026-12-01', '2026-12-18']);
  });

  test('names the days that do not fit the others, which are no “indefinite”', async () => {
    const file = await wholesaler(['12/18/2026', '12/19/2026', '13/12/2026', '31/31/2026']);
    expect(file.rows.map(({ status, expectedDelivery }) => [status, expectedDelivery])).toEqual([
      ['expected', '2026-12-18'],
      ['expected', '2026-12-19'],
      ['', ''],
      ['', ''],
    ]);
    expect(doubts(file)).toEqual([
      [5, '13/12/2026', 'date_invalid', true],
      [6, '31/31/2026', 'date_invalid', true],
    ]);
  });

  test('takes its order from the other columns where nothing in it shows one', async () => {
    const file = await readSource(
      'stockouts-own',
      'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n7680536620137,11/10/2026,11/25/2026,12/1/2026,\n',
    );
    expect(file.rows[0]).toMatchObject({
      reportedOn: '2026-11-10',
      updatedOn: '2026-11-25',
      expectedDelivery: '2026-12-01',
    });
    expect(file.problems.map(({ column, reason }) => [column, reason])).toEqual([
      ['reportedOn', 'date_month_first'],
      ['expectedDelivery', 'date_month_first'],
    ]);
  });
});

test('a wholesaler opens no outage of what it has again, and one of what it will have', async () => {
  const file = await wholesaler([
    'wieder lieferbar',
    'wieder lieferbar ab 15.12.2026',
    'lieferbar seit 20.11.2026',
    'nicht lieferbar',
    'KW 52',
    'Ende Dezember 2026',
    'fragen Sie uns',
    'fragen Sie uns',
  ]);
  expect(
    file.rows.map((row) => [
      row.pharmacode,
      row.status,
      row.expectedDelivery,
      row.comment,
      row.backInStockOn,
    ]),
  ).toEqual([
    ['0000002', 'expected', '2026-12-15', 'wieder lieferbar ab 15.12.2026', ''],
    ['0000003', 'lieferbar seit 20.11.2026', '', 'lieferbar seit 20.11.2026', '2026-11-20'],
    ['0000004', 'indefinite', '', 'nicht lieferbar', ''],
    ['0000005', 'expected', '2026-W52', '', ''],
    ['0000006', 'expected', '2026-12-31', 'Ende Dezember 2026', ''],
    ['0000007', 'indefinite', '', 'fragen Sie uns', ''],
    ['0000008', 'indefinite', '', 'fragen Sie uns', ''],
  ]);
  expect(doubts(file)).toEqual([[9, 'fragen Sie uns', 'words_unknown', true]]);
  expect(file.facts).toMatchObject({ reportedAsOver: 2, unknownWords: 2 });
});

describe('a wholesaler’s list in several parts', () => {
  const list = (...rows: string[]) =>
    readSource('stockouts-wholesaler', ['Stand: 28.11.2026', ...rows].join('\n'));
  const headings = 'Pharmacode;Artikelname;Ausstand bis';
  const said = ({ rows }: Awaited<ReturnType<typeof list>>) =>
    rows.map((row) => [row.pharmacode, row.expectedDelivery, row.backInStockOn]);

  test.each(['Wieder lieferbar', 'Wieder lieferbare Artikel:;;', 'À nouveau disponible;;'])(
    'opens no outage of what it names below “%s”',
    async (title) => {
      const file = await list(
        headings,
        'Nicht lieferbar;;',
        '1;A;15.12.2026',
        title,
        headings,
        '2;B;',
        '3;C;20.11.2026',
        '4;D;KW 52',
        'Nicht lieferbar;;',
        '5;E;',
      );
      expect(said(file)).toEqual([
        ['0000001', '2026-12-15', ''],
        ['0000003', '', '2026-11-20'],
        ['0000004', '2026-W52', ''],
        ['0000005', '', ''],
      ]);
      expect(file.facts).toMatchObject({ reportedAsOver: 2 });
      expect(file.problems).toEqual([]);
    },
  );

  test('reads each by its own headings, and leaves out what has none of a needed column', async () => {
    const file = await list(
      headings,
      'Pharmacode;Désignation;Manque',
      '1;A;15.12.2026',
      '',
      'Bezeichnung;Ausstand bis;Pharmacode',
      'B;12/18/2026;2',
      'Pharmacode;Artikelname;Lieferbar seit',
      '3;C;20.11.2026',
      headings,
      '4;D;16.12.2026',
    );
    expect(said(file)).toEqual([
      ['0000001', '2026-12-15', ''],
      ['0000002', '2026-12-18', ''],
      ['0000004', '2026-12-16', ''],
    ]);
    expect(doubts(file)).toEqual([[9, '3', 'other_table', false]]);
  });
});

const radar = (...rows: string[]) =>
  readSource(
    'stockouts-engpassradar',
    [
      'Erstmals gesehen;Lieferbar ab;Bezeichnung;Status;GTIN;Letzte Mutation',
      ...rows.map((row, i) => {
        const [expected, status] = row.split('|');
        return `01.10.2026;${expected};${'ABCDEFGHIJ'[i]};${status};;20.11.2026`;
      }),
    ].join('\n'),
  );

test('a status says that an outage is over, unless a day to come says when it will be', async () => {
  const file = await radar(
    '|wieder lieferbar',
    '15.12.2026|wieder lieferbar',
    '10.11.2026|lieferbar',
    '|wieder lieferbar ab KW 50',
    'KW 52|1 aktuell keine Lieferungen',
    'lieferbar|',
    'lieferbar|1 aktuell keine Lieferungen',
    '15.12.2026|9 abgeschlossen',
    '|9 nicht abgeschlossen',
    '31.02.2027|1',
  );
  expect(file.rows.map((row) => [row.description, row.expectedDelivery, row.backInStockOn])).toEqual([
    ['A', '', '2026-11-20'],
    ['B', '2026-12-15', ''],
    ['C', '', '2026-11-20'],
    ['D', '2026-W50', ''],
    ['E', '2026-W52', ''],
    ['F', '', '2026-11-20'],
    ['G', 'lieferbar', ''],
    ['H', '2026-12-15', ''],
    ['I', '', ''],
    ['J', '', ''],
  ]);
  expect(file.problems.map(({ row, reason }) => [row, reason])).toEqual([
    [8, 'availability_contradicted'],
    [9, 'over_but_expected'],
    [10, 'words_unknown'],
    [11, 'date_invalid'],
  ]);
});

test('the other lists know the words too', async () => {
  const own = await readSource(
    'stockouts-own',
    [
      'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn,status,comment',
      '7680536620137,2026-10-01,2026-11-20,,,wieder lieferbar,',
      '7680670640015,2026-10-01,2026-11-20,sem. 52,,,ordered',
      '7680666870013,2026-10-01,,disponible,,,',
    ].join('\n'),
  );
  expect(own.rows.map((row) => [row.gtin, row.expectedDelivery, row.comment, row.backInStockOn])).toEqual([
    ['7680536620137', '', '', '2026-11-20'],
    ['7680670640015', '2026-W52', 'ordered', ''],
  ]);
  const national = await readSource(
    'stockouts-national-supply',
    [
      'GTIN;Produktebezeichnung;Eintrittsdatum;Voraussichtliche Dauer;Bemerkungen;Letzte Aktualisierung',
      '7680536620137;A;01.10.2026;wieder lieferbar;;20.11.2026',
      '7680670640015;B;01.10.2026;unbestimmt;lieferbar;20.11.2026',
      '7680666870013;C;01.10.2026;Ende Januar 2027;Kontingent;20.11.2026',
    ].join('\n'),
  );
  expect(
    national.rows.map((row) => [row.description, row.expectedDelivery, row.comment, row.backInStockOn]),
  ).toEqual([
    ['A', '', '', '2026-11-20'],
    ['B', '', 'lieferbar', '2026-11-20'],
    ['C', '2027-01-31', 'Ende Januar 2027; Kontingent', ''],
  ]);
});
