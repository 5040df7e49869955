import ExcelJS from 'exceljs';
import type { ImportReport } from '../answers/import-report.ts';
import { type Language, translate } from '../words/messages.ts';

/**
 * A workbook of the rows that were not imported or not matched: row number in the original file, what is wrong, and
 * the values. Every cell is a typed text or number, so none is taken for a formula. At most what the report lists.
 */
export async function problemRowsWorkbook(
  report: Pick<ImportReport, 'skipped' | 'unmatched' | 'totalRows'>,
  language: Language,
): Promise<Buffer> {
  const words = (key: string) => translate(language, `problems.${key}`);
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(words('sheet'), { views: [{ state: 'frozen', ySplit: 1 }] });
  const rows = [
    ...report.skipped.rows.map(({ row, reason, values }) => ({
      row,
      problem: translate(language, `import.reasons.${reason}`),
      values,
    })),
    ...report.unmatched.rows.map(({ row, gtin, pharmacode, description, quantity }) => ({
      row,
      problem: words('unmatched'),
      values: [gtin ?? '', pharmacode ?? '', description ?? '', String(quantity)],
    })),
    ...report.totalRows.map(({ row, values }) => ({ row, problem: words('total'), values })),
  ].sort((a, b) => a.row - b.row);
  const width = Math.max(1, ...rows.map(({ values }) => values.length));
  sheet.addRow([words('row'), words('problem'), words('values')]);
  sheet.getRow(1).font = { bold: true };
  for (const { row, problem, values } of rows) sheet.addRow([row, problem, ...values]);
  sheet.getColumn(1).width = 8;
  sheet.getColumn(2).width = 60;
  for (let column = 3; column < 3 + width; column++) sheet.getColumn(column).width = 24;
  sheet.getColumn(2).alignment = { wrapText: true, vertical: 'top' };
  return Buffer.from(await book.xlsx.writeBuffer());
}
