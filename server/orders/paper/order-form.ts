import type { Language } from '#shared/languages.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import { translate } from '../../platform/i18n/messages.ts';

const few = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 4 });

/** What an order's files are made from; the same form gives the same files. */
export type OrderForm = {
  language: Language;
  provider: string;
  contact: { address: string; phone: string; email: string };
  order: number;
  version: number;
  /** ISO instant. */
  madeAt: string;
  madeBy: string | null;
  /** Hash of the content, hex. */
  sha256: string;
  content: OrderContent;
  /** The drawn signature as PNG; null: none, or it cannot be drawn. */
  signatureImage: Uint8Array | null;
};

/** The title of its files and mails. */
export function orderTitle(
  language: Language,
  order: number,
  { test: isTest }: Pick<OrderContent, 'test'>,
): string {
  return translate(language, isTest ? 'orderForm.testTitle' : 'orderForm.title', { order });
}

/** The multiplier with at most four decimals, and in months where these are whole: 0.25 (3 of 12 months). */
export function multiplierInWords(
  language: Language,
  { multiplier, statistic }: OrderForm['content'],
): string {
  const [above, below = '1'] = multiplier.split('/');
  const number = few.format(Number(above) / Number(below));
  const months = (BigInt(above!) * BigInt(statistic.months)) / BigInt(below);
  const isWhole = months * BigInt(below) === BigInt(above!) * BigInt(statistic.months);
  if (!isWhole) return number;
  const params = { number, months: Number(months), of: statistic.months };
  return translate(language, 'orderForm.multiplierOf', params);
}

type Named = Pick<OrderContent['rows'][number], 'productDescription' | 'pack'>;

/** A product's name with its pack size, which some names already contain. */
export function nameWithPack({ productDescription: name, pack }: Named): string {
  return pack && !name.includes(pack) ? `${name} ${pack}` : name;
}
