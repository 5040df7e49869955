import { columnLetters } from '#shared/column-letters.ts';
import { ean13Picture } from '../barcodes/ean13-picture.ts';
import { cellWriter } from './cells.ts';
import { columnWidths, headingLines, linesOf, printedColumns } from './column-widths.ts';
import { BARCODE_ROW_POINTS, type Picture } from './drawing.ts';
import {
  FIGURE_HEADING_STYLE,
  HEADING_STYLE,
  isFigure,
  LABEL_STYLE,
  LINES_STYLE,
  styleOf,
  TITLE_STYLE,
} from './styles.ts';
import type { Row, Sheet, SheetColumn } from './workbook.ts';
import { xmlText } from './xml.ts';
import { type Deflated, deflated } from './zip.ts';

/** A written sheet: its part in pieces, and related facts. */
export type WrittenSheet = {
  pieces: (Uint8Array | Deflated)[];
  rowCount: number;
  /** Number of printed columns. */
  printed: number;
  pictures: (Picture & { png: Uint8Array })[];
};

const LINE_POINTS = 15;
/** Highest row in points. */
const MOST_POINTS = 409;
/** Rows of a sheet. */
const MOST_ROWS = 1_048_576;
const PIECE_CHARACTERS = 128 * 1024;

/** Writes a sheet whose rows come in batches. */
export async function writeSheet(
  sheet: Sheet<unknown>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { pageOf, moreColumns, isFirst }: { pageOf: string; moreColumns: string; isFirst: boolean },
): Promise<WrittenSheet> {
  const { columns, form = 'list' } = sheet;
  const isPage = form === 'page';
  const letters = columns.map((_, place) => columnLetters(place));
  const writers = columns.map((column, place) =>
    cellWriter(column, letters[place]!, textStyle(column, isPage, place)),
  );
  const breaks = columns.map(({ wide }) => isPage || Boolean(wide));
  const barcodes = columns.flatMap(({ kind, instead }, place) =>
    kind === 'barcode' ? [{ place, instead }] : [],
  );
  const pictures: WrittenSheet['pictures'] = [];
  const pieces: Deflated[] = [];
  let text = '';
  let rowCount = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      text += rowXml(row, rowCount++);
      if (text.length < PIECE_CHARACTERS) continue;
      pieces.push(deflated(Buffer.from(text)));
      text = '';
    }
  }
  if (sheet.totals) text += rowXml(sheet.totals, rowCount);
  const written = rowCount + (sheet.totals ? 1 : 0);
  const widths = columnWidths(
    columns,
    writers.map((writer) => writer.widest()),
    isPage,
  );
  const start = startXml(sheet, widths, { rowCount: written, isFirst, withBarcodes: barcodes.length > 0 });
  const printed = form === 'list' ? printedColumns(columns, widths) : columns.length;
  const end = endXml(sheet, {
    rowCount,
    footer: `${printed < columns.length ? `&L${moreColumns}` : ''}&R${pageOf}`,
    withBarcodes: barcodes.length > 0,
    withPictures: pictures.length > 0,
  });
  return { pieces: [Buffer.from(start), ...pieces, Buffer.from(text + end)], rowCount, printed, pictures };

  /** `index` counts rows below the headings. */
  function rowXml(row: Row, index: number): string {
    const number = index + 2;
    let isHigh = false;
    let lines = 1;
    let cells = '';
    for (let place = 0; place < writers.length; place++) {
      let value = row[place];
      const barcode = barcodes.find((each) => each.place === place);
      if (barcode) {
        const png = ean13Picture(typeof value === 'string' ? value : null);
        if (png) {
          pictures.push({ row: index + 1, column: place, title: `EAN ${value}`, png });
          isHigh = true;
          continue;
        }
        value = barcode.instead === undefined ? value : row[barcode.instead];
      }
      if (breaks[place] && typeof value === 'string') {
        lines = Math.max(lines, linesOf(value, columns[place]!));
      }
      cells += writers[place]!.write(value, number);
    }
    const points = isHigh
      ? BARCODE_ROW_POINTS
      : lines > 1
        ? Math.min(lines * LINE_POINTS, MOST_POINTS)
        : null;
    const height = points === null ? '' : ` ht="${points}" customHeight="1"`;
    return `<row r="${number}"${height}>${cells}</row>`;
  }
}

/** On a page the first column has labels, the others lines of text. */
function textStyle({ wide }: SheetColumn, isPage: boolean, place: number): number {
  if (isPage && place === 0) return LABEL_STYLE;
  return isPage || wide ? LINES_STYLE : styleOf.text;
}

type Shape = { rowCount: number; withBarcodes: boolean };

function startXml(
  { columns, form = 'list' }: Sheet<unknown>,
  widths: readonly number[],
  { rowCount, isFirst, withBarcodes }: Shape & { isFirst: boolean },
): string {
  const isPage = form === 'page';
  const fit = withBarcodes ? '' : '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const selected = isFirst ? ' tabSelected="1"' : '';
  const view = isPage
    ? `<sheetView${selected} showGridLines="0" workbookViewId="0"/>`
    : `<sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView>`;
  const cols = widths.map((width, place) => {
    const format = form === 'input' ? ` style="${styleOf[columns[place]!.kind]}"` : '';
    return `<col min="${place + 1}" max="${place + 1}" width="${width}"${format} customWidth="1"/>`;
  });
  // Lines of the tallest heading.
  const lines = Math.max(...columns.map((column, place) => headingLines(column, widths[place]!)));
  const high = isPage ? '' : ` ht="${Math.min(lines, 4) * LINE_POINTS}" customHeight="1"`;
  const headings = columns.map(({ heading, kind }, place) => {
    const ofList = isFigure(kind) ? FIGURE_HEADING_STYLE : HEADING_STYLE;
    const style = !isPage ? ofList : place === 0 ? TITLE_STYLE : LABEL_STYLE;
    return (
      heading &&
      `<c r="${columnLetters(place)}1" s="${style}" t="inlineStr"><is><t>${xmlText(heading)}</t></is></c>`
    );
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${fit}<dimension ref="${extent(columns, rowCount)}"/><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1"${high}>${headings.join('')}</row>`;
}

function endXml(
  { name, columns, totals, form = 'list' }: Sheet<unknown>,
  { rowCount, footer, withBarcodes, withPictures }: Shape & { footer: string; withPictures: boolean },
): string {
  const isPage = form === 'page';
  const filter = form === 'list' ? `<autoFilter ref="${extent(columns, rowCount)}"/>` : '';
  const texts = extent(columns, form === 'input' ? MOST_ROWS - 1 : rowCount + (totals ? 1 : 0));
  // A barcode that is scaled down cannot be scanned.
  const size = withBarcodes ? 'scale="100"' : 'fitToWidth="1" fitToHeight="0"';
  const orientation = isPage ? 'portrait' : 'landscape';
  const header = `&amp;L${xmlText(name.replaceAll('&', '&&'))}`;
  return `</sheetData>${filter}<pageMargins left="0.25" right="0.25" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" ${size} orientation="${orientation}"/><headerFooter><oddHeader>${header}</oddHeader><oddFooter>${xmlText(footer)}</oddFooter></headerFooter><ignoredErrors><ignoredError sqref="${texts}" numberStoredAsText="1"/></ignoredErrors>${withPictures ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
}

function extent(columns: readonly SheetColumn[], rowCount: number): string {
  return `A1:${columnLetters(columns.length - 1)}${rowCount + 1}`;
}
