import type { CallListAnswer } from '../answers/portfolio-customers.ts';
import { type Language, translate } from '../words/messages.ts';

/** A cell: text, or a number as it is. */
export type Cell = string | number | null;

/** Columns of the downloaded list, by the key of their heading; width in characters, format of numbers in spreadsheets. */
const columns = [
  { key: 'customer', width: 32 },
  { key: 'externalId', width: 14 },
  { key: 'representative', width: 24 },
  { key: 'period', width: 20 },
  { key: 'gtin', width: 16 },
  { key: 'product', width: 40 },
  { key: 'manufacturer', width: 24 },
  { key: 'since', width: 14 },
  { key: 'expected', width: 20 },
  { key: 'alternativeGtin', width: 16 },
  { key: 'alternative', width: 40 },
  { key: 'packs', width: 10, format: '0' },
  { key: 'packsPerMonth', width: 12, format: '0.00' },
  { key: 'potentialPerMonth', width: 14, format: "#'##0.00" },
] as const;

export type Heading = { heading: string; width: number; format?: string };

export function callListHeadings(language: Language): Heading[] {
  return columns.map(({ key, ...shown }) => ({
    heading: translate(language, `callList.column.${key}`),
    ...shown,
  }));
}

/** One line per customer and product. Dates DD.MM.YYYY; packs per month to two decimals. */
export function* callListLines({ customers }: CallListAnswer): Generator<Cell[]> {
  for (const { products, ...customer } of customers) {
    for (const product of products) {
      yield [
        customer.customerName,
        customer.customerExternalId,
        customer.representative,
        `${month(customer.timeMonthFrom, customer.timeYearFrom)} – ${month(customer.timeMonthTo, customer.timeYearTo)}`,
        product.gtin,
        product.productName,
        product.manufacturer,
        date(product.reportedOn),
        date(product.expectedDelivery),
        product.alternativeGTIN,
        product.alternativeProductName,
        product.packs,
        Math.round(product.packsPerMonth * 100) / 100,
        product.potentialPerMonth,
      ];
    }
  }
}

function month(number: number, year: number): string {
  return `${String(number).padStart(2, '0')}.${year}`;
}

/** A date as Swiss readers write it; words as they are. */
function date(text: string | null): string | null {
  const [, year, monthOfYear, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  return day === undefined ? text : `${day}.${monthOfYear}.${year}`;
}
