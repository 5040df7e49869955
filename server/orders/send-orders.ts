import type { Pool } from 'pg';
import type { Mail, Mailer } from '../mail/send-mail.ts';
import type { ClaimedMail } from '../mail/waiting-mail-queries.ts';
import { createWaitingMails, type WaitingMails } from '../mail/waiting-mails.ts';
import type { Queryable } from '../platform/database/query.ts';
import { findOrderFile } from './order-file-queries.ts';
import type { OrderMail } from './order-mail-queries.ts';

/** Sends orders to wholesalers: none twice, unless its sender says so. */
export function createOrderMails(
  pool: Pool,
  mailer: Mailer,
  onError: (error: unknown) => void,
): WaitingMails {
  const write = (claimed: ClaimedMail<OrderMail>) => mailOf(pool, claimed);
  return createWaitingMails({ pool, mailer, kinds: ['order'], what: 'An order', write, onError });
}

async function mailOf(db: Queryable, { id, orderId, to, content }: ClaimedMail<OrderMail>): Promise<Mail> {
  const { files, ...words } = content;
  const attachments: Mail['attachments'] = [];
  for (const kind of files) {
    const file = await findOrderFile(db, orderId!, kind);
    if (!file) throw new Error(`Order ${orderId} keeps no file of kind ${kind}`);
    attachments.push({ filename: file.fileName, contentType: file.contentType, content: file.content });
  }
  return { to, ...words, attachments, messageId: `<order-${orderId}-${id}@portal>` };
}
