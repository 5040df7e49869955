import type { Pool } from 'pg';
import { type Language, languages } from '#shared/languages.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import { XLSX } from '../http/send-file.ts';
import { fileName } from '../platform/i18n/file-name.ts';
import { translate } from '../platform/i18n/messages.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { threads } from '../platform/threads.ts';
import { csvText } from '../workbooks/csv.ts';
import { exportTooLarge, type MakeOptions, makeWorkbook } from '../workbooks/writing/make-workbook.ts';
import { signaturePicture } from './carts/signature-picture.ts';
import {
  findCustomerLanguage,
  findOrderFile,
  keepOrderFile,
  type OrderFile,
  type OrderFileKind,
  type WholeOrder,
} from './order-queries.ts';
import { type OrderForm, orderTitle } from './paper/order-form.ts';
import { orderWorkbook } from './paper/order-workbook.ts';
import type { PackForm } from './paper/pack-document.ts';

/** One thread that is kept: reading the typeface takes longer than drawing most orders. */
const drawing = threads<OrderForm | PackForm, Uint8Array>(new URL('./paper/pdf-worker.ts', import.meta.url), {
  most: 1,
  keepsOne: true,
  resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 16 },
  tooLarge: exportTooLarge,
});

/** Endings of file names, and media types. */
const orderFiles: Readonly<Record<OrderFileKind, { extension: string; contentType: string }>> = {
  pdf: { extension: 'pdf', contentType: 'application/pdf' },
  excel: { extension: 'xlsx', contentType: XLSX },
  'barcode-excel': { extension: 'xlsx', contentType: XLSX },
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
};

export type OrderPrinting = {
  pool: Pool;
  settings: () => Promise<Pick<Settings, 'contact' | 'provider'>>;
};

/** Name and media type of an order's file. */
export function orderFileHead(
  { order, content }: Pick<WholeOrder, 'order' | 'content'>,
  kind: OrderFileKind,
  language: Language,
): Omit<OrderFile, 'content'> {
  const { extension, contentType } = orderFiles[kind];
  const barcode = kind === 'barcode-excel' ? translate(language, 'workbook.analysis.barcode') : null;
  const title = orderTitle(language, order, content);
  return { fileName: fileName(extension, title, content.statistic.customerName, barcode), contentType };
}

/**
 * The file of an order: stored, or made now and stored. In the customer's language where known, else in `language`.
 * @throws as makeWorkbook and makePdf
 */
export async function orderFile(
  { pool, settings }: OrderPrinting,
  order: WholeOrder,
  kind: OrderFileKind,
  language: Language,
  options: MakeOptions = {},
): Promise<OrderFile> {
  const kept = await findOrderFile(pool, order.order, kind);
  if (kept) return kept;
  const { provider, contact } = await settings();
  const known = await languageFor(pool, order.content.statistic, language);
  const signatureImage = order.signatureImage && signaturePicture(order.signatureImage);
  const form = { ...order, language: known, provider: provider.name, contact, signatureImage };
  const made = Buffer.from(await make(kind, form, options));
  return keepOrderFile(pool, order.order, kind, { ...orderFileHead(order, kind, known), content: made });
}

/** The customer's language, or else `otherwise`. */
export async function languageFor(
  pool: Pool,
  { customerExternalId }: Pick<OrderContent['statistic'], 'customerExternalId'>,
  otherwise: Language,
): Promise<Language> {
  const known = await findCustomerLanguage(pool, customerExternalId);
  return languages.find((language) => language === known?.toLowerCase()) ?? otherwise;
}

async function make(kind: OrderFileKind, form: OrderForm, options: MakeOptions): Promise<Uint8Array> {
  if (kind === 'pdf') return makePdf(form, options);
  if (kind === 'csv') return orderCsv(form.content);
  return makeWorkbook(orderWorkbook(form, kind === 'barcode-excel'), options);
}

/** GTIN, Pharmacode and packs of an order for other systems: RFC 4180, language-independent. */
export function orderCsv({ rows }: Pick<OrderContent, 'rows'>): Uint8Array {
  const lines = rows.map(({ gtin, pharmacode, packs }) => [gtin, pharmacode, packs]);
  return Buffer.from(csvText([['GTIN', 'Pharmacode', 'packs'], ...lines]));
}

/**
 * Draws an order or a pack as PDF on another thread. When `signal` fires, the thread ends at once. @throws the signal's
 * reason; AppError export_too_large when the rows need more memory than the thread has
 */
export function makePdf(form: OrderForm | PackForm, { signal }: MakeOptions = {}): Promise<Uint8Array> {
  return drawing.run(form, { signal });
}
