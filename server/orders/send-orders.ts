import type { Pool } from 'pg';
import { findOrderFile } from '../db/order-files.ts';
import {
  lockOrderMail,
  noteOrderMailSent,
  postponeOrderMail,
  type WaitingOrderMail,
} from '../db/order-mails.ts';
import { inTransaction, type Queryable } from '../db/query.ts';
import type { Mail, Mailer } from '../mail.ts';

/** What one process leaves waiting, and mails that were put off, are looked at by all. */
const INTERVAL_MILLISECONDS = 60_000;

/** Sends orders that wait for it. */
export type OrderMails = {
  /** Looks for some now, and every minute. */
  look(): void;
  /** Resolves when the mail under way is sent. */
  end(): Promise<void>;
};

/**
 * Any number of processes can do so at the same time. Each mail is sent in a transaction that holds it: however many are
 * killed at it, none is lost. One is sent twice, under the same Message-ID, only when a process ends between the mail
 * server's word that it has it and the note of that.
 */
export function createOrderMails(pool: Pool, mailer: Mailer, onError: (error: unknown) => void): OrderMails {
  let ended = false;
  let running = Promise.resolve();
  let waiting = false;
  const timer = setInterval(look, INTERVAL_MILLISECONDS);
  timer.unref();

  return {
    look,
    end() {
      ended = true;
      clearInterval(timer);
      return running;
    },
  };

  function look(): void {
    if (waiting || ended) return;
    waiting = true;
    running = running.then(async () => {
      waiting = false;
      await sendWaiting().catch(onError);
    });
  }

  async function sendWaiting(): Promise<void> {
    while (!ended) {
      const found = await inTransaction(pool, async (client) => {
        const next = await lockOrderMail(client);
        if (!next) return false;
        try {
          await mailer.send(await mailOf(client, next));
          await noteOrderMailSent(client, next.id);
        } catch (error) {
          // Not whom it was for: a mail server's words may name them.
          const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
          onError(new Error(`An order could not be sent: ${code} ${responseCode}`.trim()));
          await postponeOrderMail(client, next.id);
        }
        return true;
      });
      if (!found) return;
    }
  }
}

async function mailOf(db: Queryable, { id, order, to, mail }: WaitingOrderMail): Promise<Mail> {
  const { files, ...words } = mail;
  const attachments: Mail['attachments'] = [];
  for (const kind of files) {
    const file = await findOrderFile(db, order, kind);
    if (!file) throw new Error(`Order ${order} keeps no file of kind ${kind}`);
    attachments.push({ filename: file.fileName, contentType: file.contentType, content: file.content });
  }
  return { to, ...words, attachments, messageId: `<order-${order}-${id}@portal>` };
}
