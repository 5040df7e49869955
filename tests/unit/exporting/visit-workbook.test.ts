import CFB from 'cfb';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { buildVisitTemplate } from '#server/statistics/exports/visit/build-template.ts';
import { fillTemplate, type VisitData } from '#server/statistics/exports/visit/fill-template.ts';
import {
  visitFacts,
  visitFigures,
  visitHeadings,
  visitOrigins,
  visitTables,
} from '#server/statistics/exports/visit/layout.ts';
import { LABEL_STYLE, styleOf, TITLE_STYLE } from '#server/workbooks/writing/styles.ts';
import { languages } from '#shared/languages.ts';
import { decompress } from '../../support/vba-reader.ts';
import { faultsOf, partsOf, rowsBySheetJs, xmlOf } from '../../support/written-workbook.ts';

const nothing: VisitData = { cells: {}, tables: {}, headings: visitHeadings };
const molecules = {
  fields: ['moleculeName', 'count', 'qtySum', 'efPreisSum', 'pPreisSum', 'turnoverPotential'],
  rows: [
    ['=SUM(A1)', 2, 12.5, 100.25, 150, 30],
    ['ácidum & <co>', 1, 3, 0, 0, null],
    ['Codeinum', 1, -2, -4.5, -9, 0],
  ],
};

test.each(languages)(
  'the built-in template in %s has nothing that spreadsheets repair files for',
  (language) => {
    const template = buildVisitTemplate(language);
    expect(faultsOf(template)).toEqual([]);
    const parts = partsOf(template);
    for (const { table, columns } of visitTables) {
      const part = [...parts].find(([, bytes]) => bytes.includes(`displayName="${table}"`))![1];
      const list = xmlOf(part).children.find(({ name }) => name === 'tableColumns')!;
      const headings = list.children.map(({ attributes }) => attributes.name!.toLowerCase());
      expect(headings).toHaveLength(columns.length);
      expect(new Set(headings).size).toBe(headings.length);
      for (const heading of headings) expect(visitHeadings[table]).toHaveProperty([heading]);
    }
  },
);

test.each(languages)('on paper headings repeat alone, and no word of them is broken, %s', (language) => {
  const parts = partsOf(buildVisitTemplate(language));
  for (const [place, { columns, headingRow }] of visitTables.entries()) {
    // The overview comes first.
    const name = `sheet${place + 2}.xml`;
    const sheet = parts.get(`xl/worksheets/${name}`)!.toString();
    const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    const headings = [
      ...sheet.matchAll(new RegExp(`<c r="[A-Z]+${headingRow}"[^>]*>.*?<t[^>]*>(.*?)</t>`, 'g')),
    ];
    expect(headings).toHaveLength(columns.length);
    for (const [column, [, heading]] of headings.entries()) {
      const longest = Math.max(...heading!.split(/\s/).map((word) => word.length));
      // Beside it stands the arrow of the filter, and bold letters are wider than digits.
      expect(widths[column], heading).toBeGreaterThanOrEqual(longest + 5);
    }
    const drawing = /drawing\d+\.xml/.exec(String(parts.get(`xl/worksheets/_rels/${name}.rels`)))?.[0];
    const drawn = drawing ? parts.get(`xl/drawings/${drawing}`)!.toString() : '';
    const tops = [...drawn.matchAll(/<xdr:from>.*?<xdr:row>(\d+)<\/xdr:row>/g)].map(([, row]) => Number(row));
    for (const top of tops) expect(top).toBeGreaterThanOrEqual(headingRow);
  }
});

test.each(languages)(
  'no label of the overview is broken, and no row higher for a note beside it, %s',
  (language) => {
    const sheet = partsOf(buildVisitTemplate(language)).get('xl/worksheets/sheet1.xml')!.toString();
    const width = Number(/<col min="1"[^>]*width="(\d+)"/.exec(sheet)![1]);
    const labels = [...sheet.matchAll(/<c r="A\d+" s="(\d+)"[^>]*>.*?<t[^>]*>(.*?)<\/t>/g)].filter(
      ([, style]) => Number(style) === LABEL_STYLE,
    );
    expect(labels).toHaveLength(visitFacts.length + visitOrigins.length + visitFigures.length);
    // In bold letters, which are a little narrower than the digits that a width is given in.
    for (const [, , label] of labels) expect(width, label).toBeGreaterThanOrEqual(label!.length + 1);
    expect(sheet).not.toMatch(/<row [^>]*ht="/);
  },
);

test('a long name of a customer has the width of the page, on overview and order', () => {
  const parts = partsOf(buildVisitTemplate('de'));
  const sheet = (place: number) => parts.get(`xl/worksheets/sheet${place}.xml`)!.toString();
  const styleOfCell = (xml: string, cell: string) =>
    Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(xml)![1]);
  const [overview, order] = [sheet(1), sheet(visitTables.length + 1)];
  // Neither breaks into lines for which its row has no room; beside them nothing stands.
  expect(styleOfCell(overview, 'B2')).toBe(styleOf.text);
  expect(styleOfCell(order, 'A2')).toBe(TITLE_STYLE);
  const [, top] = /<xdr:from>.*?<xdr:row>(\d+)</.exec(parts.get('xl/drawings/drawing1.xml')!.toString())!;
  expect(Number(top)).toBe(2);
});

test('what columns mean has the lines that it breaks into', () => {
  const parts = partsOf(buildVisitTemplate('fr'));
  const sheet = parts.get(`xl/worksheets/sheet${visitTables.length + 2}.xml`)!.toString();
  // 161 characters in a column of 90.
  expect(sheet).toMatch(/<row r="\d+" ht="30"[^>]*>(?:(?!<\/row>).)*Indiqué tant que l’article/);
});

test.each(languages)(
  'of every list a page across holds what matters, in letters of seven points, %s',
  (language) => {
    const parts = partsOf(buildVisitTemplate(language));
    const printed = {
      Products: [
        'productName',
        'qtySum1',
        'efPreisSum',
        'alternativeProductName',
        'turnoverPotential',
        'note',
      ],
      Duplicates: ['description2', 'qty2', 'description1', 'qty1', 'turnoverPotential'],
      Proposal: ['productDescription', 'gtin', 'packs', 'exFactoryPrice', 'total', 'late'],
    };
    for (const [place, { table, columns }] of visitTables.entries()) {
      const area = new RegExp(`Print_Area" localSheetId="${place + 1}">[^<]*!\\$A:\\$([A-Z])<`);
      const last = area.exec(parts.get('xl/workbook.xml')!.toString())![1]!;
      const count = last.charCodeAt(0) - 64;
      const sheet = parts.get(`xl/worksheets/sheet${place + 2}.xml`)!.toString();
      const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
      // 122 characters of ten points are 174 of seven.
      expect(widths.slice(0, count).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(174);
      const all = columns.map(({ field }) => field as string);
      const needed = table in printed ? printed[table as keyof typeof printed] : all;
      expect(all.slice(0, count), table).toEqual(expect.arrayContaining(needed));
    }
  },
);

test('what is counted in packs has no decimals', () => {
  const counted = visitTables.flatMap(({ columns }) =>
    columns.filter(({ field }) => /^qty|quantityProvider/.test(field)).map(({ kind }) => kind),
  );
  expect(counted).toEqual(Array.from({ length: 8 }, () => 'integer'));
});

test('the macro project has a module for the workbook and each sheet, under the code names they have', () => {
  const parts = partsOf(buildVisitTemplate('fr'));
  const project = CFB.read(parts.get('xl/vbaProject.bin')!, { type: 'buffer' });
  const modules = project.FullPaths.filter((path) => path.includes('/VBA/')).map((path) =>
    path.split('/').at(-1),
  );
  const codeNames = [...parts]
    .filter(([name]) => /worksheets\/sheet|xl\/workbook\.xml/.test(name))
    .map(([, part]) => /codeName="(\w+)"/.exec(part.toString())![1]);
  expect(modules.filter((name) => name && !['dir', '_VBA_PROJECT', 'Visit'].includes(name)).sort()).toEqual(
    codeNames.filter((name, index) => codeNames.indexOf(name) === index).sort(),
  );
  const source = Buffer.from(
    decompress(Uint8Array.from(CFB.find(project, '/VBA/Visit')!.content as Uint8Array)),
  );
  expect(source.toString('latin1')).not.toContain('{{');
});

test('a table gets its rows below its headings, as numbers and texts, and none of them is a formula', () => {
  const filled = fillTemplate(buildVisitTemplate('en'), { ...nothing, tables: { Molecules: molecules } });
  expect(faultsOf(filled)).toEqual([]);
  expect(rowsBySheetJs(filled).Molecules!.slice(1)).toEqual(molecules.rows);
  const sheet = [...partsOf(filled)].find(([, part]) => part.includes('shMolecules'))![1].toString();
  expect(sheet).not.toContain('<f>');
  const table = [...partsOf(filled)]
    .find(([, part]) => part.includes('displayName="Molecules"'))![1]
    .toString();
  expect(table.match(/ref="[^"]*"/g)).toEqual(['ref="A1:F4"', 'ref="A1:F4"']);
});

test('a table without rows keeps one that is empty', () => {
  const empty = { Molecules: { ...molecules, rows: [] } };
  const filled = fillTemplate(buildVisitTemplate('en'), { ...nothing, tables: empty });
  expect(faultsOf(filled)).toEqual([]);
  expect(
    rowsBySheetJs(filled)
      .Molecules!.slice(1)
      .flat()
      .filter((cell) => cell !== null),
  ).toEqual([]);
});

test('the order sheet computes what is typed, by columns with names, with the results that there are', () => {
  const fields = ['productDescription', 'gtin', 'exFactoryPrice', 'packs', 'total'];
  const rows = [
    ['A', '7680100000013', 2.5, 4, 10],
    ['B', '7680100000020', null, null, null],
  ];
  const filled = fillTemplate(buildVisitTemplate('en'), {
    ...nothing,
    cells: { orderPacks: 4, orderTotal: 10 },
    tables: { Proposal: { fields, rows } },
  });
  const sheet = [...partsOf(filled)].find(([, part]) => part.includes('codeName="shOrder"'))![1].toString();
  const [packs, price] = ['Proposal[[#This Row],[Order]]', 'Proposal[[#This Row],[Ex-factory price]]'];
  const formula = `<f>IF(${price}=&quot;&quot;,&quot;&quot;,ROUND(${packs}*${price},2))</f>`;
  expect(sheet.split(formula)).toHaveLength(3);
  expect(sheet).toContain(`${formula}<v>10</v>`);
  expect(sheet).toContain(`${formula}</c>`);
  expect(sheet).toContain('<f>SUM(Proposal[Total CHF])</f><v>10</v>');
});

test('cells with names get their values in the form they have, and dates become days', () => {
  const cells = { customerName: 'Zum <Löwen>', priceDate: '2026-12-01', turnoverTotal: 12.35 };
  const start = rowsBySheetJs(fillTemplate(buildVisitTemplate('de'), { ...nothing, cells })).Übersicht!;
  const value = (label: string) => start.find(([first]) => first === label)![1];
  expect(value('Kunde')).toBe('Zum <Löwen>');
  expect(value('Stand der Preise')).toEqual(new Date(Date.UTC(2026, 11, 1)));
  expect(value('Umsatz total, CHF')).toBe(12.35);
});

test('a template made elsewhere keeps every part that is not filled, byte for byte', () => {
  const parts = Object.fromEntries(partsOf(buildVisitTemplate('it')));
  const own = {
    ...parts,
    'customXml/item1.xml': Buffer.from('<own/>'),
    'xl/media/logo.bin': Buffer.from([1, 2, 3]),
  };
  const filled = partsOf(fillTemplate(zipSync(own), { ...nothing, tables: { Molecules: molecules } }));
  const changed = [...filled].filter(([name, part]) => !part.equals(own[name as keyof typeof own]!));
  expect([...filled.keys()].sort()).toEqual(Object.keys(own).sort());
  expect(changed.map(([name]) => name.replace(/\d/g, '')).sort()).toEqual([
    'xl/tables/table.xml',
    'xl/worksheets/sheet.xml',
  ]);
});

test('columns of a template made elsewhere are known by headings of any language, or by the field, in any order', () => {
  const parts = Object.fromEntries(partsOf(buildVisitTemplate('fr')));
  const path = Object.keys(parts).find((name) => parts[name]!.includes('displayName="Molecules"'))!;
  parts[path] = Buffer.from(
    parts[path]!.toString()
      .replace(/name="Principe actif"/, 'name="Wirkstoff"')
      .replace(/name="Articles"/, 'name="turnoverPotential"')
      .replace(/name="Emballages"/, 'name="Bemerkung"'),
  );
  const filled = fillTemplate(zipSync(parts), { ...nothing, tables: { Molecules: molecules } });
  const rows = rowsBySheetJs(filled)['Principes actifs']!;
  expect(rows[1]!.slice(0, 4)).toEqual(['=SUM(A1)', 30, null, 100.25]);
});

test('a template that can’t be filled is refused, saying why', () => {
  const fill = (template: Uint8Array) => () =>
    fillTemplate(template, { ...nothing, tables: { Molecules: molecules } });
  expect(fill(Buffer.from('no zip'))).toThrow('no_workbook');
  expect(fill(zipSync({ 'a.txt': Buffer.from('a') }))).toThrow('no_macros');
  const parts = Object.fromEntries(partsOf(buildVisitTemplate('en')));
  const path = Object.keys(parts).find((name) => parts[name]!.includes('codeName="shMolecules"'))!;
  const changed = (from: string | RegExp, to: string) =>
    zipSync({ ...parts, [path]: Buffer.from(parts[path]!.toString().replace(from, to)) });
  expect(fill(changed('</sheetData>', '<row r="3"><c r="A3"/></row></sheetData>'))).toThrow(
    'rows_below: {"table":"Molecules"}',
  );
  expect(fill(changed(/<c r="B2" s="(\d+)"\/>/, '<c r="B2" s="$1"><f>C2*2</f></c>'))).toThrow(
    'cells_computed',
  );
});
