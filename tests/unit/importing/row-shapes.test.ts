import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { type Seeded, seeded } from '#tests/support/seeded.ts';
import { readSource, refusalOf } from '#tests/support/source-file.ts';

const GTINS = ['7680005450012', '7680006650015', '7680093950166', '7680147460641', '7680147700112'];
const CODES = ['1379912', '2986838', '519498', '1086535', '316861'];

async function read(...rows: string[]) {
  const { report, lines } = await readLines(Buffer.from(rows.join('\n')));
  const { skipped, columns, notices } = report;
  return {
    packs: bought(lines).map(([, packs]) => packs),
    shifted: skipped.rows.flatMap(({ row, reason }) => (reason === 'row_shifted' ? [row] : [])),
    skipped: skipped.total,
    columns: columns.map(({ field, column }) => `${column} ${field}`),
    notices: notices.map(({ code }) => code),
  };
}

/** Rows of five articles with 1 to 5 packs, whose other cells `cells` writes. */
function five(cells: (gtin: string, packs: number) => string): string[] {
  return GTINS.map((gtin, i) => cells(gtin, i + 1));
}

describe('a row with more cells than there are headings', () => {
  test.each([
    [
      'a name with a semicolon in front of the quantity',
      'GTIN;Bezeichnung;Menge;Wert',
      ';5.00',
      'Vi-De; 20;7;17.29',
    ],
    ['a name in two languages', 'GTIN;Désignation;Quantité;Valeur', ';5.00', 'Sirop; goût; 20;7;17.29'],
    ['a name whose pieces fill the column that is empty', 'GTIN;Articolo;Quantità;Nota', ';', 'Gel; 20;7;'],
    ['a name cut with bars', 'GTIN|Item|Quantity|Value', '|5.00', 'Gel| 20|7|17.29'],
  ])('is reported where it is shifted: %s', async (_name, heading, end, cells) => {
    const separator = heading[4]!;
    const { packs, shifted, skipped } = await read(
      heading,
      ...five((gtin, count) => [gtin, 'Salbe', count].join(separator) + end),
      `${GTINS[0]}${separator}${cells}`,
    );
    expect({ packs, shifted, skipped }).toEqual({ packs: [1, 2, 3, 4, 5], shifted: [7], skipped: 1 });
  });

  test('is reported where its name stands in front of the code', async () => {
    const rows = CODES.map((code, i) => `Salbe;${code};${i + 1};5.00`);
    const { packs, shifted } = await read(
      'Bezeichnung;Pharmacode;Menge;Wert',
      ...rows,
      'Vi-De; 20;1379912;7;17.29',
    );
    expect({ packs, shifted }).toEqual({ packs: [1, 2, 3, 4, 5], shifted: [7] });
  });

  test('is reported where a price has a comma between commas, and so is what stands behind a second one', async () => {
    const { packs, shifted } = await read(
      'GTIN,Preis,Menge,Bezeichnung,Publikumspreis',
      ...five((gtin, count) => `${gtin},42,${count},Salbe,62`),
      `${GTINS[0]},42,09,5,Salbe,62`,
      `${GTINS[0]},42,09,5,Salbe,62,20`,
      `${GTINS[0]},42,5,Salbe,62,20`,
    );
    // In the last row the comma stands behind code and quantity.
    expect({ packs, shifted }).toEqual({ packs: [1, 2, 3, 4, 5, 5], shifted: [7, 8] });
  });

  test('is reported where a quantity may have a comma within it', async () => {
    const { packs, shifted } = await read(
      'GTIN,Menge',
      ...five((gtin, count) => `${gtin},${count}`),
      `${GTINS[0]},1,000`,
    );
    expect({ packs, shifted }).toEqual({ packs: [1, 2, 3, 4, 5], shifted: [7] });
  });

  test('leads to a refusal where all rows are so', async () => {
    const rows = five((gtin, count) => `${gtin},Salbe,42,09,${count}`);
    const { code, params } = await refusal(Buffer.from(['GTIN,Bezeichnung,Preis,Menge', ...rows].join('\n')));
    expect([code, params.reason, params.reasonRows]).toEqual(['import_nothing_readable', 'row_shifted', 5]);
  });

  test.each([
    ['a note', 'GTIN;Bezeichnung;Menge', '', 'Salbe;7;bitte prüfen'],
    ['a note behind a value', 'GTIN;Bezeichnung;Menge;Wert', ';5', 'Salbe;7;17;prüfen'],
    [
      'a number, where no cell but the code stands in front of the quantity',
      'GTIN;Menge;Wert',
      ';5',
      '7;17;3',
    ],
    ['nothing', 'GTIN;Bezeichnung;Menge;Wert', ';5', 'Salbe;7;17;;;'],
    ['blanks', 'GTIN;Bezeichnung;Menge;Wert', ';5', 'Salbe;7;17; ;'],
    ['the rest of a name behind code and quantity', 'GTIN;Menge;Bezeichnung', ';Salbe', '7;Gel; 20'],
  ])('is read where nothing is shifted: %s', async (_name, heading, end, cells) => {
    const isNamed = heading.startsWith('GTIN;Bez');
    const { packs, skipped } = await read(
      heading,
      ...five((gtin, count) => `${gtin};${isNamed ? 'Salbe;' : ''}${count}${end}`),
      `${GTINS[0]};${cells}`,
    );
    expect({ packs, skipped }).toEqual({ packs: [1, 2, 3, 4, 5, 7], skipped: 0 });
  });

  test('is read where all rows end with a separator, or with a text that nothing heads', async () => {
    for (const end of [';', ';Galexis']) {
      const { packs, skipped } = await read(
        'GTIN;Bezeichnung;Menge',
        ...five((gtin, count) => `${gtin};Salbe;${count}${end}`),
      );
      expect({ packs, skipped }).toEqual({ packs: [1, 2, 3, 4, 5], skipped: 0 });
    }
  });
});

test('rows below the same headings in another number of columns fit those', async () => {
  const above = ['GTIN;Menge;Wert;Ort', ...five((gtin, count) => `${gtin};${count};17;Bern`)];
  // In row 13 the quantity is missing, and the value stands where it should.
  const narrower = ['GTIN;Menge;Wert', ...five((gtin, count) => `${gtin};${count};17`), `${GTINS[0]};17`];
  expect(await read(...above, ...narrower)).toMatchObject({
    packs: [1, 2, 3, 4, 5, 1, 2, 3, 4, 5],
    shifted: [13],
    notices: [],
  });
  // Prices in whole francs are no further digits of the packs.
  const wider = ['GTIN,Menge,Wert', ...five((gtin, count) => `${gtin},${count},170`)];
  expect(await read('GTIN,Menge', ...five((gtin, count) => `${gtin},${count}`), ...wider)).toMatchObject({
    packs: [1, 2, 3, 4, 5, 1, 2, 3, 4, 5],
    skipped: 1,
  });
});

test.each(['Menge/Monat', 'Stk/Pack', 'Anzahl Monate'])(
  'a heading that is none of packs is none with the first row below, whose code cannot be read: %s',
  async (heading) => {
    for (const first of ['7680005450013;3', '7680005450013;2.5', 'unbekannt;3']) {
      const file = [`GTIN;${heading}`, first, `${GTINS[1]};4`].join('\n');
      expect((await refusal(Buffer.from(file))).code).toBe('import_no_quantity_heading');
    }
  },
);

test('remarks below a small table do not say how wide it is', async () => {
  const { packs, skipped, shifted } = await read(
    'GTIN;Bezeichnung;Menge',
    `${GTINS[0]};Salbe;1`,
    `${GTINS[1]};Salbe;2`,
    '',
    'Applied filters:',
    'Jahr is 2025',
    'Menge is not blank',
  );
  expect({ packs, skipped, shifted }).toEqual({ packs: [1, 2], skipped: 3, shifted: [] });
});

describe('a row with fewer cells than the others', () => {
  test('is reported where one is missing in front of the quantity, or the quantity itself', async () => {
    const { packs, shifted } = await read(
      'GTIN;Bezeichnung;Menge;Wert',
      ...five((gtin, count) => `${gtin};Salbe;${count};17`),
      `${GTINS[0]};7;17`,
      `${GTINS[0]};Salbe;17`,
    );
    expect({ packs, shifted }).toEqual({ packs: [1, 2, 3, 4, 5], shifted: [7, 8] });
  });

  test('is read where only its end is missing', async () => {
    const { packs, skipped } = await read(
      'GTIN;Bezeichnung;Menge;Wert;Ort',
      ...five((gtin, count) => `${gtin};Salbe;${count};17;${count > 3 ? '' : 'Bern'}`),
      `${GTINS[0]};Salbe;7;17`,
    );
    expect({ packs, skipped }).toEqual({ packs: [1, 2, 3, 4, 5, 7], skipped: 0 });
  });
});

describe('a cell that every row lacks', () => {
  test.each<[string, string, (code: string, packs: number) => string, string[]]>([
    [
      'of a name, where what stands below the quantities is no quantity',
      'GTIN;Bezeichnung;Menge;Wert',
      (gtin, packs) => `${gtin};${packs};${packs}.50`,
      ['A gtin', 'B quantity'],
    ],
    [
      'in front of the code',
      'Nr.;GTIN;Menge;Wert',
      (gtin, packs) => `${gtin};${packs};17`,
      ['A gtin', 'B quantity'],
    ],
    [
      'between a name and the code',
      'Bezeichnung;Ort;GTIN;Menge',
      (gtin, packs) => `Salbe;${gtin};${packs}`,
      ['A description', 'B gtin', 'C quantity'],
    ],
    [
      'where a separator in a heading makes two of it',
      'GTIN;Preis; CHF;Menge;Ort',
      (gtin, packs) => `${gtin};9.90;${packs};Bern`,
      ['A gtin', 'C quantity'],
    ],
  ])('moves the columns behind it, and it is said: %s', async (_name, heading, cells, columns) => {
    const found = await read(heading, ...five(cells));
    expect(found).toEqual({
      packs: [1, 2, 3, 4, 5],
      shifted: [],
      skipped: 0,
      columns,
      notices: ['cells_lacking'],
    });
  });

  test('moves months with the total that they add up to', async () => {
    const rows = five((gtin, packs) => `Salbe;${gtin};${packs};2;${packs + 2}`);
    const { packs, notices } = await read('Bezeichnung;Ort;GTIN;Menge Jan;Menge Feb;Menge Total', ...rows);
    expect(packs).toEqual([3, 4, 5, 6, 7]);
    expect(notices).toEqual(['cells_lacking', 'several_quantity_columns']);
  });

  test('is reported where a row has it after all', async () => {
    const { packs, skipped } = await read(
      'GTIN;Bezeichnung;Menge;Wert',
      ...five((gtin, count) => `${gtin};${count};${count}.50`),
      ...Array.from({ length: 100 }, () => `${GTINS[0]};6;6.50`),
      `${GTINS[0]};Salbe;7;7.50`,
    );
    expect([packs.length, skipped]).toEqual([105, 1]);
  });

  test.each<[string, string, (code: string, packs: number) => string]>([
    ['a quantity and a value', 'GTIN;Bezeichnung;Menge;Wert', (gtin, packs) => `${gtin};${packs};17`],
    ['one of two codes', 'GTIN;Pharmacode;Menge;Wert', (gtin, packs) => `${gtin};${packs};17`],
    [
      'the quantity, with values of which some are whole',
      'GTIN;Bezeichnung;Menge;Wert',
      (gtin, packs) => `${gtin};Salbe;${packs === 1 ? '20.00' : '17.30'}`,
    ],
  ])('refuses the file where nothing says which it is: %s', async (_name, heading, cells) => {
    const { code, params } = await refusal(Buffer.from([heading, ...five(cells)].join('\n')));
    expect([code, params.reason, params.reasonRows]).toEqual(['import_nothing_readable', 'row_shifted', 5]);
  });

  test.each<[string, string, (code: string, packs: number) => string]>([
    ['a note', 'GTIN;Bezeichnung;Menge;Bemerkung', (gtin, packs) => `${gtin};Salbe;${packs}`],
    ['two of them', 'GTIN;Menge;Wert;Bemerkung', (gtin, packs) => `${gtin};${packs}`],
    ['months to come', 'GTIN;Menge Jan;Menge Feb;Menge Mär', (gtin, packs) => `${gtin};1;${packs - 1}`],
  ])('is nothing where it is the last one: %s', async (_name, heading, cells) => {
    const { packs, skipped, notices } = await read(heading, ...five(cells));
    expect({ packs, skipped }).toEqual({ packs: [1, 2, 3, 4, 5], skipped: 0 });
    expect(notices).not.toContain('cells_lacking');
  });
});

describe('names of rows without a heading, as R writes them', () => {
  test.each([
    ['numbers', (i: number) => String(i + 1)],
    ['numbers of some rows of a larger table', (i: number) => String(40 - 7 * i)],
    ['names', (i: number) => `row ${i}`],
  ])('%s are left out, and it is said', async (_what, name) => {
    const rows = CODES.map((code, i) => `"${name(i)}";${code};${i + 1}`);
    const { packs, columns, notices } = await read('"Pharmacode";"Menge"', ...rows);
    expect(packs).toEqual([1, 2, 3, 4, 5]);
    expect(columns).toEqual(['B pharmacode', 'C quantity']);
    expect(notices).toEqual(['row_names']);
  });

  test('months move with the total that they add up to', async () => {
    const rows = CODES.map((code, i) => `"${i + 1}";${code};${i};2;${i + 2}`);
    const { packs, notices } = await read('"Pharmacode";"Menge Jan";"Menge Feb";"Menge Total"', ...rows);
    expect(packs).toEqual([2, 3, 4, 5, 6]);
    expect(notices).not.toContain('parts_differ_from_total');
  });

  test('such as codes look like are not told from codes, and the file is refused', async () => {
    const rows = CODES.map((code, i) => `"${700_000 + i}";${code};${i + 1}`);
    const { code, params } = await refusal(Buffer.from(['"Pharmacode";"Menge"', ...rows].join('\n')));
    expect([code, params.reason]).toEqual(['import_nothing_readable', 'row_shifted']);
  });

  test('a further number that nothing heads makes no names of codes', async () => {
    const { packs, notices } = await read(
      'Pharmacode;Menge',
      ...CODES.map((code, i) => `${code};${i + 1};42`),
    );
    expect({ packs, notices }).toEqual({ packs: [1, 2, 3, 4, 5], notices: [] });
  });

  test('a row within them that is shifted is reported', async () => {
    const { packs, shifted } = await read(
      '"GTIN";"Bezeichnung";"Menge"',
      ...five((gtin, count) => `"${count}";${gtin};Salbe;${count}`),
      `"6";${GTINS[0]};Gel; 20;7`,
    );
    expect({ packs, shifted }).toEqual({ packs: [1, 2, 3, 4, 5], shifted: [7] });
  });
});

describe('files of reference data', () => {
  const prices = (cells: (gtin: string) => string) =>
    ['GTIN,Ex-Factory-Preis,Publikumspreis,Bezeichnung', ...GTINS.map(cells)].join('\n');

  test('prices with bare commas between commas are refused', async () => {
    const { code, params } = await refusalOf(
      'bag-sl-prices',
      prices((gtin) => `${gtin},42,09,62,2,Salbe`),
    );
    expect([code, params.reason, params.bad]).toEqual(['source_too_many_bad_rows', 'row_shifted', 5]);
  });

  test('of a hundred prices one with a comma is told with its row, and one with a note is read', async () => {
    const rows = Array.from({ length: 97 }, (_, i) => `${gtinOf(i)},42.10,62.20,Salbe`);
    const { rows: read, problems } = await readSource(
      'bag-sl-prices',
      [
        prices((gtin) => `${gtin},42.10,62.20,Salbe`),
        ...rows,
        '7680153030265,10,42,27,75,Salazopyrin',
        '7680153980782,80.54,104,Venofer,neu',
      ].join('\n'),
    );
    expect(problems).toMatchObject([
      { row: 104, value: '7680153030265', reason: 'row_shifted', used: false },
    ]);
    expect(read.at(-1)).toMatchObject({
      gtin: '7680153980782',
      exFactoryPrice: '80.54',
      publicPrice: '104.00',
    });
    expect(read).toHaveLength(103);
  });

  test('names of rows are left out, and it is said', async () => {
    const { rows, facts } = await readSource(
      'pharmacodes',
      ['"Pharmacode","GTIN"', ...GTINS.map((gtin, i) => `"${i + 1}",${CODES[i]},${gtin}`)].join('\n'),
    );
    expect(rows[0]).toEqual({ pharmacode: '1379912', gtin: GTINS[0] });
    expect(facts.rowNames).toBe(5);
  });

  test('a cell that every row lacks moves prices where they stand, and it is said; what is unknown is refused', async () => {
    const heading = 'Nr.,GTIN,Ex-Factory-Preis,Publikumspreis';
    const { rows, facts } = await readSource(
      'bag-sl-prices',
      [heading, ...GTINS.map((gtin) => `${gtin},42.10,62.20`)].join('\n'),
    );
    expect(rows[0]).toMatchObject({ gtin: GTINS[0], exFactoryPrice: '42.10', publicPrice: '62.20' });
    expect(facts.cellsLacking).toBe(5);
    const { code, params } = await refusalOf(
      'bag-sl-prices',
      [
        'GTIN,Bezeichnung,Ex-Factory-Preis,Publikumspreis',
        ...GTINS.map((gtin) => `${gtin},42.10,62.20`),
      ].join('\n'),
    );
    expect([code, params.reason, params.bad]).toEqual(['source_too_many_bad_rows', 'row_shifted', 5]);
  });

  test('customers whose numbers could be names of rows are not read', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => `"${i + 1}";${4711 + i};"Apotheke ${i}"`);
    const { code } = await refusalOf('customers', ['"ExternalID";"FullName"', ...rows].join('\n'));
    expect(code).toBe('source_too_many_bad_rows');
  });

  test('customers with a column that nothing heads are read', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => `${4711 + i};Apotheke ${i};Bern`);
    const { rows: read } = await readSource('customers', ['ExternalID;FullName', ...rows].join('\n'));
    expect(read.map(({ externalId, name }) => [externalId, name])).toContainEqual(['4711', 'Apotheke 0']);
  });
});

test('two hundred tables with separators in names and numbers, notes and empty ends: each row is read as it was written, or reported', async () => {
  const random = seeded(57);
  for (let i = 0; i < 200; i++) {
    const { text, packs } = written(random);
    const found = await readLines(Buffer.from(text)).catch((error) => {
      expect(error).toMatchObject({ code: 'import_nothing_readable' });
      return undefined;
    });
    if (!found) continue;
    const { report, lines } = found;
    for (const line of lines)
      expect([text, line.row_number, Number(line.quantity)]).toEqual([
        text,
        line.row_number,
        packs.get(Number(line.row_number)),
      ]);
    expect(report.imported + report.skipped.total).toBe(packs.size);
  }
});

/** A table of code, name, price and quantity in any order, unquoted, and by row the packs that were meant. */
function written(random: Seeded) {
  const separator = random.pick([';', ',', '|']);
  const columns = random.pick([
    ['GTIN', 'Bezeichnung', 'Menge', 'Wert'],
    ['Bezeichnung', 'GTIN', 'Preis', 'Menge'],
    ['GTIN', 'Preis', 'Menge', 'Bezeichnung'],
    ['GTIN', 'Bezeichnung', 'Preis', 'Menge', 'Ort'],
    ['Menge', 'Bezeichnung', 'GTIN'],
  ]);
  const packs = new Map<number, number>();
  const isBroken = () => random.below(4) === 0;
  const rows = Array.from({ length: 5 + random.below(20) }, (_, i) => {
    const count = 1 + random.below(90);
    packs.set(i + 2, count);
    const price = `${random.below(90)}${isBroken() && separator === ',' ? ',' : '.'}${10 + random.below(90)}`;
    const name = isBroken()
      ? `Salbe${separator}${random.pick([' 20', '30 g', ''])}`
      : random.pick(['Salbe', 'Gel']);
    const cells: Record<string, string> = {
      GTIN: random.pick(GTINS),
      Bezeichnung: name,
      Menge: String(count),
      Wert: price,
      Preis: price,
      Ort: random.pick(['Bern', 'Olten']),
    };
    const end = random.pick(['', '', '', '', separator, `${separator}Notiz`]);
    return columns.map((column) => cells[column]).join(separator) + end;
  });
  return { text: [columns.join(separator), ...rows].join('\n'), packs };
}

/** A GTIN of the form 768099…, with its check digit. */
function gtinOf(number: number): string {
  const digits = `768099${String(number).padStart(6, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
