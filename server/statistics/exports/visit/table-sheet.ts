import { columnLetters } from '#shared/column-letters.ts';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../../platform/i18n/messages.ts';
import { ARROW, readableColumns } from '../../../workbooks/writing/column-widths.ts';
import {
  FIGURE_HEADING_STYLE,
  HEADING_STYLE,
  INPUT_STYLE,
  isFigure,
  LABEL_STYLE,
  LINES_STYLE,
  styleOf,
  TITLE_STYLE,
} from '../../../workbooks/writing/styles.ts';
import type { CellKind } from '../../../workbooks/writing/workbook.ts';
import { quotedSheet } from '../../../workbooks/writing/workbook.ts';
import { xmlText } from '../../../workbooks/writing/xml.ts';
import type { Chart, Shape } from './chart.ts';
import type { VisitColumn, VisitTable } from './layout.ts';
import { visitHeading, visitText } from './layout.ts';
import { emptyCell, sheetXml, type TemplateSheet, textCell } from './template-sheet.ts';

/** Bars of a chart: the first rows of its sheet, the largest when nobody has sorted it. */
const BARS = 10;

/** Characters that a column of each kind takes at least. */
const widths: Partial<Record<CellKind, number>> = { text: 16, integer: 12, packs: 12, chf: 17, date: 14 };

/** What bold letters take more, in characters. */
const BOLD = 2;

/** What charts show of a table. */
const charted: Partial<Record<string, string>> = {
  AtcGroups: 'efPreisSum',
  Manufacturers: 'efPreisSum',
  Molecules: 'efPreisSum',
  Potential: 'turnoverPotentialSum',
};

const buttons: Partial<Record<string, readonly (readonly [macro: string, text: string])[]>> = {
  Products: [['FillOrder', 'fillOrder']],
  Molecules: [['FilterToMolecule', 'filterToMolecule']],
};

/** A sheet with a table, its headings and a first row that says how the others look; charts and buttons beside it. */
export function tableSheet(table: VisitTable, language: Language): TemplateSheet {
  const { columns, headingRow, codeName } = table;
  const name = visitText(language, `sheet.${table.table}`);
  const heading = (field: string) => visitHeading(language, field);
  const end = columnLetters(columns.length - 1);
  const columnWidths = columns.map(({ field, kind, width }) =>
    Math.max(width ?? widths[kind]!, wordsWidth(heading(field))),
  );
  const isOrder = table.table === 'Proposal';
  const charts = chartsOf(table, name, language);
  const shapes: Shape[] = [
    ...(buttons[table.table] ?? []).map(([macro, text], index) => ({
      kind: 'button' as const,
      macro,
      text: visitText(language, `button.${text}`),
      column: columns.length + 1,
      row: headingRow + index * 3,
      columns: 3,
      rows: 2,
    })),
    ...charts.map(({ title }) => ({
      kind: 'chart' as const,
      name: title,
      column: columns.length + 1,
      row: headingRow + (buttons[table.table] ? 3 : 0),
      columns: 9,
      rows: 22,
    })),
  ];
  const formulaOf = ({ formula }: VisitColumn) =>
    formula?.replace(/\[(\w+)\]/g, (_, field: string) => `${table.table}[[#This Row],[${heading(field)}]]`);
  const headings = columns.map(({ field, kind }, place) =>
    textCell(
      `${columnLetters(place)}${headingRow}`,
      isFigure(kind) ? FIGURE_HEADING_STYLE : HEADING_STYLE,
      heading(field),
    ),
  );
  const first = headingRow + 1;
  const sample = columns.map((column, place) => {
    const reference = `${columnLetters(place)}${first}`;
    const formula = formulaOf(column);
    const style = column.input ? INPUT_STYLE : styleOf[column.kind];
    return formula
      ? `<c r="${reference}" s="${style}"><f>${xmlText(formula)}</f></c>`
      : emptyCell(reference, style);
  });
  const input = columns.findIndex((column) => column.input);
  return {
    name,
    codeName,
    headingRow,
    printedColumns: columnLetters(readableColumns(columnWidths) - 1),
    charts,
    shapes,
    names: isOrder
      ? [
          ['orderCustomer', 'A2'],
          ['orderPeriod', 'A3'],
          ['orderPacks', 'B4'],
          ['orderTotal', 'B5'],
        ]
      : [],
    table: { xml: (id) => tableXml(table, id, `A${headingRow}:${end}${first}`, heading, formulaOf) },
    xml: sheetXml({
      codeName,
      frozenRows: headingRow,
      widths: columnWidths,
      rows: [
        ...(isOrder ? orderHead(language, heading('packs'), heading('total')) : []),
        `<row r="${headingRow}" ht="30" customHeight="1">${headings.join('')}</row>`,
        `<row r="${first}">${sample.join('')}</row>`,
      ],
      ...(input < 0
        ? {}
        : {
            validations: packsOnly(
              `${columnLetters(input)}${first}:${columnLetters(input)}1048576`,
              language,
            ),
          }),
      orientation: 'landscape',
      pageOf: translate(language, 'workbook.pageOf'),
      hasShapes: shapes.length > 0,
      hasTable: true,
    }),
  };
}

/** What the longest word of a heading takes, in bold, beside the arrow of its filter. */
function wordsWidth(heading: string): number {
  return Math.max(...heading.split(/\s/).map((word) => word.length)) + ARROW + BOLD;
}

function chartsOf({ table, columns }: VisitTable, sheet: string, language: Language): Chart[] {
  const field = charted[table];
  if (!field) return [];
  const letters = columnLetters(columns.findIndex((column) => column.field === field));
  const range = (column: string) => `${quotedSheet(sheet)}!$${column}$2:$${column}$${BARS + 1}`;
  return [
    {
      kind: 'bars',
      title: visitText(language, `chart.${table}`),
      categories: range('A'),
      values: range(letters),
    },
  ];
}

function orderHead(language: Language, packs: string, total: string): string[] {
  const sum = (heading: string) => `<f>SUM(Proposal[${xmlText(heading)}])</f>`;
  return [
    `<row r="1" ht="22" customHeight="1">${textCell('A1', TITLE_STYLE, visitText(language, 'orderTitle'))}</row>`,
    `<row r="2" ht="22" customHeight="1">${emptyCell('A2', TITLE_STYLE)}</row>`,
    `<row r="3">${emptyCell('A3', LINES_STYLE)}</row>`,
    `<row r="4">${textCell('A4', LABEL_STYLE, visitText(language, 'orderPacks'))}<c r="B4" s="${styleOf.integer}">${sum(packs)}</c></row>`,
    `<row r="5">${textCell('A5', LABEL_STYLE, visitText(language, 'orderTotal'))}<c r="B5" s="${styleOf.chf}">${sum(total)}</c></row>`,
  ];
}

function tableXml(
  { table, columns }: VisitTable,
  id: number,
  reference: string,
  heading: (field: string) => string,
  formulaOf: (column: VisitColumn) => string | undefined,
): string {
  const each = columns.map((column, index) => {
    const formula = formulaOf(column);
    const start = `<tableColumn id="${index + 1}" name="${xmlText(heading(column.field))}"`;
    return formula
      ? `${start}><calculatedColumnFormula>${xmlText(formula)}</calculatedColumnFormula></tableColumn>`
      : `${start}/>`;
  });
  return `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="${id}" name="${table}" displayName="${table}" ref="${reference}" totalsRowShown="0"><autoFilter ref="${reference}"/><tableColumns count="${columns.length}">${each.join('')}</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}

function packsOnly(cells: string, language: Language): string {
  const message = xmlText(visitText(language, 'packsOnly'));
  return `<dataValidations count="1"><dataValidation type="decimal" operator="greaterThanOrEqual" allowBlank="1" showErrorMessage="1" error="${message}" sqref="${cells}"><formula1>0</formula1></dataValidation></dataValidations>`;
}
