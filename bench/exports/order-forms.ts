import type { OrderForm } from '#server/orders/paper/order-form.ts';

/** An order of so many rows, every second of whose names takes two lines, for the pharmacy to scan. */
export function benchOrder(rows: number): OrderForm {
  const ordered = Array.from({ length: rows }, (_, index) => ({
    gtin: gtinOf(index),
    pharmacode: String(1_000_000 + index),
    productDescription: `Product ${index} Filmtabletten 10 mg${index % 2 ? ' in der Kalenderpackung mit Kindersicherung' : ''} 98 Stk`,
    pack: '98',
    manufacturer: 'Provider AG',
    selectedExact: '3',
    packs: (index % 20) + 1,
    exFactoryPrice: 12.35,
    lineTotal: (((index % 20) + 1) * 1235) / 100,
  }));
  const packs = ordered.reduce((sum, row) => sum + row.packs, 0);
  return {
    language: 'de',
    provider: 'Provider',
    contact: { address: 'Provider AG, Musterstrasse 1, 6300 Zug', phone: '', email: 'info@portal.example' },
    order: 1,
    version: 1,
    madeAt: '2026-01-05T08:00:00Z',
    madeBy: 'Ada Müller',
    sha256: '0'.repeat(64),
    signatureImage: null,
    content: {
      format: 1,
      cartKey: 'bench',
      statistic: {
        bezugsStatistikID: 1,
        revision: 1,
        customerName: 'Apotheke',
        customerExternalId: '4711',
        customerAddress: null,
        salesRepresentative: 'Ada Müller',
        timeMonthFrom: 1,
        timeYearFrom: 2025,
        timeMonthTo: 12,
        timeYearTo: 2025,
        months: 12,
      },
      catalogue: { revision: 1, priceDate: '2026-01-01' },
      multiplier: '1',
      wholesaler: null,
      deliveryType: 'Barcode',
      deliveryDate: '2026-01-08',
      signature: null,
      rows: ordered,
      sums: { rows, packs, exFactorySum: (packs * 1235) / 100, withoutPrice: 0 },
    },
  };
}

function gtinOf(index: number): string {
  const twelve = `7680${String(50_000_000 + index * 37)}`;
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
