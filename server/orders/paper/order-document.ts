import { Canvas, Document, Image, Page, renderToBuffer } from '@react-pdf/renderer';
import { createElement as element } from 'react';
import { translate } from '../../platform/i18n/messages.ts';
import { closing, SIGNATURE } from './closing.ts';
import { letterhead } from './letterhead.ts';
import type { OrderForm } from './order-form.ts';
import { lateInWords } from './order-words.ts';
import { type OrderPage, pagesOf } from './pages.ts';
import { GREY, type Painter, POINTS_PER_MM, penOn, printed } from './pen.ts';
import { HEAD_HEIGHT, LEFT, orderTable, RIGHT } from './table.ts';
import { loadTypeface } from './typeface.ts';

const FOOT = 288;
const A4 = { width: 210 * POINTS_PER_MM, height: 297 * POINTS_PER_MM };

let typeface: ReturnType<typeof loadTypeface> | undefined;

/**
 * An order on A4 pages. What stands where is reckoned beforehand and drawn at once: the renderer's own breaking of pages takes
 * ten times as long for thousands of rows. `onRows` is told how many rows are drawn.
 */
export async function orderDocument(
  form: OrderForm,
  onRows: (rows: number) => void = () => {},
): Promise<Uint8Array> {
  typeface ??= loadTypeface();
  const letters = await typeface;
  const word = (key: string, params = {}) => translate(form.language, `orderForm.${key}`, params);
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
      noteOf: (row) => lateInWords(form.language, row, form.content.deliveryDate),
    },
    letters,
  );
  const pages = pagesOf(table.rows, head.bottom, end.height);
  let rows = 0;
  const title = word('title', { order: form.order });
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
    pen.text(
      word('foot', { order: form.order, version: form.version, sha: form.sha256.slice(0, 12) }),
      LEFT,
      FOOT,
      foot,
    );
    pen.text(word('page', { page: index + 1, pages: pages.length }), RIGHT, FOOT, { ...foot, right: true });
    rows += page.rows.length;
    onRows(rows);
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
