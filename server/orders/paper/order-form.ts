import type { Language } from '#shared/languages.ts';
import type { OrderContent } from '#shared/schemas/order.ts';

/** What the files of an order are made from; the same form gives the same files. */
export type OrderForm = {
  language: Language;
  provider: string;
  contact: { address: string; phone: string; email: string };
  order: number;
  version: number;
  /** ISO instant. */
  madeAt: string;
  madeBy: string | null;
  /** Of the content, hex. */
  sha256: string;
  content: OrderContent;
  /** The drawn signature as PNG; null: there is none, or it can't be drawn. */
  signatureImage: Uint8Array | null;
};
