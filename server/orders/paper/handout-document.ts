import { GREY, LEFT, lineHeight, type Pen, printed, RIGHT } from './pen.ts';
import type { Typeface, Weight } from './typeface.ts';

type HandoutRow = {
  bought: string;
  middle: { packs: string; gain: string } | { since: string; expected: string };
  ours: string | null;
  /** For the barcode of the row. */
  gtin: string | null;
  /** Text in place of a barcode. */
  instead: string;
};

type HandoutList = {
  title: string;
  /** Beside the title. */
  note: string;
  /** Without the barcode's column. */
  headings: readonly string[];
  rows: readonly HandoutRow[];
  /** Text for an empty list. */
  none: string;
  /** Text for the number of rows not shown; empty: none. */
  further: string;
};

/** A handout in words; the lists have at most ten rows, which fit the page. */
export type HandoutForm = {
  provider: string;
  contact: string;
  title: string;
  facts: string;
  offers: HandoutList;
  missing: HandoutList;
  foot: string;
};

const TOP = 10;
const FOOT = 283;
const ROW_HEIGHT = 10.8;
const BAR_HEIGHT = 7;
const POINTS = 7.5;

/** Left edges and widths of columns; `…End`: right edges of numbers, in millimetres. */
const at = {
  bought: { x: LEFT, width: 53 },
  packsEnd: 83,
  gainEnd: 107,
  middle: { x: 69, width: 39 },
  ours: { x: 111, width: 48 },
  barcode: 160.7,
  /** After the quiet zone. */
  gtin: 160.7 + 3.63,
};

/** Fits an A4 page, whatever the names: long texts are cut with an ellipsis. */
export function drawHandout(pen: Pen, form: HandoutForm, typeface: Typeface): void {
  const width = RIGHT - LEFT;
  line(form.provider, LEFT, TOP, width, { size: 9, color: GREY });
  line(form.title, LEFT, TOP + 4.5, width, { size: 15, weight: 'bold' });
  line(form.facts, LEFT, TOP + 12.5, width, { size: 8, color: GREY });
  const end = drawList(form.offers, TOP + 19.5);
  drawList(form.missing, end + 4);
  const foot = { size: 7, color: GREY };
  line(form.foot, LEFT, FOOT, width, foot);
  line(form.contact, LEFT, FOOT + lineHeight(7), width, foot);

  /** Returns its lower edge. */
  function drawList({ title, note, headings, rows, none, further }: HandoutList, top: number): number {
    pen.text(title, LEFT, top, { size: 11, weight: 'bold' });
    if (rows.length === 0) {
      line(none, LEFT, top + 7, width);
      return top + 12;
    }
    pen.text(note, RIGHT, top + 1, { size: 8, color: GREY, right: true });
    const head = top + 6;
    pen.band(LEFT, head, width, 5, '#e5e8eb');
    const bold = { weight: 'bold' } as const;
    const [bought, ...others] = headings.map(printed);
    line(bought!, LEFT, head + 0.7, at.bought.width, bold);
    if (others.length === 3) {
      pen.text(others[0]!, at.packsEnd, head + 0.7, { size: POINTS, ...bold, right: true });
      pen.text(others[1]!, at.gainEnd, head + 0.7, { size: POINTS, ...bold, right: true });
    } else line(others[0]!, at.middle.x, head + 0.7, at.middle.width, bold);
    line(others.at(-1)!, at.ours.x, head + 0.7, at.ours.width, bold);
    pen.text('EAN-13', at.gtin, head + 0.7, { size: POINTS, ...bold });
    for (const [place, row] of rows.entries()) drawRow(row, head + 5 + place * ROW_HEIGHT);
    const end = head + 5 + rows.length * ROW_HEIGHT;
    if (further) pen.text(further, LEFT, end + 0.7, { size: POINTS, color: GREY });
    return end + (further ? 4.5 : 0);
  }

  function drawRow({ bought, middle, ours, gtin, instead }: HandoutRow, top: number): void {
    const y = top + 1;
    names(bought, at.bought, y, 'bold');
    if ('packs' in middle) {
      pen.text(middle.packs, at.packsEnd, y, { size: POINTS, right: true });
      pen.text(middle.gain, at.gainEnd, y, { size: POINTS, right: true, weight: 'bold' });
    } else {
      line(middle.since, at.middle.x, y, at.middle.width);
      line(middle.expected, at.middle.x, y + lineHeight(POINTS), at.middle.width);
    }
    names(ours ?? '–', at.ours, y, 'bold');
    if (gtin === null) names(instead, { x: at.gtin, width: RIGHT - at.gtin }, y, 'regular');
    else {
      pen.barcode(gtin, at.barcode, top + 0.6, BAR_HEIGHT);
      pen.text(gtin, at.gtin, top + 0.6 + BAR_HEIGHT, { size: 6 });
    }
    pen.band(LEFT, top + ROW_HEIGHT - 0.1, width, 0.1, '#c5cbd3');
  }

  /** On two lines at most. */
  function names(text: string, { x, width }: { x: number; width: number }, y: number, weight: Weight): void {
    const [first = '', ...others] = typeface.linesOf(printed(text), width, POINTS, weight);
    pen.lines([first, typeface.cut(others.join(' '), width, POINTS, weight)], x, y, { size: POINTS, weight });
  }

  function line(
    text: string,
    x: number,
    y: number,
    width: number,
    { size = POINTS, weight = 'regular', ...style }: { size?: number; weight?: Weight; color?: string } = {},
  ): void {
    pen.text(typeface.cut(printed(text), width, size, weight), x, y, { size, weight, ...style });
  }
}
