import { readFileSync } from 'node:fs';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../../platform/i18n/messages.ts';
import { type VbaModule, vbaProject } from '../../../workbooks/macros/project.ts';
import { linesOf } from '../../../workbooks/writing/column-widths.ts';
import { HEADING_STYLE, LINES_STYLE, styleOf, stylesXml } from '../../../workbooks/writing/styles.ts';
import { quotedSheet } from '../../../workbooks/writing/workbook.ts';
import {
  CORE_PROPERTIES,
  coreProperties,
  MAIN,
  OFFICE,
  PACKAGE,
  relationships,
  SPREADSHEET,
  XML,
} from '../../../workbooks/writing/write-workbook.ts';
import { xmlText } from '../../../workbooks/writing/xml.ts';
import { newZip } from '../../../workbooks/writing/zip.ts';
import { chartXml, shapesXml } from './chart.ts';
import { visitHeading, visitTables, visitText } from './layout.ts';
import { startSheet } from './start-sheet.ts';
import { tableSheet } from './table-sheet.ts';
import { sheetXml, type TemplateSheet, textCell } from './template-sheet.ts';

/** Characters of a line, and what it takes. */
const MEANING_WIDTH = 90;
const LINE_POINTS = 15;

const DRAWING = 'application/vnd.openxmlformats-officedocument.drawing';

/**
 * The workbook for visits without its figures: sheets, tables, charts, print set-up and macros, of which everything works
 * without the macros. What fillTemplate fills, as it fills templates that were made in a spreadsheet.
 */
export function buildVisitTemplate(language: Language): Uint8Array {
  const sheets: TemplateSheet[] = [
    startSheet(language),
    ...visitTables.map((table) => tableSheet(table, language)),
    columnsSheet(language),
  ];
  const zip = newZip();
  const add = (name: string, text: string) => zip.add(name, [Buffer.from(XML + text)]);
  const tables = sheets.flatMap(({ table }) => table ?? []);
  const charts = sheets.flatMap((sheet) => sheet.charts);
  const drawn = sheets.filter(({ shapes }) => shapes.length > 0);
  add('[Content_Types].xml', contentTypes(sheets.length, drawn.length, charts.length, tables.length));
  add(
    '_rels/.rels',
    relationships([
      ['officeDocument', 'xl/workbook.xml'],
      [CORE_PROPERTIES, 'docProps/core.xml'],
    ]),
  );
  add('docProps/core.xml', coreProperties(visitText(language, 'title')));
  add('xl/workbook.xml', workbookXml(sheets));
  add(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin'],
    ]),
  );
  zip.add('xl/styles.xml', [Buffer.from(stylesXml)]);
  const macros = visitMacros(
    language,
    sheets.map(({ codeName }) => codeName),
  );
  zip.add('xl/vbaProject.bin', [macros]);
  for (const [index, sheet] of sheets.entries()) {
    add(`xl/worksheets/sheet${index + 1}.xml`, sheet.xml);
    const targets = [
      ...(sheet.shapes.length > 0
        ? [['drawing', `../drawings/drawing${drawn.indexOf(sheet) + 1}.xml`] as const]
        : []),
      ...(sheet.table ? [['table', `../tables/table${tables.indexOf(sheet.table) + 1}.xml`] as const] : []),
    ];
    if (targets.length > 0) add(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationships(targets));
  }
  for (const [index, { xml }] of tables.entries()) add(`xl/tables/table${index + 1}.xml`, xml(index + 1));
  for (const [index, sheet] of drawn.entries()) {
    add(`xl/drawings/drawing${index + 1}.xml`, shapesXml(sheet.shapes));
    if (sheet.charts.length === 0) continue;
    const targets = sheet.charts.map(
      (chart) => ['chart', `../charts/chart${charts.indexOf(chart) + 1}.xml`] as const,
    );
    add(`xl/drawings/_rels/drawing${index + 1}.xml.rels`, relationships(targets));
  }
  for (const [index, chart] of charts.entries()) add(`xl/charts/chart${index + 1}.xml`, chartXml(chart));
  return zip.finish();
}

function workbookXml(sheets: readonly TemplateSheet[]): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const cells = sheets.flatMap(({ name, names }) =>
    names.map(([cell, reference]) => {
      const absolute = reference.replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2');
      return {
        key: cell.toLowerCase(),
        xml: `<definedName name="${cell}">${xmlText(quotedSheet(name))}!${absolute}</definedName>`,
      };
    }),
  );
  const titles = sheets.flatMap(({ name, headingRow }, index) =>
    headingRow === undefined
      ? []
      : [
          {
            key: `_xlnm.print_titles ${index}`,
            xml: `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${xmlText(quotedSheet(name))}!$${headingRow}:$${headingRow}</definedName>`,
          },
        ],
  );
  const areas = sheets.flatMap(({ name, printedColumns }, index) =>
    printedColumns === undefined
      ? []
      : [
          {
            key: `_xlnm.print_area ${index}`,
            xml: `<definedName name="_xlnm.Print_Area" localSheetId="${index}">${xmlText(quotedSheet(name))}!$A:$${printedColumns}</definedName>`,
          },
        ],
  );
  const names = [...areas, ...titles, ...cells].sort((a, b) => (a.key < b.key ? -1 : 1));
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><workbookPr codeName="ThisWorkbook"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="14000"/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${names.map(({ xml }) => xml).join('')}</definedNames></workbook>`;
}

function contentTypes(sheets: number, drawings: number, charts: number, tables: number): string {
  const parts = (count: number, path: string, type: string) =>
    Array.from(
      { length: count },
      (_, index) => `<Override PartName="/xl/${path}${index + 1}.xml" ContentType="${type}"/>`,
    ).join('');
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${parts(sheets, 'worksheets/sheet', `${SPREADSHEET}.worksheet+xml`)}${parts(tables, 'tables/table', `${SPREADSHEET}.table+xml`)}${parts(drawings, 'drawings/drawing', `${DRAWING}+xml`)}${parts(charts, 'charts/chart', 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;
}

const source = readFileSync(new URL('macros/Visit.bas', import.meta.url), 'utf8');

/** The macro project: modules without code for the workbook and its sheets, which have to be there, and the macros. */
function visitMacros(language: Language, sheets: readonly string[]): Uint8Array {
  const values: Record<string, string | number> = {
    selectMolecule: basicText(visitText(language, 'macro.selectMolecule')),
    notOnOrder: basicText(visitText(language, 'macro.notOnOrder')),
    'products.molecule': place('Products', 'molecule'),
    'products.note': place('Products', 'note'),
    'products.gtin': place('Products', 'gtin'),
    'products.alternativeGTIN': place('Products', 'alternativeGTIN'),
    'order.first': visitTables.find(({ table }) => table === 'Proposal')!.headingRow + 1,
    'order.gtin': place('Proposal', 'gtin'),
    'order.packs': place('Proposal', 'packs'),
  };
  const filled = source.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => String(values[name]));
  const modules: VbaModule[] = [
    { name: 'ThisWorkbook', kind: 'workbook', source: '' },
    ...sheets.map((name) => ({ name, kind: 'sheet', source: '' }) as const),
    { name: 'Visit', kind: 'code', source: filled },
  ];
  return vbaProject(modules);
}

/** From 1, as macros count columns. */
function place(table: string, field: string): number {
  const { columns } = visitTables.find((each) => each.table === table)!;
  return columns.findIndex((column) => column.field === field) + 1;
}

/** A text inside quotes of Basic, in letters that its code page has. */
function basicText(text: string): string {
  return text.replaceAll('"', '""').replaceAll('’', "'").replaceAll('\u202f', '\u00a0');
}

/** What each column of each sheet means, with its unit. */
function columnsSheet(language: Language): TemplateSheet {
  const words = (key: string) => translate(language, `workbook.columns.${key}`);
  const headings = ['ofSheet', 'column', 'meaning'].map((key, place) =>
    textCell(`${'ABC'[place]}1`, HEADING_STYLE, words(key)),
  );
  const lines = visitTables.flatMap(({ table, columns }) =>
    columns.map(({ field }) => [
      visitText(language, `sheet.${table}`),
      visitHeading(language, field),
      visitText(language, `meaning.${field}`),
    ]),
  );
  const rows = lines.map(([sheet, column, meaning], index) => {
    const row = index + 2;
    const cells = [
      textCell(`A${row}`, styleOf.text, sheet!),
      textCell(`B${row}`, styleOf.text, column!),
      textCell(`C${row}`, LINES_STYLE, meaning!),
    ];
    const high = linesOf(meaning!, { wide: MEANING_WIDTH }) * LINE_POINTS;
    return `<row r="${row}" ht="${high}" customHeight="1">${cells.join('')}</row>`;
  });
  return {
    name: words('sheet'),
    codeName: 'shColumns',
    shapes: [],
    charts: [],
    names: [],
    headingRow: 1,
    xml: sheetXml({
      codeName: 'shColumns',
      frozenRows: 1,
      widths: [24, 32, MEANING_WIDTH],
      rows: [`<row r="1">${headings.join('')}</row>`, ...rows],
      orientation: 'landscape',
      pageOf: translate(language, 'workbook.pageOf'),
      hasShapes: false,
      hasTable: false,
    }),
  };
}
