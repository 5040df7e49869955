import { Canvas, Document, Image, Page, renderToBuffer } from '@react-pdf/renderer';
import { arc, type PieArcDatum, pie } from 'd3-shape';
import { createElement as element } from 'react';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { coverPicture } from './cover-picture.ts';
import { drawHandout, type HandoutForm } from './handout-document.ts';
import {
  GREY,
  LEFT,
  lineHeight,
  type Painter,
  type Pen,
  POINTS_PER_MM,
  penOn,
  printed,
  RIGHT,
} from './pen.ts';
import { loadTypeface, type Typeface, type Weight } from './typeface.ts';

/** A pack in words. */
export type PackForm = {
  language: Language;
  provider: string;
  /** ISO instant. */
  made: string;
  title: string;
  /** Footer on the left of every page. */
  foot: string;
  parts: readonly PackPart[];
};

export type PackPart =
  | ({ kind: 'handout' } & HandoutForm)
  | ({ kind: 'cover' } & CoverForm)
  | { kind: 'section'; title: string; note: string; blocks: readonly Block[] };

export type CoverForm = {
  /** The header image of the dashboard; null: none. */
  image: Uint8Array | null;
  title: string;
  customer: string;
  facts: readonly string[];
  contents: string;
  contact: { title: string; lines: readonly string[] };
};

/** A block of a section. */
export type Block =
  | { kind: 'text'; text: string; bold?: boolean }
  | { kind: 'tiles'; tiles: readonly { label: string; figure: string; note: string }[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly TableRow[] }
  | {
      kind: 'ring';
      title: string;
      note: string;
      unit: string;
      total: string;
      segments: readonly RingSegment[];
    }
  | { kind: 'bars'; title: string; note: string; bars: readonly PackBar[] }
  | { kind: 'terms'; terms: readonly { term: string; text: string }[] };

/** `part`: share of the table's width. Numbers are right-aligned. */
export type Column = { heading: string; part: number; number?: true };
/** `group` is a heading of rows, `sum` a total below them. \n begins a new line in a cell. */
export type TableRow = { cells: readonly string[]; kind?: 'group' | 'sum' };
export type RingSegment = { letter: string; name: string; share: number; percent: string; figure: string };
export type PackBar = { name: string; figure: string; part: number; own: boolean };

const A4 = { width: 210 * POINTS_PER_MM, height: 297 * POINTS_PER_MM };
const WIDTH = RIGHT - LEFT;
const TOP = 16;
const BOTTOM = 278;
const FOOT = 285;
/** Least room in which a new block begins. */
const LEAST_ROOM = 60;
const BETWEEN_SECTIONS = 12;
const POINTS = 8;
const INK = '#111418';
const LINE = '#c5cbd3';
const BAND = '#e5e8eb';
/** The brand colours of the light theme in the client's tokens.css. */
const BRAND = '#0f5f78';
const BRAND_MID = '#3f8ba3';
const BRAND_DARK = '#0b3948';
const SEGMENTS = ['#0b3948', '#0f5f78', '#2f7f99', '#79b4c7', '#a8d0dc', '#d3e7ed', '#98a5ae'];
/** The first ones need white letters. */
const STRONG = 3;

/** A block with known height. */
type Laid = { height: number; draw(pen: Pen, top: number): void };
type Drawn = { laid: Laid; top: number };
type PackPage = { drawn: Drawn[]; foot: boolean; picture?: Uint8Array };

let typeface: ReturnType<typeof loadTypeface> | undefined;

/** A pack on A4 pages; the layout is computed beforehand, as for an order. */
export async function packDocument(form: PackForm): Promise<Uint8Array> {
  typeface ??= loadTypeface();
  const letters = await typeface;
  const pages = layOut({ ...form, parts: await Promise.all(form.parts.map(drawable)) }, letters);
  const date = new Date(form.made);
  const { language, provider } = form;
  return renderToBuffer(
    element(
      Document,
      {
        title: printed(form.title),
        author: printed(provider),
        creator: printed(provider),
        language: `${language}-CH`,
        creationDate: date,
        modificationDate: date,
      },
      pages.map((page, index) =>
        element(
          Page,
          { key: index, size: 'A4' },
          page.picture && pictureOnCover(page.picture),
          element(Canvas, {
            style: { position: 'absolute', left: 0, top: 0, ...A4 },
            paint: (painter: Painter) => draw(penOn(painter, letters), page, index),
          }),
        ),
      ),
    ),
  );

  function draw(pen: Pen, { drawn, foot }: PackPage, index: number): null {
    for (const { laid, top } of drawn) laid.draw(pen, top);
    if (foot) {
      const style = { size: 7, color: GREY };
      const page = translate(language, 'orderForm.page', { page: index + 1, pages: pages.length });
      pen.text(letters.cut(printed(form.foot), WIDTH - 30, 7), LEFT, FOOT, style);
      pen.text(page, RIGHT, FOOT, { ...style, right: true });
    }
    return null;
  }
}

async function drawable(part: PackPart): Promise<PackPart> {
  return part.kind === 'cover' && part.image ? { ...part, image: await coverPicture(part.image) } : part;
}

const PICTURE = { top: 12, height: 58 };

function pictureOnCover(data: Uint8Array) {
  return element(Image, {
    // A font given as a buffer is not cached for further documents.
    src: Buffer.from(data),
    style: {
      position: 'absolute',
      left: LEFT * POINTS_PER_MM,
      top: PICTURE.top * POINTS_PER_MM,
      width: WIDTH * POINTS_PER_MM,
      height: PICTURE.height * POINTS_PER_MM,
      objectFit: 'contain',
      objectPosition: 'left top',
    },
  });
}

/** All parts on pages: cover and handout have one each, sections follow each other. */
function layOut({ parts, provider }: PackForm, letters: Typeface): PackPage[] {
  const pages: PackPage[] = [];
  /** First page of each section. */
  const contents: { title: string; page: number }[] = [];
  let page: PackPage | undefined;
  let y = 0;
  for (const part of parts) {
    if (part.kind === 'cover') {
      pages.push({
        drawn: [{ laid: cover(part, provider, contents, letters), top: 0 }],
        foot: false,
        ...(part.image ? { picture: part.image } : {}),
      });
      page = undefined;
    } else if (part.kind === 'handout') {
      contents.push({ title: part.title, page: pages.length + 1 });
      const laid: Laid = { height: 0, draw: (pen) => drawHandout(pen, part, letters) };
      pages.push({ drawn: [{ laid, top: 0 }], foot: false });
      page = undefined;
    } else {
      const head = sectionHead(part, letters);
      const room = Math.max(LEAST_ROOM, head.height + chartHeight(part.blocks[0]));
      if (!page || y + BETWEEN_SECTIONS + room > BOTTOM) turn();
      else y += BETWEEN_SECTIONS;
      contents.push({ title: part.title, page: pages.length });
      place(head);
      for (const block of part.blocks) placeBlock(block);
    }
  }
  return pages;

  /** Height of a chart, which stays with its heading. */
  function chartHeight(block: Block | undefined): number {
    if (block?.kind === 'ring') return ringChart(block, letters).height;
    return block?.kind === 'bars' ? barChart(block, letters).height : 0;
  }

  function turn(): void {
    page = { drawn: [], foot: true };
    pages.push(page);
    y = TOP;
  }

  function place(laid: Laid): void {
    page!.drawn.push({ laid, top: y });
    y += laid.height;
  }

  /** Keeps `also` millimetres of what follows on the same page. */
  function placeWhole(laid: Laid, also = 0): void {
    if (y + laid.height + also > BOTTOM && y > TOP) turn();
    place(laid);
  }

  function placeBlock(block: Block): void {
    if (block.kind === 'table') placeTable(block);
    else if (block.kind === 'terms') for (const term of block.terms) placeWhole(glossaryTerm(term, letters));
    else if (block.kind === 'text') placeWhole(paragraph(block, letters));
    else if (block.kind === 'tiles') placeWhole(tileRow(block.tiles, letters));
    else if (block.kind === 'ring') placeWhole(ringChart(block, letters));
    else placeWhole(barChart(block, letters));
  }

  /** Its head is repeated on every page, and never stands alone. */
  function placeTable({ columns, rows }: Extract<Block, { kind: 'table' }>): void {
    const places = columnPlaces(columns, letters);
    const head = tableHead(columns, places, letters);
    const laid = rows.map((row) => ({ row, ...tableRow(row, places, letters) }));
    for (const [index, each] of laid.entries()) {
      const next = laid[index + 1];
      // A group stays with its first row, and a sum with the last one.
      const also = each.row.kind === 'group' || next?.row.kind === 'sum' ? (next?.height ?? 0) : 0;
      if (index === 0) placeWhole(head, each.height + also);
      else if (y + each.height + also > BOTTOM) {
        turn();
        place(head);
      }
      place(each);
    }
    y += 3;
  }
}

function cover(
  { image, title, customer, facts, contents: heading, contact }: CoverForm,
  provider: string,
  contents: readonly { title: string; page: number }[],
  letters: Typeface,
): Laid {
  return { height: 0, draw };

  function draw(pen: Pen): void {
    let y = PICTURE.top + PICTURE.height + 18;
    const name = letters.cut(printed(provider), WIDTH, 12, 'bold');
    if (image) {
      pen.text(name, LEFT, y - 9, { size: 12, weight: 'bold', color: GREY });
    } else {
      pen.band(0, 0, A4.width / POINTS_PER_MM, PICTURE.top + PICTURE.height, BRAND_DARK);
      pen.text(name, LEFT, PICTURE.height, { size: 12, weight: 'bold', color: '#ffffff' });
    }
    pen.text(letters.cut(printed(title), WIDTH, 26, 'bold'), LEFT, y, {
      size: 26,
      weight: 'bold',
      color: BRAND,
    });
    y += 14;
    const names = letters.linesOf(printed(customer), WIDTH, 17).slice(0, 3);
    pen.lines(names, LEFT, y, { size: 17 });
    y += names.length * lineHeight(17) + 4;
    for (const fact of facts) {
      pen.text(letters.cut(printed(fact), WIDTH, 10), LEFT, y, { size: 10, color: GREY });
      y += lineHeight(10);
    }
    y += 12;
    pen.band(LEFT, y, WIDTH, 0.4, BRAND);
    y += 6;
    const half = LEFT + WIDTH / 2 + 6;
    pen.text(heading, LEFT, y, { size: 10, weight: 'bold' });
    for (const [place, { title, page }] of contents.entries()) {
      const top = y + 8 + place * 6.2;
      pen.text(letters.cut(printed(title), half - LEFT - 22, 9.5), LEFT, top, { size: 9.5 });
      pen.text(String(page), half - 14, top, { size: 9.5, color: GREY, right: true });
    }
    pen.text(contact.title, half, y, { size: 10, weight: 'bold' });
    const lines = contact.lines
      .flatMap((line) => letters.linesOf(printed(line), RIGHT - half, 9.5))
      .slice(0, 14);
    pen.lines(lines, half, y + 8, { size: 9.5 });
  }
}

function sectionHead({ title, note }: { title: string; note: string }, letters: Typeface): Laid {
  const lines = note ? letters.linesOf(printed(note), WIDTH, POINTS) : [];
  return {
    height: 8.5 + lines.length * lineHeight() + 2.5,
    draw(pen, top) {
      pen.text(letters.cut(printed(title), WIDTH, 15, 'bold'), LEFT, top, {
        size: 15,
        weight: 'bold',
        color: BRAND,
      });
      pen.lines(lines, LEFT, top + 8.5, { color: GREY });
    },
  };
}

function paragraph({ text, bold = false }: { text: string; bold?: boolean }, letters: Typeface): Laid {
  const style = bold ? ({ size: 9.5, weight: 'bold' } as const) : { size: 9 };
  const lines = letters.linesOf(printed(text), WIDTH, style.size, bold ? 'bold' : 'regular');
  return {
    height: lines.length * lineHeight(style.size) + 2.5,
    draw: (pen, top) => pen.lines(lines, LEFT, top, style),
  };
}

function tileRow(tiles: Extract<Block, { kind: 'tiles' }>['tiles'], letters: Typeface): Laid {
  const gap = 4;
  const width = (WIDTH - gap * (tiles.length - 1)) / tiles.length;
  return {
    height: 32,
    draw(pen, top) {
      for (const [place, { label, figure, note }] of tiles.entries()) {
        const x = LEFT + place * (width + gap);
        pen.band(x, top, width, 27, '#f1f6f8');
        pen.band(x, top, 0.9, 27, BRAND);
        pen.text(letters.cut(printed(label), width - 6, 8), x + 4, top + 2.5, { color: GREY });
        let size = 15;
        while (size > 8 && letters.widthOf(figure, size, 'bold') > width - 6) size -= 0.5;
        pen.text(figure, x + 4, top + 8.4 + (15 - size) * 0.15, { size, weight: 'bold' });
        pen.lines(letters.linesOf(printed(note), width - 6, 6.5).slice(0, 3), x + 4, top + 16.8, {
          size: 6.5,
          color: GREY,
        });
      }
    },
  };
}

/** Left edge and width of a column. */
type Place = { x: number; width: number; number: boolean };
const CELL_ROOM = 2;
const MOST_LINES = 3;

/**
 * Widths by their shares, but numeric columns no narrower than the longest word of their headings; text columns shrink.
 */
function columnPlaces(columns: readonly Column[], letters: Typeface): Place[] {
  const all = columns.reduce((sum, { part }) => sum + part, 0);
  const texts = columns.reduce((sum, { part, number }) => (number ? sum : sum + part), 0);
  const missing = columns.map(({ heading, part, number }) => {
    const words = printed(heading)
      .split(' ')
      .map((word) => letters.widthOf(word, 7.5, 'bold') + CELL_ROOM + 0.1);
    return number ? Math.max(0, ...words.map((word) => word - (WIDTH * part) / all)) : 0;
  });
  const given = missing.reduce((sum, width) => sum + width, 0);
  let x = LEFT;
  return columns.map(({ part, number = false }, index) => {
    const width = (WIDTH * part) / all + (number ? missing[index]! : (-given * part) / texts);
    x += width;
    // Gap between a number and the text after it.
    const air = !number && columns[index - 1]?.number ? 3 : 0;
    return { x: x - width + air, width: width - air, number };
  });
}

function tableHead(columns: readonly Column[], places: readonly Place[], letters: Typeface): Laid {
  const headings = columns.map(({ heading }, index) =>
    letters.linesOf(printed(heading), places[index]!.width - CELL_ROOM, 7.5, 'bold').slice(0, 3),
  );
  const height = Math.max(...headings.map(({ length }) => length)) * lineHeight(7.5) + 2.4;
  return {
    height: height + 0.6,
    draw(pen, top) {
      pen.band(LEFT, top, WIDTH, height, BAND);
      for (const [index, lines] of headings.entries())
        cell(pen, lines, places[index]!, top + 1.1, { size: 7.5, weight: 'bold' });
    },
  };
}

function tableRow({ cells, kind }: TableRow, places: readonly Place[], letters: Typeface): Laid {
  const weight: Weight = kind ? 'bold' : 'regular';
  const lines = cells.map((text, index) => {
    const { number } = places[index]!;
    // An empty cell leaves its room to the one before it.
    const next = cells.findIndex((each, place) => place > index && each !== '');
    const end = next === -1 ? RIGHT : places[next]!.x;
    const room = Math.max(places[index]!.width, end - places[index]!.x);
    if (number) return [text];
    const linesOf = (part: string) => letters.linesOf(printed(part), room - CELL_ROOM, POINTS, weight);
    return text.split('\n').flatMap((part) => cutLines(linesOf(part)));
  });
  const above = kind === 'group' ? 2 : 1.1;
  const height = Math.max(...lines.map(({ length }) => length)) * lineHeight() + above + 1.1;
  return {
    height,
    draw(pen, top) {
      if (kind === 'sum') pen.band(LEFT, top, WIDTH, 0.3, INK);
      for (const [index, each] of lines.entries())
        cell(pen, each, places[index]!, top + above, { size: POINTS, weight });
      pen.band(LEFT, top + height - 0.1, WIDTH, 0.1, LINE);
    },
  };
}

function cell(
  pen: Pen,
  lines: readonly string[],
  { x, width, number }: Place,
  top: number,
  style: { size: number; weight: Weight },
): void {
  if (number) pen.lines(lines, x + width - 1, top, { ...style, right: true });
  else pen.lines(lines, x + 1, top, style);
}

const RING = { outer: 27, inner: 16.5, height: 60 };

/** A ring chart with a legend. */
function ringChart(
  { title, note, unit, total, segments }: Extract<Block, { kind: 'ring' }>,
  letters: Typeface,
): Laid {
  const notes = letters.linesOf(printed(note), WIDTH, 7.5);
  const head = 7 + notes.length * lineHeight(7.5) + 3;
  const slices = pie().sort(null)(segments.map(({ share }) => share));
  const path = arc<PieArcDatum<number | { valueOf(): number }>>()
    .innerRadius(RING.inner)
    .outerRadius(RING.outer);
  const tableLeft = LEFT + 2 * RING.outer + 14;
  const rows = Math.max(RING.height, segments.length * 7.4);
  return {
    height: head + (segments.length === 0 ? 8 : rows) + 6,
    draw(pen, top) {
      chartHead(pen, title, notes, top, letters);
      if (segments.length === 0) return;
      const centre = { x: LEFT + RING.outer + 1, y: top + head + RING.height / 2 - 2 };
      for (const [index, slice] of slices.entries()) {
        pen.shape(path(slice) ?? '', centre.x, centre.y, colourOf(index, segments));
        if (slice.endAngle - slice.startAngle < 0.28) continue;
        const [x, y] = path.centroid(slice);
        const letter = segments[index]!.letter;
        const width = letters.widthOf(letter, 9, 'bold');
        pen.text(letter, centre.x + x - width / 2, centre.y + y - lineHeight(9) / 2, {
          size: 9,
          weight: 'bold',
          color: letterOn(index, segments),
        });
      }
      let size = 11;
      while (size > 6 && letters.widthOf(total, size, 'bold') > 2 * RING.inner - 3) size -= 0.5;
      pen.text(unit, centre.x - letters.widthOf(unit, 7.5) / 2, centre.y - 5.6, { size: 7.5, color: GREY });
      pen.text(
        total,
        centre.x - letters.widthOf(total, size, 'bold') / 2,
        centre.y - lineHeight(size) / 2 + 1,
        { size, weight: 'bold' },
      );
      for (const [index, { letter, name, percent, figure }] of segments.entries()) {
        const y = top + head + index * 7.4;
        pen.band(tableLeft, y, 5, 5, colourOf(index, segments));
        const width = letters.widthOf(letter, 7.5, 'bold');
        pen.text(letter, tableLeft + 2.5 - width / 2, y + 0.7, {
          size: 7.5,
          weight: 'bold',
          color: letterOn(index, segments),
        });
        pen.text(letters.cut(printed(name), RIGHT - tableLeft - 52, 8), tableLeft + 8, y + 0.6, {
          size: 8,
        });
        pen.text(percent, RIGHT - 28, y + 0.4, { size: 8.5, right: true });
        pen.text(figure, RIGHT - 1, y + 0.4, { size: 8.5, right: true });
        pen.band(tableLeft, y + 6.2, RIGHT - tableLeft, 0.1, LINE);
      }
    },
  };
}

function colourOf(index: number, segments: readonly RingSegment[]): string {
  return isRest(index, segments) ? SEGMENTS.at(-1)! : SEGMENTS[index]!;
}

function letterOn(index: number, segments: readonly RingSegment[]): string {
  return index < STRONG && !isRest(index, segments) ? '#ffffff' : '#17262f';
}

/** After the six largest. */
function isRest(index: number, segments: readonly RingSegment[]): boolean {
  return index === SEGMENTS.length - 1 && index === segments.length - 1;
}

/** Horizontal bars, the longest across the whole width, each below its name and figure. */
function barChart({ title, note, bars }: Extract<Block, { kind: 'bars' }>, letters: Typeface): Laid {
  const notes = letters.linesOf(printed(note), WIDTH, 7.5);
  const head = 7 + notes.length * lineHeight(7.5) + 2;
  return {
    height: head + Math.max(1, bars.length) * 9.6 + 5,
    draw(pen, top) {
      chartHead(pen, title, notes, top, letters);
      for (const [index, { name, figure, part, own }] of bars.entries()) {
        const y = top + head + index * 9.6;
        const weight = own ? 'bold' : 'regular';
        pen.text(letters.cut(printed(name), WIDTH - 45, 8.5, weight), LEFT, y, { size: 8.5, weight });
        pen.text(figure, RIGHT - 1, y, { size: 8.5, weight, right: true });
        pen.band(LEFT, y + 4.4, Math.max(0.4, WIDTH * part), 2.6, own ? BRAND_DARK : BRAND_MID);
      }
    },
  };
}

function chartHead(pen: Pen, title: string, notes: readonly string[], top: number, letters: Typeface): void {
  pen.text(letters.cut(printed(title), WIDTH, 11, 'bold'), LEFT, top, { size: 11, weight: 'bold' });
  pen.lines(notes, LEFT, top + 6.5, { size: 7.5, color: GREY });
}

const TERM_WIDTH = 46;

function glossaryTerm({ term, text }: { term: string; text: string }, letters: Typeface): Laid {
  const names = letters.linesOf(printed(term), TERM_WIDTH - 3, 8.5, 'bold');
  const lines = letters.linesOf(printed(text), WIDTH - TERM_WIDTH, 8.5);
  return {
    height: Math.max(names.length, lines.length) * lineHeight(8.5) + 3,
    draw(pen, top) {
      pen.lines(names, LEFT, top, { size: 8.5, weight: 'bold' });
      pen.lines(lines, LEFT + TERM_WIDTH, top, { size: 8.5 });
    },
  };
}

/** At most so many lines, the last with an ellipsis where there are more. */
function cutLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]!.slice(0, -1)}…`];
}
