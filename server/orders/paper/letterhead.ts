import { translate } from '../../platform/i18n/messages.ts';
import { swissDate, swissPeriod, swissTime } from '../../platform/i18n/swiss.ts';
import type { OrderForm } from './order-form.ts';
import { multiplierInWords } from './order-words.ts';
import { GREY, lineHeight, type Pen, printed } from './pen.ts';
import { LEFT, RIGHT } from './table.ts';
import type { Typeface } from './typeface.ts';

const TOP = 12;
const MIDDLE = (LEFT + RIGHT) / 2 + 2;
const LABEL_WIDTH = 33;
const CONTACT = MIDDLE + LABEL_WIDTH;

type Fact = { label: string; lines: string[]; bold: boolean };

/** What stands above the table of the first page, and where it ends, in millimetres. */
export type Letterhead = { bottom: number; draw(pen: Pen): void };

export function letterhead(form: OrderForm, typeface: Typeface): Letterhead {
  const { content, language } = form;
  const { statistic } = content;
  const word = (key: string, params = {}) => translate(language, `orderForm.${key}`, params);
  const provider = typeface.linesOf(printed(form.provider), CONTACT - LEFT - 4, 15, 'bold');
  const contact = contactLines(form).flatMap((line) => typeface.linesOf(line, RIGHT - CONTACT, 8));
  const rule = TOP + Math.max(provider.length * lineHeight(15), contact.length * lineHeight()) + 2.5;
  const titleTop = rule + 4;
  const title = word('title', { order: form.order });
  const factsTop = titleTop + 10;
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

/** An address has a line per part. */
function contactLines({ contact }: OrderForm): string[] {
  const address = contact.address.split(/,|\n/);
  return [...address, contact.phone, contact.email].map(printed).filter(Boolean);
}
