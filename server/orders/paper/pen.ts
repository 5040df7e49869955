import { withoutBidiControls } from '#shared/plain-text.ts';
import { ean13Path, NOMINAL_HEIGHT_MM } from '../../workbooks/barcodes/ean13.ts';
import type { Typeface, Weight } from './typeface.ts';

export const POINTS_PER_MM = 72 / 25.4;
/** Edges of what is printed, in millimetres from the left of a page. */
export const LEFT = 12;
export const RIGHT = 198;
export const GREY = '#5f6b7c';
const BLACK = '#111418';
/** From the top of a line of text to its baseline is the typeface's affair; from line to line this many times its size. */
const LEADING = 1.36;

/** What the renderer lends to draw on a page, in points from the top left; every call gives it back. */
export type Painter = {
  font(file: unknown): Painter;
  fontSize(points: number): Painter;
  fillColor(color: string): Painter;
  text(text: string, x: number, y: number, options: { lineBreak: false }): Painter;
  rect(x: number, y: number, width: number, height: number): Painter;
  fill(color: string): Painter;
  path(d: string): Painter;
  save(): Painter;
  restore(): Painter;
  translate(x: number, y: number): Painter;
  scale(x: number, y: number): Painter;
};

export type TextStyle = { size?: number; weight?: Weight; color?: string; right?: boolean };

/** Draws on a page, in millimetres from its top left. */
export type Pen = {
  /** One line; `right`: that ends at `x`. */
  text(text: string, x: number, y: number, style?: TextStyle): void;
  /** Lines one below the other. */
  lines(lines: readonly string[], x: number, y: number, style?: TextStyle): void;
  band(x: number, y: number, width: number, height: number, color: string): void;
  /** What the `d` of an SVG path in millimetres encloses, its origin at `x` and `y`. */
  shape(d: string, x: number, y: number, color: string): void;
  /** An EAN-13 of nominal width, and height unless another is given, with its quiet zones. Gives false, and draws nothing, where there is none. */
  barcode(gtin: string, x: number, y: number, height?: number): boolean;
};

export const TEXT_POINTS = 8;

/** Millimetres from line to line. */
export function lineHeight(points = TEXT_POINTS): number {
  return (points * LEADING) / POINTS_PER_MM;
}

/** As the typeface can show it: blanks of all widths are its own two, and what steers lines or terminals is one. */
export function printed(text: string): string {
  return withoutBidiControls(text)
    .normalize('NFC')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll('\u2011', '-')
    .replace(/(?:(?!\u00a0)[\s\p{Cc}])+/gu, ' ')
    .trim();
}

export function penOn(painter: Painter, typeface: Typeface): Pen {
  const pen: Pen = {
    text(written, x, y, { size = TEXT_POINTS, weight = 'regular', color = BLACK, right = false } = {}) {
      const text = typeface.shown(written);
      if (text === '') return;
      const left = right ? x - typeface.widthOf(text, size, weight) : x;
      painter.font(typeface.file(weight)).fontSize(size).fillColor(color);
      painter.text(text, left * POINTS_PER_MM, y * POINTS_PER_MM, { lineBreak: false });
    },
    lines(lines, x, y, style = {}) {
      for (const [place, line] of lines.entries())
        pen.text(line, x, y + place * lineHeight(style.size), style);
    },
    band(x, y, width, height, color) {
      painter
        .rect(x * POINTS_PER_MM, y * POINTS_PER_MM, width * POINTS_PER_MM, height * POINTS_PER_MM)
        .fill(color);
    },
    shape(d, x, y, color) {
      painter
        .save()
        .translate(x * POINTS_PER_MM, y * POINTS_PER_MM)
        .scale(POINTS_PER_MM, POINTS_PER_MM)
        .path(d)
        .fill(color)
        .restore();
    },
    barcode(gtin, x, y, height = NOMINAL_HEIGHT_MM) {
      const drawn = ean13Path(gtin, { height });
      if (!drawn) return false;
      pen.shape(drawn.d, x, y, 'black');
      return true;
    },
  };
  return pen;
}
