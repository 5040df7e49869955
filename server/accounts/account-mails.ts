import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Language } from '#shared/languages.ts';
import { AUTOMATIC, type Mail, type Mailer } from '../mail/send-mail.ts';
import { type ClaimedMail, insertMail } from '../mail/waiting-mail-queries.ts';
import { createWaitingMails, type WaitingMails } from '../mail/waiting-mails.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from '../platform/database/query.ts';
import { gone } from '../platform/errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { type LinkReason, linkMail } from './passwords/link-mail.ts';
import { openPasswordLink } from './passwords/reset-password.ts';

/** A link is made when its mail is sent, in the language of that moment, so that no valid link waits in the queue. */
type Link = { reason: LinkReason; minutes: number; portalUrl: string };
type Notice = { subject: string; text: string; messageId?: string };

/**
 * A mail is written in the transaction that it reports, so that both exist or neither does. A notice may be sent twice;
 * of two invitations the later has the valid link.
 */
export function createAccountMails(
  pool: Pool,
  mailer: Mailer,
  settings: () => Promise<Pick<Settings, 'provider'>>,
  onError: (error: unknown) => void,
): WaitingMails {
  const kinds = ['link', 'notice'] as const;
  return createWaitingMails({ pool, mailer, kinds, what: 'A mail to a user', write, onError });

  async function write({ to, content, userId }: ClaimedMail<Link | Notice>): Promise<Mail> {
    if ('text' in content) return { to, headers: AUTOMATIC, ...content };
    const { reason, minutes, portalUrl } = content;
    const link = await openPasswordLink(pool, { id: userId!, email: to }, minutes, portalUrl);
    // The address may have changed since the mail was queued.
    if (!link) throw gone();
    const about = await queryRow<{ name: string; language: Language }>(
      pool,
      'select name, language from users where id = $1',
      [userId],
    );
    const portal = (await settings()).provider.name;
    return { to, ...linkMail(reason, link, { ...about, portal, minutes }) };
  }
}

/** Queues a mail with a link, and returns the mail's number. */
export async function insertLinkMail(db: Queryable, userId: number, content: Link): Promise<number> {
  return (await insertMail(db, { kind: 'link', guarantee: 'at least once', userId, content }))!;
}

/**
 * Queues a reset link that a user asked for. One that the mail server has not taken yet is retried instead, so that
 * repeated requests do not pile up mails.
 */
export async function insertResetMail(
  db: Queryable,
  userId: number,
  link: Omit<Link, 'reason'>,
): Promise<number> {
  const refused = await queryOptionalRow<{ id: number }>(
    db,
    `update mails set next_attempt_at = now()
     where id = (select max(id) from mails where user_id = $1 and kind = 'link' and attempts > 0)
     returning id`,
    [userId],
  );
  return refused?.id ?? insertLinkMail(db, userId, { reason: 'reset', ...link });
}

/** Queues a notice, and returns the mail's number. */
export async function insertNotice(
  db: Queryable,
  userId: number,
  { to: recipient, ...words }: Pick<Mail, 'to' | 'subject' | 'text'>,
): Promise<number> {
  const content: Notice = { ...words, messageId: `<${randomUUID()}@portal>` };
  return (await insertMail(db, { kind: 'notice', guarantee: 'at least once', userId, recipient, content }))!;
}

/** Drops queued links of a user. */
export async function dropWaitingLinks(db: Queryable, userId: number): Promise<void> {
  await execute(db, `delete from mails where user_id = $1 and kind = 'link'`, [userId]);
}
