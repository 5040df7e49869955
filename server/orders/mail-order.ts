import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Language } from '#shared/languages.ts';
import { withoutBidiControls } from '#shared/plain-text.ts';
import type { Order, OrderContent, OrderMailPreview, orderMailObstacles } from '#shared/schemas/order.ts';
import type { User } from '#shared/schemas/user.ts';
import { zurichDay } from '#shared/zurich.ts';
import type { Mail, Mailer } from '../mail/send-mail.ts';
import type { ClaimedMail } from '../mail/waiting-mail-queries.ts';
import { createWaitingMails, type WaitingMails } from '../mail/waiting-mails.ts';
import { TEST_ORDERS } from '../platform/database/history.ts';
import type { Queryable } from '../platform/database/query.ts';
import { AppError } from '../platform/errors.ts';
import { expectedDelivery } from '../platform/i18n/expected-delivery.ts';
import { translate } from '../platform/i18n/messages.ts';
import { chf, count, swissDate } from '../platform/i18n/swiss.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { answerOrder } from './answer-order.ts';
import { languageFor, type OrderPrinting, orderFile, orderFileHead } from './order-files.ts';
import {
  findOrderFile,
  findTransferOrderContact,
  insertOrderMail,
  keptFileNames,
  type OrderFileKind,
  type OrderMail,
  settleOrderMail,
  type WholeOrder,
} from './order-queries.ts';
import { orderTitle } from './paper/order-form.ts';

type Obstacle = (typeof orderMailObstacles)[number];

/** Attachments. */
const files: readonly OrderFileKind[] = ['pdf', 'excel', 'csv'];
const address = z.email().max(255);

/** The mail with which `user` would send the order, in the customer's language or else `language`. */
export async function previewOrderMail(
  { pool, settings }: { pool: Pool; settings: () => Promise<Pick<Settings, 'staging'>> },
  order: WholeOrder,
  user: User,
  language: Language,
): Promise<OrderMailPreview> {
  const id = order.order;
  const { wholesaler, deliveryType } = order.content;
  const taker = wholesaler && (await findTransferOrderContact(pool, wholesaler.wholesalerID));
  const contact = taker?.contact ?? null;
  const obstacle =
    obstacleOfStage(id, (await settings()).staging !== null) ?? obstacleOf(deliveryType, taker);
  const known = await languageFor(pool, order.content.statistic, language);
  const kept = await keptFileNames(pool, id);
  return {
    obstacle,
    message: obstacle && translate(language, `errors.${obstacle}`),
    contact,
    to: obstacle || contact === null ? null : askedAddress(order, contact),
    cc: user.email,
    ...wordsOf(order, user, known),
    files: files.map((kind) => ({
      kind,
      name: kept.get(kind) ?? orderFileHead(order, kind, known).fileName,
    })),
    signed: order.signed,
  };
}

/**
 * Queues the order to the wholesaler, with its files and a copy to `user`; once per address, however often it is asked.
 * `to` is the address that the user was shown. @throws AppError 409 where it cannot be sent or the address has changed
 */
export async function sendOrder(
  parts: OrderPrinting & { settings: () => Promise<Settings>; orderMails: WaitingMails },
  order: WholeOrder,
  to: string,
  user: User,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<Order> {
  const { pool, orderMails } = parts;
  const id = order.order;
  const mail = await previewOrderMail(parts, order, user, language);
  if (mail.obstacle) throw new AppError(409, mail.obstacle);
  if (mail.to !== to) throw new AppError(409, 'order_contact_changed');
  // Files first: any process must be able to send the mail as soon as it is queued.
  for (const kind of files) await orderFile(parts, order, kind, language, { signal });
  const { cc, subject, text } = mail;
  // Not from numbers alone: a restored portal repeats them, and mail servers drop what they take for a copy.
  const messageId = `<order-${id}-${randomUUID()}@portal>`;
  const content = { messageId, cc, replyTo: user.email, subject, text, files: [...files] };
  await insertOrderMail(pool, id, to, content, user.id);
  orderMails.look();
  return answerOrder(pool, id);
}

/**
 * Has a mail with unknown delivery sent again, or marks it as sent. @throws AppError 409 where it cannot be sent, 404 for
 * an unknown order
 */
export async function settleMail(
  {
    pool,
    settings,
    orderMails,
  }: { pool: Pool; settings: () => Promise<Pick<Settings, 'staging'>>; orderMails: WaitingMails },
  id: number,
  outcome: Parameters<typeof settleOrderMail>[2],
): Promise<Order> {
  const obstacle = obstacleOfStage(id, (await settings()).staging !== null);
  if (obstacle && outcome.outcome === 'again') throw new AppError(409, obstacle);
  await settleOrderMail(pool, id, outcome);
  orderMails.look();
  return answerOrder(pool, id);
}

/** A mail that staging does not really send would count as sent in production. */
function obstacleOfStage(id: number, isStaging: boolean): Obstacle | null {
  if (isStaging) return isTestOrder(id) ? null : 'order_of_production';
  return isTestOrder(id) ? 'order_is_test' : null;
}

const isTestOrder = (id: number) => id > TEST_ORDERS;

function obstacleOf(
  deliveryType: Order['content']['deliveryType'],
  wholesaler: { contact: string | null; retired: boolean } | null,
): Obstacle | null {
  if (deliveryType !== 'TransferOrder') return 'order_not_for_wholesaler';
  if (!wholesaler) return 'order_no_wholesaler';
  if (wholesaler.retired) return 'order_wholesaler_retired';
  return address.safeParse(wholesaler.contact).success ? null : 'order_no_mail_address';
}

/** In the case in which the order was sent there before, or is queued; else it would be sent once more. */
function askedAddress({ mails }: WholeOrder, contact: string): string {
  const asked = mails.filter((mail) => mail.sentAt ?? mail.nextAttemptAt ?? mail.unknownAt);
  return asked.find(({ to }) => to.toLowerCase() === contact.toLowerCase())?.to ?? contact;
}

function wordsOf(
  { order, content, madeAt }: WholeOrder,
  user: User,
  language: Language,
): Pick<OrderMailPreview, 'subject' | 'text'> {
  const word = (key: string, params = {}) => translate(language, `orderForm.mail.${key}`, params);
  const isTest = content.test ?? false;
  const { statistic, sums } = content;
  const late = content.rows.filter((row) => row.late);
  const customer = withoutBidiControls(
    [statistic.customerName, statistic.customerExternalId].filter(Boolean).join(', '),
  ).replace(/[\s\p{Cc}]+/gu, ' ');
  const name = withoutBidiControls(user.name);
  const { rows, packs, exFactorySum, withoutPrice } = sums;
  return {
    subject: customer
      ? word(isTest ? 'testSubject' : 'subject', { order, customer })
      : orderTitle(language, order, content),
    text: [
      word('greeting'),
      ...(isTest ? [translate(language, 'orderForm.test')] : []),
      customer ? word('text', { order, customer }) : word('textWithoutCustomer', { order }),
      [
        word('packs', { rows: count(rows), packs: count(packs), sum: chf(exFactorySum) }),
        ...(withoutPrice > 0 ? [translate(language, 'orderForm.withoutPrice', { count: withoutPrice })] : []),
        word('delivery', { date: swissDate(content.deliveryDate) }),
      ].join('\n'),
      ...(late.length > 0 ? [[word('late'), ...late.map(lateLine)].join('\n')] : []),
      [word('representative', { name, email: user.email }), word('copy', { email: user.email })].join('\n'),
      [word('closing'), name].join('\n'),
    ].join('\n\n'),
  };

  function lateLine({ productDescription, packs, late }: OrderContent['rows'][number]): string {
    const product = withoutBidiControls(productDescription);
    const expected = late?.expected ?? null;
    return expected === null
      ? word('lateUnknown', { product, packs: count(packs) })
      : word('lateExpected', {
          product,
          packs: count(packs),
          expected: expectedDelivery(language, {
            delivery: expected,
            week: late?.week,
            today: zurichDay(new Date(madeAt)),
          }),
        });
  }
}

/** Sends orders to wholesalers: each once, unless its sender decides otherwise. */
export function createOrderMails(
  pool: Pool,
  mailer: Mailer,
  onError: (error: unknown) => void,
): WaitingMails {
  const write = (claimed: ClaimedMail<OrderMail>) => mailOf(pool, claimed);
  return createWaitingMails({ pool, mailer, kinds: ['order'], what: 'An order', write, onError });
}

async function mailOf(db: Queryable, { id, orderId, to, content }: ClaimedMail<OrderMail>): Promise<Mail> {
  const { files, messageId = `<order-${orderId}-${id}@portal>`, ...words } = content;
  const attachments: Mail['attachments'] = [];
  for (const kind of files) {
    const file = await findOrderFile(db, orderId!, kind);
    if (!file) throw new Error(`Order ${orderId} keeps no file of kind ${kind}`);
    attachments.push({ filename: file.fileName, contentType: file.contentType, content: file.content });
  }
  return { to, ...words, attachments, messageId, isTest: isTestOrder(orderId!) };
}
