import type { Pool } from 'pg';
import { findOrderFile } from '../db/order-files.ts';
import {
  isEndGiven,
  lockOrderMail,
  noteEndGiven,
  noteOrderMailSent,
  noteOrderMailUnknown,
  postponeOrderMail,
  type WaitingOrderMail,
} from '../db/order-mails.ts';
import { inTransaction, type Queryable } from '../db/query.ts';
import type { Mail, Mailer } from '../mail.ts';
import { mailFailure } from '../mail-failure.ts';
import { lookForMails } from '../mail-looks.ts';

/** Sends orders that wait for it. */
export type OrderMails = {
  /** Looks for some now, and every minute. */
  look(): void;
  /** Resolves when the mail under way is sent. */
  end(): Promise<void>;
};

/**
 * Any number of processes can do so at the same time. Each mail is sent in a transaction that holds it, and just before its
 * end is given to the mail server that is noted beside the transaction. However many are killed at it, none is lost and none
 * is sent twice: a mail whose end was given and of which nobody has heard since waits for its sender's word.
 */
export function createOrderMails(pool: Pool, mailer: Mailer, onError: (error: unknown) => void): OrderMails {
  const looks = lookForMails(sendWaiting, onError);
  return { look: looks.look, end: looks.end };

  async function sendWaiting(): Promise<void> {
    while (!looks.isEnding()) {
      const found = await inTransaction(pool, async (client) => {
        const next = await lockOrderMail(client);
        if (!next) return false;
        const { id } = next;
        // Only now that it is held: whoever had it before may have been killed a moment ago.
        if (await isEndGiven(client, id)) await noteOrderMailUnknown(client, id);
        else await send(client, next);
        return true;
      });
      if (!found) return;
    }
  }

  async function send(client: Queryable, next: WaitingOrderMail): Promise<void> {
    const { id } = next;
    let isGiven = false;
    const beforeEnd = async () => {
      await noteEndGiven(pool, id);
      // Still held, and so nobody else's: whoever gets it from now on finds the note.
      await assertHeld(client);
      isGiven = true;
    };
    try {
      await mailer.send({ ...(await mailOf(client, next)), beforeEnd });
    } catch (error) {
      onError(mailFailure('An order', error));
      // A mail server that refuses says so.
      const isRefused = (error as { responseCode?: number }).responseCode !== undefined;
      if (isGiven && !isRefused) await noteOrderMailUnknown(client, id);
      else await postponeOrderMail(client, id);
      return;
    }
    await noteOrderMailSent(client, id);
  }
}

/** @throws when the transaction has ended with its connection */
async function assertHeld(client: Queryable): Promise<void> {
  await client.query('select');
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
