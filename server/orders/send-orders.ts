import type { Pool } from 'pg';
import { lookForMails } from '../mail/poll-mails.ts';
import type { Mail, Mailer } from '../mail/send-mail.ts';
import { mailFailure } from '../mail/send-mail.ts';
import type { Queryable } from '../platform/database/query.ts';
import { findOrderFile } from './order-file-queries.ts';
import {
  type ClaimedOrderMail,
  claimOrderMail,
  noteEndGiven,
  noteOrderMailSent,
  noteOrderMailUnknown,
  postponeOrderMail,
} from './order-mail-queries.ts';

/** Sends orders that wait for it. */
export type OrderMails = {
  /** Looks for some now, and every minute. */
  look(): void;
  /** Resolves when the mail under way is sent. */
  end(): Promise<void>;
};

/**
 * Any number of processes can do so at the same time. Each mail is claimed by whoever sends it, and just before its end is
 * given to the mail server that is noted with it. However many are killed at it, none is lost and none is sent twice: a mail
 * whose end was given and of which nobody has heard since waits for its sender's word.
 */
export function createOrderMails(pool: Pool, mailer: Mailer, onError: (error: unknown) => void): OrderMails {
  const looks = lookForMails(sendWaiting, onError);
  return { look: looks.look, end: looks.end };

  async function sendWaiting(): Promise<void> {
    while (!looks.isEnding()) {
      const claimed = await claimOrderMail(pool);
      if (!claimed) return;
      if (claimed.isEndGiven) await noteOrderMailUnknown(pool, claimed);
      else await send(claimed);
    }
  }

  async function send(claimed: ClaimedOrderMail): Promise<void> {
    let isGiven = false;
    const beforeEnd = async () => {
      await noteEndGiven(pool, claimed);
      isGiven = true;
    };
    try {
      await mailer.send({ ...(await mailOf(pool, claimed)), beforeEnd });
    } catch (error) {
      onError(mailFailure('An order', error));
      // A mail server that refuses says so.
      const isRefused = (error as { responseCode?: number }).responseCode !== undefined;
      if (isGiven && !isRefused) await noteOrderMailUnknown(pool, claimed);
      else await postponeOrderMail(pool, claimed);
      return;
    }
    await noteOrderMailSent(pool, claimed);
  }
}

async function mailOf(db: Queryable, { id, order, to, mail }: ClaimedOrderMail): Promise<Mail> {
  const { files, ...words } = mail;
  const attachments: Mail['attachments'] = [];
  for (const kind of files) {
    const file = await findOrderFile(db, order, kind);
    if (!file) throw new Error(`Order ${order} keeps no file of kind ${kind}`);
    attachments.push({ filename: file.fileName, contentType: file.contentType, content: file.content });
  }
  return { to, ...words, attachments, messageId: `<order-${order}-${id}@portal>` };
}
