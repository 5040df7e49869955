import { setImmediate as rest } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import type { CallListAnswer } from '../answers/portfolio-customers.ts';
import { type Language, translate } from '../words/messages.ts';
import { callListHeadings, callListLines } from './call-list-lines.ts';

/** Rows written before others get a turn. */
const ROWS_AT_ONCE = 500;

/** The call list as a workbook. Every cell is a typed text or number, so none is taken for a formula. */
export async function callListWorkbook(list: CallListAnswer, language: Language): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(translate(language, 'callList.sheet'), {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  const headings = callListHeadings(language);
  sheet.columns = headings.map(({ heading, width, format }) => ({
    header: heading,
    width,
    style: format ? { numFmt: format } : {},
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: headings.length } };
  let rows = 0;
  for (const line of callListLines(list)) {
    sheet.addRow(line);
    if (++rows % ROWS_AT_ONCE === 0) await rest();
  }
  return new Uint8Array(await book.xlsx.writeBuffer());
}
