import { createCanvas } from '@napi-rs/canvas';
import type { OrderForm } from '#server/orders/paper/order-form.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import { gtin } from './world.ts';

type OrderRow = OrderContent['rows'][number];

export const unbroken = 'ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ12345678';
const names = [
  'Ramipril 10 mg 30 Tabl',
  unbroken,
  'Candesartan plus Hydrochlorothiazid Filmtabletten in der Kalenderpackung für drei Monate 16 mg/12.5 mg 98 Stk',
  'Solution «œil sec» à 0,4 % – 30 flacons',
];
/** A GTIN with a wrong check digit: 7+6·3+8+1+9·3 = 61, so 9 would be right. */
export const badGtin = '7680100000098';

/** Rows of all kinds: long names, a price of zero, none at all, a bad GTIN and no Pharmacode. */
export function orderRows(count: number): OrderRow[] {
  return Array.from({ length: count }, (_, index) => {
    const centimes = index === 3 ? 0 : index === 5 ? null : 95 + ((index * 1735) % 12_000);
    const packs = index === 1 ? 1500 : (index % 17) + 1;
    return {
      gtin: index === 4 ? badGtin : gtin(String(768_050_000_000 + index * 37)),
      pharmacode: index % 8 === 7 ? null : String(1_000_000 + index),
      productDescription: names[index % names.length]!,
      pack: '30',
      manufacturer: 'Provider AG',
      selectedExact: String(packs),
      packs,
      exFactoryPrice: centimes === null ? null : centimes / 100,
      lineTotal: centimes === null ? null : (centimes * packs) / 100,
    };
  });
}

/** Order 1234 of a quarter of what was bought in a year. */
export function orderForm(
  rows: readonly OrderRow[],
  { content, ...given }: Partial<Omit<OrderForm, 'content'>> & { content?: Partial<OrderContent> } = {},
): OrderForm {
  const centimes = rows.reduce((sum, { lineTotal }) => sum + Math.round((lineTotal ?? 0) * 100), 0);
  return {
    language: 'de',
    provider: 'Musterpharma',
    contact: {
      address: 'Musterpharma AG, Musterstrasse 1, 6300 Zug',
      phone: '+41 41 000 00 00',
      email: 'info@portal.example',
    },
    order: 1234,
    version: 2,
    madeAt: '2026-11-22T01:00:00Z',
    madeBy: 'Ada Müller',
    sha256: '0123456789abcdef'.repeat(4),
    signatureImage: null,
    ...given,
    content: {
      format: 1,
      cartKey: 'key',
      statistic: {
        bezugsStatistikID: 1,
        revision: 1,
        customerName: 'Pharmacie de l’Étoile Sàrl',
        customerExternalId: '4711',
        customerAddress: 'Rue du Grand-Chêne 12, 1003 Lausanne',
        salesRepresentative: 'Ada Müller',
        timeMonthFrom: 1,
        timeYearFrom: 2025,
        timeMonthTo: 12,
        timeYearTo: 2025,
        months: 12,
      },
      catalogue: { revision: 7, priceDate: '2026-11-01' },
      multiplier: '1/4',
      wholesaler: { wholesalerID: 1, wholesalerName: 'Grosshandel Muster AG' },
      deliveryType: 'Barcode',
      deliveryDate: '2026-11-25',
      signature: null,
      rows: [...rows],
      sums: {
        rows: rows.length,
        packs: rows.reduce((sum, { packs }) => sum + packs, 0),
        exFactorySum: centimes / 100,
        withoutPrice: rows.filter(({ exFactoryPrice }) => exFactoryPrice === null).length,
      },
      ...content,
    },
  };
}

/** A stroke across 600 × 200 dots, as browsers hand it over. */
export function drawnSignature(): Buffer {
  const canvas = createCanvas(600, 200);
  const context = canvas.getContext('2d');
  context.lineWidth = 6;
  context.moveTo(20, 150);
  context.bezierCurveTo(150, -100, 200, 300, 580, 60);
  context.stroke();
  return canvas.toBuffer('image/png');
}
