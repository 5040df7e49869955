import { withoutBidiControls } from '#shared/plain-text.ts';
import { ean13Path, NOMINAL_HEIGHT_MM } from '../../workbooks/barcodes/ean13.ts';
import type { Typeface, Weight } from './typeface.ts';

export const POINTS_PER_MM = 72 / 25.4;
/** Margins of a page, in millimetres from the left. */
export const LEFT = 12;
export const RIGHT = 198;
export const GREY = '#5f6b7c';
const BLACK = '#111418';
/** Line spacing as a multiple of the size; the baseline within a line is the typeface's. */
const LEADING = 1.36;

/** The renderer's drawing interface, in points from the top left; every call returns it. */
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
  /** One line; `right`: right-aligned at `x`. */
  text(text: string, x: number, y: number, style?: TextStyle): void;
  /** Lines one below the other. */
  lines(lines: readonly string[], x: number, y: number, style?: TextStyle): void;
  band(x: number, y: number, width: number, height: number, color: string): void;
  /** Fills an SVG path (`d` in millimetres) with its origin at `x` and `y`. */
  shape(d: string, x: number, y: number, color: string): void;
  /**
   * An EAN-13 of nominal width, by default of nominal height, with its quiet zones. Returns false, and draws nothing, for
   * an invalid GTIN.
   */
  barcode(gtin: string, x: number, y: number, height?: number): boolean;
};

export const TEXT_POINTS = 8;

/** Millimetres from line to line. */
export function lineHeight(points = TEXT_POINTS): number {
  return (points * LEADING) / POINTS_PER_MM;
}

/** Normalises text for the typeface: two kinds of blanks, and control characters as one sign. */
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
