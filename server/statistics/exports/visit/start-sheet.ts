import type { Language } from '#shared/languages.ts';
import { translate } from '../../../platform/i18n/messages.ts';
import {
  LABEL_STYLE,
  LINES_STYLE,
  lineStyleOf,
  styleOf,
  TITLE_STYLE,
} from '../../../workbooks/writing/styles.ts';
import { quotedSheet } from '../../../workbooks/writing/workbook.ts';
import type { Chart } from './chart.ts';
import { visitFacts, visitFigures, visitOrigins, visitText } from './layout.ts';
import { emptyCell, sheetXml, type TemplateSheet, textCell } from './template-sheet.ts';

const VALUE_WIDTH = 26;
const NOTE_WIDTH = 18;

/** Above the chart the name of the customer has the whole width. */
const CHART_TOP = 2;
const CHART_ROWS = 16;
const BUTTON_TOP = CHART_TOP + CHART_ROWS + 1;
const FIRST_NOTE = BUTTON_TOP + 4;
const notes = ['about', 'filters', 'order', 'macros', 'enable', 'blocked'] as const;

/** The overview: whose statistic, of when, its figures with a chart, and how the workbook is used. */
export function startSheet(language: Language): TemplateSheet {
  const name = visitText(language, 'sheet.start');
  const rows = new Map<number, string[]>();
  const names: [string, string][] = [];
  let row = 1;
  const put = (cell: string) => rows.set(row, [...(rows.get(row) ?? []), cell]);
  put(textCell('A1', TITLE_STYLE, visitText(language, 'title')));
  for (const fact of visitFacts) {
    const isDay = fact.endsWith('Date') || fact === 'createdOn';
    line(fact, isDay ? lineStyleOf.date : styleOf.text);
  }
  row++;
  heading('origins');
  const firstOrigin = row + 1;
  for (const origin of visitOrigins) line(origin, styleOf.chf);
  const lastOrigin = row;
  row++;
  heading('figures');
  for (const { name: figure, kind } of visitFigures) line(figure, styleOf[kind]);

  const merged: string[] = [];
  for (const [index, note] of notes.entries()) {
    // A note has two lines, whatever stands beside it.
    const at = FIRST_NOTE + 2 * index;
    const text = visitText(language, `note.${note}`);
    rows.set(at, [...(rows.get(at) ?? []), textCell(`D${at}`, LINES_STYLE, text)]);
    merged.push(`D${at}:H${at + 1}`);
  }
  const labels = [...visitFacts, ...visitOrigins, ...visitFigures.map(({ name }) => name)].map((field) =>
    labelOf(field),
  );
  const range = (column: string) => `${quotedSheet(name)}!$${column}$${firstOrigin}:$${column}$${lastOrigin}`;
  const chart: Chart = {
    kind: 'shares',
    title: visitText(language, 'chart.origins'),
    categories: range('A'),
    values: range('B'),
  };
  return {
    name,
    codeName: 'shStart',
    names,
    charts: [chart],
    shapes: [
      { kind: 'chart', name: chart.title, column: 3, row: CHART_TOP, columns: 5, rows: CHART_ROWS },
      {
        kind: 'button',
        macro: 'FillOrder',
        text: visitText(language, 'button.fillOrder'),
        column: 3,
        row: BUTTON_TOP,
        columns: 2,
        rows: 2,
      },
      {
        kind: 'button',
        macro: 'PrintVisit',
        text: visitText(language, 'button.print'),
        column: 6,
        row: BUTTON_TOP,
        columns: 2,
        rows: 2,
      },
    ],
    xml: sheetXml({
      codeName: 'shStart',
      isFirst: true,
      widths: [
        Math.max(...labels.map(({ length }) => length)) + 2,
        VALUE_WIDTH,
        4,
        NOTE_WIDTH,
        NOTE_WIDTH,
        NOTE_WIDTH,
        NOTE_WIDTH,
        NOTE_WIDTH,
      ],
      rows: [...rows]
        .sort(([a], [b]) => a - b)
        .map(([at, cells]) => `<row r="${at}">${cells.join('')}</row>`),
      merged,
      orientation: 'landscape',
      pageOf: translate(language, 'workbook.pageOf'),
      hasShapes: true,
      hasTable: false,
    }),
  };

  function line(field: string, style: number): void {
    row++;
    names.push([field, `B${row}`]);
    put(textCell(`A${row}`, LABEL_STYLE, labelOf(field)));
    put(emptyCell(`B${row}`, style));
  }

  function labelOf(field: string): string {
    const isFact = (visitFacts as readonly string[]).includes(field);
    return isFact ? visitText(language, `fact.${field}`) : translate(language, `figures.${field}.alone`);
  }

  function heading(key: string): void {
    row++;
    put(textCell(`A${row}`, TITLE_STYLE, visitText(language, `heading.${key}`)));
  }
}
