import { PassThrough } from 'node:stream';
import ExcelJS from 'exceljs';
import { ean13Picture, PICTURE_EMU } from '#server/workbooks/barcodes/ean13-picture.ts';
import { arrowRows } from '#server/workbooks/writing/arrow-rows.ts';
import type { ArrowRows, Cell, Sheet } from '#server/workbooks/writing/workbook.ts';

/** Another way to write a list; gives the size of the file in bytes. */
export type Rival = { name: string; pictures: boolean; write(list: Sheet<ArrowRows>): Promise<number> };

const EMU_PER_PIXEL = 9525;
const formats: Record<string, string> = {
  text: '@',
  integer: '#,##0',
  packs: '#,##0.00',
  factor: '0.00##',
  chf: '#,##0.00',
  date: 'dd.mm.yyyy',
};

/** exceljs, on the rows that ours reads. */
export const rivals: Rival[] = [
  {
    name: 'exceljs, streaming',
    pictures: false,
    async write(list) {
      const stream = new PassThrough();
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
      const sheet = book.addWorksheet('Liste', { views: [{ state: 'frozen', ySplit: 1 }] });
      sheet.columns = columnsOf(list);
      for (const row of rowsOf(list)) sheet.addRow(row).commit();
      sheet.commit();
      await book.commit();
      return size;
    },
  },
  {
    name: 'exceljs, in memory',
    pictures: true,
    async write(list) {
      const book = new ExcelJS.Workbook();
      const sheet = book.addWorksheet('Liste', { views: [{ state: 'frozen', ySplit: 1 }] });
      sheet.columns = columnsOf(list);
      const barcode = list.columns.findIndex(({ kind }) => kind === 'barcode');
      for (const row of rowsOf(list)) {
        const added = sheet.addRow(row);
        const png = barcode >= 0 && ean13Picture(row[barcode] as string | null);
        if (!png) continue;
        added.height = 72;
        sheet.addImage(book.addImage({ buffer: Buffer.from(png) as never, extension: 'png' }), {
          tl: { col: barcode, row: added.number - 1 },
          ext: { width: PICTURE_EMU.width / EMU_PER_PIXEL, height: PICTURE_EMU.height / EMU_PER_PIXEL },
        });
      }
      return (await book.xlsx.writeBuffer()).byteLength;
    },
  },
];

function columnsOf({ columns }: Sheet<ArrowRows>): Partial<ExcelJS.Column>[] {
  return columns.map(({ heading, kind }) => ({
    header: heading,
    width: 20,
    style: { numFmt: formats[kind] ?? '@' },
  }));
}

/** The rows with words and dates as ours writes them. */
function* rowsOf({ columns, rows }: Sheet<ArrowRows>): Generator<(Cell | Date)[]> {
  for (const batch of arrowRows(rows).batches) {
    for (const row of batch) {
      yield row.map((given, place) => {
        const { kind, words } = columns[place]!;
        const value = typeof given === 'object' && given !== null ? given.weekOf : given;
        if (words && value !== null) return words[String(value)] ?? value;
        return kind === 'date' && typeof value === 'string' && /^\d{4}-/.test(value)
          ? new Date(value)
          : value;
      });
    }
  }
}
