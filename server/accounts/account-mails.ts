import type { Pool } from 'pg';
import { lookForMails } from '../mail/poll-mails.ts';
import type { Mail, Mailer } from '../mail/send-mail.ts';
import { createWaitingMails } from '../mail/waiting-mails.ts';
import type { Language } from '../platform/i18n/messages.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { type ClaimedMail, claimAccountMail } from './account-mail-queries.ts';
import { linkMail } from './passwords/link-mail.ts';
import { openPasswordLink } from './passwords/reset-password.ts';

/** Sends mails about accounts that wait for it. */
export type AccountMails = {
  /** Sends these now; gives whether the mail server took them. One that it did not take is tried again. */
  send(ids: readonly number[]): Promise<boolean>;
  /** Looks for some now, and every minute. */
  look(): void;
  /** Resolves when the mail under way is sent. */
  end(): Promise<void>;
};

/**
 * A mail is written in the transaction of what it tells of, so that it is there or neither is; any number of processes send
 * what is written. One that is killed while it sends leaves the mail to another: then a notice may come twice, and of two
 * invitations the later one has the link that is good.
 */
export function createAccountMails(
  pool: Pool,
  mailer: Mailer,
  settings: () => Promise<Pick<Settings, 'provider'>>,
  onError: (error: unknown) => void,
): AccountMails {
  const looks = lookForMails(sendWaiting, onError);
  const waiting = createWaitingMails(pool, mailer, 'account_mails', 'A mail to a user', onError);

  return {
    async send(ids) {
      const sent = await Promise.all(
        ids.map(async (id) => {
          const claimed = await claimAccountMail(pool, id);
          // Somebody else was faster.
          return claimed ? sendClaimed(claimed) : true;
        }),
      );
      return sent.every(Boolean);
    },
    look: looks.look,
    end: looks.end,
  };

  async function sendWaiting(): Promise<void> {
    while (!looks.isEnding()) {
      await waiting.noteTaken();
      const claimed = await claimAccountMail(pool, null);
      if (!claimed) return;
      await sendClaimed(claimed);
    }
  }

  function sendClaimed(claimed: ClaimedMail): Promise<boolean> {
    return waiting.send(claimed, () => mailOf(claimed));
  }

  async function mailOf({ id, mail, userId, email, name, language }: ClaimedMail): Promise<Mail> {
    if (mail.kind === 'notice') {
      const { to, subject, text } = mail;
      return { to, subject, text, messageId: `<account-${id}@portal>` };
    }
    const { reason, minutes, portalUrl } = mail;
    const link = await openPasswordLink(pool, userId, minutes, portalUrl);
    return {
      to: email,
      ...linkMail(reason, link, {
        name,
        language: language as Language,
        portal: (await settings()).provider.name,
        minutes,
      }),
    };
  }
}
