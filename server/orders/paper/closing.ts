import { translate } from '../../platform/i18n/messages.ts';
import { chf, count, swissDate, swissTime } from '../../platform/i18n/swiss.ts';
import type { OrderForm } from './order-form.ts';
import { GREY, lineHeight, type Pen, printed } from './pen.ts';
import { LEFT, RIGHT } from './table.ts';
import type { Typeface } from './typeface.ts';

/** Room for a drawn signature, in millimetres. */
export const SIGNATURE = { left: LEFT, width: 70, height: 24 };
const SUMS = 122;

/** What stands below the last row: `signatureTop` is from its top. */
export type Closing = { height: number; signatureTop: number; draw(pen: Pen, top: number): void };

export function closing(form: OrderForm, typeface: Typeface): Closing {
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
