import type { Pool } from 'pg';
import type { Mail, Mailer } from './send-mail.ts';
import { mailFailure } from './send-mail.ts';
import {
  deleteWaitingMails,
  type MailClaim,
  postponeWaitingMail,
  renewMailClaim,
  type WaitingMailTable,
} from './waiting-mail-queries.ts';

/** Sends mails that were claimed. */
export type WaitingMails = {
  /** Gives whether the mail server took it. One that it did not take, or that is somebody else's by then, is not lost. */
  send(claim: MailClaim, write: () => Promise<Mail>): Promise<boolean>;
  /**
   * Notes which mails the mail server has: what could not be noted because the database failed is noted before any other
   * mail is claimed, so that none is sent again.
   */
  noteTaken(): Promise<void>;
};

/**
 * Of a mail that waited for the mail server until its claim ran out, and was claimed again, only the newest claim gives the
 * mail server its end; and has it for as long again from then on. `what` names such a mail where one fails.
 */
export function createWaitingMails(
  pool: Pool,
  mailer: Mailer,
  table: WaitingMailTable,
  what: string,
  onError: (error: unknown) => void,
): WaitingMails {
  const taken = new Set<number>();

  return {
    async send(claim, write) {
      try {
        const beforeEnd = () => renewMailClaim(pool, table, claim);
        await mailer.send({ ...(await write()), beforeEnd });
      } catch (error) {
        onError(mailFailure(what, error));
        await postponeWaitingMail(pool, table, claim);
        return false;
      }
      taken.add(claim.id);
      await noteTaken();
      return true;
    },
    noteTaken,
  };

  async function noteTaken(): Promise<void> {
    const ids = [...taken];
    if (ids.length === 0) return;
    await deleteWaitingMails(pool, table, ids);
    for (const noted of ids) taken.delete(noted);
  }
}
