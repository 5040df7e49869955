import { Canvas, Document, Image, Page, renderToBuffer } from '@react-pdf/renderer';
import { createElement as element } from 'react';
import { zurichDay } from '#shared/zurich.ts';
import { lateInWords } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { chf, count, swissDate, swissPeriod, swissTime } from '../../platform/i18n/swiss.ts';
import { multiplierInWords, type OrderForm, orderTitle } from './order-form.ts';
import { HEAD_HEIGHT, type LaidRow, orderTable } from './order-table.ts';
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
import { loadTypeface, type Typeface } from './typeface.ts';

const TOP = 12;
const MIDDLE = (LEFT + RIGHT) / 2 + 2;
const LABEL_WIDTH = 33;
const CONTACT = MIDDLE + LABEL_WIDTH;

type Fact = { label: string; lines: string[]; bold: boolean };

/** What is above the table of the first page, with its lower edge in millimetres. */
type Letterhead = { bottom: number; draw(pen: Pen): void };

const FOOT = 288;
const A4 = { width: 210 * POINTS_PER_MM, height: 297 * POINTS_PER_MM };

let typeface: ReturnType<typeof loadTypeface> | undefined;

/**
 * An order on A4 pages. The layout is computed beforehand: the renderer's page breaking takes ten times as long for
 * thousands of rows.
 */
export async function orderDocument(form: OrderForm): Promise<Uint8Array> {
  typeface ??= loadTypeface();
  const letters = await typeface;
  const word = (key: string, params = {}) => translate(form.language, `orderForm.${key}`, params);
  const madeOn = zurichDay(new Date(form.madeAt));
  const head = letterhead(form, letters);
  const end = closing(form, letters);
  const table = orderTable(
    form.content,
    {
      product: word('product'),
      packs: word('packs'),
      price: word('price'),
      total: word('total'),
      noBarcode: word('noBarcode'),
      pharmacode: word('pharmacode'),
      noteOf: (row) => lateInWords(form.language, row, madeOn),
    },
    letters,
  );
  const pages = pagesOf(table.rows, head.bottom, end.height);
  const title = orderTitle(form.language, form.order, form.content);
  return renderToBuffer(
    element(
      Document,
      {
        title: printed([title, form.content.statistic.customerName].filter(Boolean).join(', ')),
        author: printed(form.provider),
        creator: printed(form.provider),
        subject: `SHA-256 ${form.sha256}`,
        language: `${form.language}-CH`,
        creationDate: new Date(form.madeAt),
        modificationDate: new Date(form.madeAt),
      },
      pages.map((page, index) =>
        element(
          Page,
          { key: index, size: 'A4' },
          element(Canvas, {
            style: { position: 'absolute', left: 0, top: 0, ...A4 },
            paint: (painter: Painter) => draw(painter, page, index),
          }),
          page.closing !== null && form.signatureImage ? signature(form.signatureImage, page.closing) : null,
        ),
      ),
    ),
  );

  function draw(painter: Painter, page: OrderPage, index: number): null {
    const pen = penOn(painter, letters);
    if (index === 0) head.draw(pen);
    if (page.rows.length > 0) table.drawHead(pen, page.top);
    let y = page.top + HEAD_HEIGHT;
    for (const row of page.rows) {
      row.draw(pen, y);
      y += row.height;
    }
    if (page.closing !== null) end.draw(pen, page.closing);
    const foot = { size: 7, color: GREY };
    const said = word('foot', {
      order: form.order,
      version: form.version,
      sha: form.sha256.slice(0, 12),
    });
    pen.text(form.content.test ? `TEST · ${said}` : said, LEFT, FOOT, foot);
    pen.text(word('page', { page: index + 1, pages: pages.length }), RIGHT, FOOT, { ...foot, right: true });
    return null;
  }

  function signature(image: Uint8Array, top: number) {
    return element(Image, {
      src: { data: Buffer.from(image), format: 'png' },
      style: {
        position: 'absolute',
        left: SIGNATURE.left * POINTS_PER_MM,
        top: (top + end.signatureTop) * POINTS_PER_MM,
        width: SIGNATURE.width * POINTS_PER_MM,
        height: SIGNATURE.height * POINTS_PER_MM,
        objectFit: 'contain',
        objectPosition: 'left bottom',
      },
    });
  }
}

/** Top of rows on further pages, and bottom of rows, in millimetres. */
const PAGE_TOP = 12;
const PAGE_BOTTOM = 283;

type OrderPage = {
  /** Top of the table's head. */
  top: number;
  rows: readonly LaidRow[];
  /** Top of the closing part; null on all pages but the last. */
  closing: number | null;
};

/** Distributes rows to pages without cutting any; at least one is kept with the closing part. */
function pagesOf(rows: readonly LaidRow[], firstTop: number, closingHeight: number): OrderPage[] {
  const pages: OrderPage[] = [];
  let page = { top: firstTop, rows: [] as LaidRow[] };
  let y = firstTop + HEAD_HEIGHT;
  for (const row of rows) {
    if (y + row.height > PAGE_BOTTOM && (page.rows.length > 0 || page.top > PAGE_TOP)) turn();
    add(row);
  }
  if (y + closingHeight > PAGE_BOTTOM) {
    const last = page.rows.length > 1 ? page.rows.pop() : undefined;
    turn();
    if (last) add(last);
  }
  return [...pages, { ...page, closing: y }];

  function add(row: LaidRow): void {
    page.rows.push(row);
    y += row.height;
  }

  function turn(): void {
    pages.push({ ...page, closing: null });
    page = { top: PAGE_TOP, rows: [] };
    y = PAGE_TOP + HEAD_HEIGHT;
  }
}

/** The box of a drawn signature, in millimetres. */
const SIGNATURE = { left: LEFT, width: 70, height: 24 };
const SUMS = 122;

/** What follows the last row; `signatureTop` is relative to its top. */
type Closing = { height: number; signatureTop: number; draw(pen: Pen, top: number): void };

function closing(form: OrderForm, typeface: Typeface): Closing {
  const { content, language } = form;
  const { sums, signature } = content;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const notes = [
    word('exFactory'),
    ...(sums.withoutPrice > 0 ? [word('withoutPrice', { count: sums.withoutPrice })] : []),
  ].flatMap((note) => typeface.linesOf(note, RIGHT - SUMS, 7));
  const typed = signature ? typeface.linesOf(printed(signature.name), SIGNATURE.width, 14) : [];
  const said = signature
    ? [
        word(signature.imageSha256 ? 'signedBy' : 'confirmedBy', { name: signature.name }),
        word('signedAt', { time: swissTime(signature.signedAt) }),
      ]
    : [word('signHere')];
  const saidLines = said.flatMap((text) => typeface.linesOf(printed(text), SUMS - LEFT - 8, 8));
  const signatureTop = 10;
  const lineTop = signatureTop + Math.max(SIGNATURE.height, typed.length * lineHeight(14)) + 0.5;
  const hashTop = lineTop + 1 + saidLines.length * lineHeight() + 3;
  const height = Math.max(hashTop + lineHeight(7), 3 + 3 * 6.5 + 3 + notes.length * lineHeight(7));
  return { height, signatureTop, draw };

  function draw(pen: Pen, top: number): void {
    for (const [place, [label, figure]] of [
      [word('rows'), count(sums.rows)],
      [word('packs'), count(sums.packs)],
    ].entries()) {
      pen.text(label!, SUMS, top + 3 + place * 5.5);
      pen.text(figure!, RIGHT - 1, top + 3 + place * 5.5, { right: true });
    }
    pen.band(SUMS, top + 14, RIGHT - SUMS, 0.25, '#111418');
    pen.text(word('sum'), SUMS, top + 15.5, { weight: 'bold', size: 10 });
    pen.text(chf(sums.exFactorySum), RIGHT - 1, top + 15.5, { weight: 'bold', size: 10, right: true });
    pen.lines(notes, SUMS, top + 22, { size: 7, color: GREY });
    pen.text(word('signature'), LEFT, top + 3, { weight: 'bold' });
    if (signature && !form.signatureImage) {
      pen.lines(typed, LEFT, top + lineTop - 0.5 - typed.length * lineHeight(14), { size: 14 });
    }
    pen.band(LEFT, top + lineTop, SIGNATURE.width, 0.2, '#111418');
    pen.lines(saidLines, LEFT, top + lineTop + 1, signature ? {} : { color: GREY });
    const { revision, priceDate } = content.catalogue;
    const catalogue = `${word('prices')} ${word('pricesOf', { date: swissDate(priceDate), revision })}`;
    pen.text(`${word('hash')} ${form.sha256}`, LEFT, top + hashTop, { size: 7, color: GREY });
    pen.text(catalogue, RIGHT, top + hashTop, { size: 7, color: GREY, right: true });
  }
}

function letterhead(form: OrderForm, typeface: Typeface): Letterhead {
  const { content, language } = form;
  const { statistic } = content;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const provider = typeface.linesOf(printed(form.provider), CONTACT - LEFT - 4, 15, 'bold');
  const contact = contactLines(form).flatMap((line) => typeface.linesOf(line, RIGHT - CONTACT, 8));
  const rule = TOP + Math.max(provider.length * lineHeight(15), contact.length * lineHeight()) + 2.5;
  const titleTop = rule + 4;
  const title = orderTitle(language, form.order, content);
  const test = content.test ? typeface.linesOf(word('test'), RIGHT - LEFT, 9, 'bold') : [];
  const testTop = titleTop + 8;
  const factsTop = titleTop + 10 + (test.length > 0 ? test.length * lineHeight(9) + 2 : 0);
  const columns = [
    [
      fact(word('customer'), statistic.customerName, true),
      fact(word('address'), statistic.customerAddress),
      fact(word('customerNumber'), statistic.customerExternalId),
      fact(word('representative'), statistic.salesRepresentative),
      fact(word('period'), swissPeriod(statistic)),
      fact(word('multiplier'), multiplierInWords(language, content)),
    ],
    [
      fact(word('wholesaler'), content.wholesaler?.wholesalerName, true),
      fact(word('deliveryDate'), swissDate(content.deliveryDate), true),
      fact(word('deliveryType'), word(`deliveryTypes.${content.deliveryType}`)),
      fact(
        word('prices'),
        word('pricesOf', {
          date: swissDate(content.catalogue.priceDate),
          revision: content.catalogue.revision,
        }),
      ),
      fact(word('made'), [swissTime(form.madeAt), form.madeBy].filter(Boolean).join(', ')),
    ],
  ].map((facts) => facts.filter(({ lines }) => lines.some(Boolean)));
  const heights = columns.map((facts) => facts.reduce((sum, { lines }) => sum + factHeight(lines), 0));
  return { bottom: factsTop + Math.max(...heights) + 4, draw };

  function draw(pen: Pen): void {
    pen.lines(provider, LEFT, TOP, { size: 15, weight: 'bold' });
    pen.lines(contact, CONTACT, TOP + 0.8, { color: GREY });
    pen.band(LEFT, rule, RIGHT - LEFT, 0.35, '#111418');
    pen.text(title, LEFT, titleTop, { size: 14, weight: 'bold' });
    pen.text(word('version', { version: form.version }), RIGHT, titleTop + 2, { color: GREY, right: true });
    pen.lines(test, LEFT, testTop, { size: 9, weight: 'bold' });
    for (const [place, facts] of columns.entries()) {
      const x = place === 0 ? LEFT : MIDDLE;
      let y = factsTop;
      for (const { label, lines, bold } of facts) {
        pen.text(label, x, y, { color: GREY });
        pen.lines(lines, x + LABEL_WIDTH, y, bold ? { weight: 'bold' } : {});
        y += factHeight(lines);
      }
    }
  }

  function fact(label: string, text: string | null | undefined, bold = false): Fact {
    const width = MIDDLE - LEFT - LABEL_WIDTH - 4;
    return { label, lines: typeface.linesOf(printed(text ?? ''), width, 8, bold ? 'bold' : 'regular'), bold };
  }
}

function factHeight(lines: readonly string[]): number {
  return lines.length * lineHeight() + 0.6;
}

/** The lines of an address. */
function contactLines({ contact }: OrderForm): string[] {
  const address = contact.address.split(/,|\n/);
  return [...address, contact.phone, contact.email].map(printed).filter(Boolean);
}
