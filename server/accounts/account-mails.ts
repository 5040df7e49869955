import type { Pool } from 'pg';
import type { Language } from '#shared/languages.ts';
import { lookForMails } from '../mail/poll-mails.ts';
import type { Mail, Mailer } from '../mail/send-mail.ts';
import { GIVE_UP_DAYS, type MailClaim, UNDER_WAY_MINUTES } from '../mail/waiting-mail-queries.ts';
import { createWaitingMails } from '../mail/waiting-mails.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from '../platform/database/query.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { type LinkReason, linkMail } from './passwords/link-mail.ts';
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

/** A mail about an account; a link is made when its mail is sent, to the address and in the language of that moment. */
export type AccountMail =
  | { kind: 'link'; reason: LinkReason; minutes: number; portalUrl: string }
  | { kind: 'notice'; to: string; subject: string; text: string };

type ClaimedMail = MailClaim & {
  mail: AccountMail;
  userId: number;
  email: string;
  name: string;
  language: string;
};

/** Puts a mail among those to be sent, and gives its number. */
export async function insertAccountMail(db: Queryable, userId: number, mail: AccountMail): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    'insert into account_mails (user_id, mail) values ($1, $2) returning id',
    [userId, JSON.stringify(mail)],
  );
  return id;
}

/** The mail of that number, or the next one (null), to be sent by whoever asked, for a while. Deactivated users get no link. */
function claimAccountMail(db: Queryable, id: number | null): Promise<ClaimedMail | undefined> {
  return queryOptionalRow<ClaimedMail>(
    db,
    `update account_mails m
     set claims = claims + 1, next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     from users u
     where u.id = m.user_id and m.id = (
       select w.id from account_mails w join users o on o.id = w.user_id
       where w.next_attempt_at <= now() and ($1::integer is null or w.id = $1)
         and (o.active or w.mail ->> 'kind' = 'notice')
       order by w.next_attempt_at, w.id limit 1
       for update of w skip locked
     )
     returning m.id, m.claims, m.mail, u.id as "userId", u.email, u.name, u.language`,
    [id],
  );
}

/** Takes back the links that wait to be mailed to a user. */
export async function dropWaitingLinks(db: Queryable, userId: number): Promise<void> {
  await execute(db, `delete from account_mails where user_id = $1 and mail ->> 'kind' = 'link'`, [userId]);
}

/** Removes mails that nobody takes; gives how many. */
export function purgeAccountMails(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from account_mails where id in (
       select id from account_mails where written_at < now() - make_interval(days => ${GIVE_UP_DAYS})
       for update skip locked
     )`,
  );
}
