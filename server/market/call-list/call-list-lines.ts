import { todayInZurich } from '#analytics/context.ts';
import type { Language } from '#shared/languages.ts';
import type { CallListAnswer } from '#shared/schemas/portfolio-customers.ts';
import { expectedCell } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissPeriod } from '../../platform/i18n/swiss.ts';
import type { CellKind, SheetColumn } from '../../workbooks/writing/workbook.ts';

/** Columns of the downloaded list: key of the heading, kind of cell, and whether its meaning is explained. */
const columns: readonly { key: string; kind: CellKind; explained?: true }[] = [
  { key: 'customer', kind: 'text' },
  { key: 'externalId', kind: 'text' },
  { key: 'phone', kind: 'text' },
  { key: 'representative', kind: 'text' },
  { key: 'period', kind: 'text', explained: true },
  { key: 'gtin', kind: 'text' },
  { key: 'product', kind: 'text' },
  { key: 'manufacturer', kind: 'text' },
  { key: 'since', kind: 'date', explained: true },
  { key: 'atLeast', kind: 'text', explained: true },
  { key: 'expected', kind: 'date', explained: true },
  { key: 'alternativeGtin', kind: 'text' },
  { key: 'alternative', kind: 'text' },
  { key: 'packs', kind: 'integer', explained: true },
  { key: 'packsPerMonth', kind: 'packs', explained: true },
  { key: 'potentialPerMonth', kind: 'chf', explained: true },
  { key: 'potentialPerYear', kind: 'chf', explained: true },
  { key: 'discontinued', kind: 'text' },
];

export function callListSheetColumns(language: Language): SheetColumn[] {
  return columns.map(({ key, kind, explained }) => ({
    heading: translate(language, `callList.column.${key}`),
    kind,
    ...(explained ? { meaning: translate(language, `workbook.callList.${key}`) } : {}),
  }));
}

/** One line per customer and product. Dates YYYY-MM-DD, or weeks and words; packs per month to two decimals. */
export function* callListLines(
  { customers }: CallListAnswer,
  language: Language,
): Generator<(string | number | null)[]> {
  const today = todayInZurich();
  const yesOrNo = (yes: boolean) => translate(language, yes ? 'workbook.yes' : 'workbook.no');
  for (const { products, ...customer } of customers) {
    for (const product of products) {
      yield [
        customer.customerName,
        customer.customerExternalId,
        customer.phone,
        customer.representative,
        swissPeriod(customer),
        product.gtin,
        product.productName,
        product.manufacturer,
        product.reportedOn,
        yesOrNo(product.knownSinceAtLeast),
        product.expectedDelivery &&
          expectedCell(language, {
            delivery: product.expectedDelivery,
            week: product.expectedWeek,
            today,
            list: product.listDate,
          }),
        product.alternativeGTIN,
        product.alternativeProductName,
        product.packs,
        Math.round(product.packsPerMonth * 100) / 100,
        product.potentialPerMonth,
        product.potentialPerYear,
        yesOrNo(product.discontinued),
      ];
    }
  }
}
