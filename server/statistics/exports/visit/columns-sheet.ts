import { type Language, translate } from '../../../platform/i18n/messages.ts';
import { HEADING_STYLE, LINES_STYLE, styleOf } from '../../../workbooks/writing/styles.ts';
import { visitTables } from './layout.ts';
import { sheetXml, type TemplateSheet, textCell } from './template-sheet.ts';
import { visitHeading, visitText } from './visit-text.ts';

/** What each column of each sheet means, with its unit. */
export function columnsSheet(language: Language): TemplateSheet {
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
    return `<row r="${row}">${cells.join('')}</row>`;
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
      widths: [24, 32, 90],
      rows: [`<row r="1">${headings.join('')}</row>`, ...rows],
      orientation: 'landscape',
      pageOf: translate(language, 'workbook.pageOf'),
      hasShapes: false,
      hasTable: false,
    }),
  };
}
