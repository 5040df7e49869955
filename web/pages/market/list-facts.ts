import type { TFunction } from 'i18next';
import { formatDate } from '../../i18n/formats.ts';

interface ListFacts {
  /** Day of the newest list of stock-outs, YYYY-MM-DD. */
  stockOutDate: string;
  products: number;
  /** Of these, those with an alternative that can be delivered; absent where the list has none. */
  available?: number;
}

/** What stands below a list's title; a space keeps its line free until it is known. */
export function listFacts(t: TFunction<'market'>, known: ListFacts | null | undefined): string[] {
  if (!known) return [' '];
  const { stockOutDate, products, available } = known;
  return [
    t('asOf', { date: formatDate(stockOutDate) }),
    t('products', { count: products }),
    ...(available === undefined ? [] : [t('available', { count: available })]),
  ];
}
