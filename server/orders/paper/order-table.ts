import type { OrderContent } from '#shared/schemas/order.ts';
import { chf, count } from '../../platform/i18n/swiss.ts';
import { NOMINAL_HEIGHT_MM } from '../../workbooks/barcodes/ean13.ts';
import { nameWithPack } from './order-form.ts';
import { GREY, LEFT, lineHeight, type Pen, printed, RIGHT, TEXT_POINTS } from './pen.ts';
import type { Typeface } from './typeface.ts';

type OrderRow = OrderContent['rows'][number];

export const HEAD_HEIGHT = 6.5;
const HEAD_POINTS = 7.5;
const NOTE_POINTS = 7;
const MOST_LINES = 12;
/** Padding above and below a row. */
const ROOM = 1.2;

/** Left edges of columns; `…End`: right edges of numbers. */
const places = {
  Barcode: { barcode: LEFT + 7, name: LEFT + 47, nameWidth: 74, packsEnd: 148, priceEnd: 170 },
  TransferOrder: {
    pharmacode: LEFT + 8,
    gtin: LEFT + 28,
    name: LEFT + 53,
    nameWidth: 68,
    packsEnd: 148,
    priceEnd: 170,
  },
} as const;

export type TableWords = Record<
  'product' | 'packs' | 'price' | 'total' | 'noBarcode' | 'pharmacode',
  string
> & {
  /** A note below the row. */
  noteOf(row: OrderRow): string | null;
};
export type LaidRow = { row: OrderRow; number: number; height: number; draw(pen: Pen, top: number): void };
export type Table = { rows: LaidRow[]; drawHead(pen: Pen, top: number): void };

/** The printed rows of an order: with an EAN-13 each for `Barcode`, compact for `TransferOrder`. */
export function orderTable(content: OrderContent, words: TableWords, typeface: Typeface): Table {
  const lay = content.deliveryType === 'Barcode' ? withBarcode : compact;
  const rows = content.rows.map((row, index) => lay(row, index + 1));
  return { rows, drawHead };

  function drawHead(pen: Pen, top: number): void {
    pen.band(LEFT, top, RIGHT - LEFT, HEAD_HEIGHT, '#e5e8eb');
    const head = { size: HEAD_POINTS, weight: 'bold' } as const;
    const y = top + 1.3;
    const { name, packsEnd, priceEnd } = places[content.deliveryType];
    if (content.deliveryType === 'Barcode') pen.text('EAN-13', places.Barcode.barcode + 3.6, y, head);
    else {
      pen.text(words.pharmacode, places.TransferOrder.pharmacode, y, head);
      pen.text('GTIN', places.TransferOrder.gtin, y, head);
    }
    pen.text(words.product, name, y, head);
    pen.text(words.packs, packsEnd, y, { ...head, right: true });
    pen.text(words.price, priceEnd, y, { ...head, right: true });
    pen.text(words.total, RIGHT - 1, y, { ...head, right: true });
  }

  function withBarcode(row: OrderRow, number: number): LaidRow {
    const at = places.Barcode;
    const name = cut(typeface.linesOf(printed(nameWithPack(row)), at.nameWidth, TEXT_POINTS + 1, 'bold'));
    const codes = [
      `GTIN ${printed(row.gtin)}`,
      ...(row.pharmacode ? [`${words.pharmacode} ${printed(row.pharmacode)}`] : []),
    ];
    const facts = [codes.join(' · '), row.manufacturer ?? ''].flatMap((text) =>
      text ? typeface.linesOf(printed(text), at.nameWidth, TEXT_POINTS) : [],
    );
    const note = noteLines(row, at.nameWidth);
    const nameHeight = name.length * lineHeight(TEXT_POINTS + 1);
    const factsHeight = facts.length * lineHeight();
    const besides = nameHeight + factsHeight + note.length * lineHeight();
    const height = Math.max(NOMINAL_HEIGHT_MM, besides + 1) + 2 * ROOM;
    return { row, number, height, draw };

    function draw(pen: Pen, top: number): void {
      const y = top + ROOM;
      pen.text(String(number), LEFT + 6, y, { right: true, color: GREY });
      if (!pen.barcode(row.gtin, at.barcode, y)) {
        pen.lines(typeface.linesOf(words.noBarcode, 33, NOTE_POINTS), at.barcode + 3.6, y, {
          size: NOTE_POINTS,
          color: GREY,
        });
      }
      pen.lines(name, at.name, y, { size: TEXT_POINTS + 1, weight: 'bold' });
      pen.lines(facts, at.name, y + nameHeight + 0.6);
      pen.lines(note, at.name, y + nameHeight + 0.6 + factsHeight, { weight: 'bold' });
      drawFigures(pen, row, y, TEXT_POINTS + 1);
      underline(pen, top + height);
    }
  }

  function compact(row: OrderRow, number: number): LaidRow {
    const at = places.TransferOrder;
    const name = cut(typeface.linesOf(printed(nameWithPack(row)), at.nameWidth, TEXT_POINTS));
    const gtin = typeface.linesOf(printed(row.gtin), at.name - at.gtin - 1, TEXT_POINTS);
    const note = noteLines(row, at.nameWidth);
    const height = Math.max(name.length + note.length, gtin.length) * lineHeight() + 2 * ROOM;
    return { row, number, height, draw };

    function draw(pen: Pen, top: number): void {
      const y = top + ROOM;
      pen.text(String(number), LEFT + 6, y, { right: true, color: GREY });
      pen.text(printed(row.pharmacode ?? ''), at.pharmacode, y);
      pen.lines(gtin, at.gtin, y);
      pen.lines(name, at.name, y);
      pen.lines(note, at.name, y + name.length * lineHeight(), { weight: 'bold' });
      drawFigures(pen, row, y, TEXT_POINTS);
      underline(pen, top + height);
    }
  }

  function noteLines(row: OrderRow, width: number): string[] {
    const note = words.noteOf(row);
    return note === null ? [] : typeface.linesOf(printed(note), width, TEXT_POINTS, 'bold');
  }

  function drawFigures(pen: Pen, row: OrderRow, y: number, size: number): void {
    const { packsEnd, priceEnd } = places[content.deliveryType];
    pen.text(count(row.packs), packsEnd, y, { right: true, weight: 'bold', size });
    pen.text(chf(row.exFactoryPrice), priceEnd, y, { right: true, size });
    pen.text(chf(row.lineTotal), RIGHT - 1, y, { right: true, size });
  }
}

/** Very long names are cut with an ellipsis; the GTIN identifies the product. */
function cut(lines: string[]): string[] {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]!.slice(0, -1)}…`];
}

function underline(pen: Pen, y: number): void {
  pen.band(LEFT, y - 0.1, RIGHT - LEFT, 0.1, '#c5cbd3');
}
