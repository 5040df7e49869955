import type { PoolClient } from 'pg';
import { AppError, gone } from '../platform/errors.ts';
import { recordChange } from '../platform/record-audit.ts';
import { dropWaitingLinks, insertLinkMail } from './account-mails.ts';
import { findUser, voidPasswordLinks } from './account-queries.ts';
import { type Doer, subjectOf } from './change-accounts.ts';
import type { LinkReason } from './passwords/link-mail.ts';
import { findCredentials } from './user-queries.ts';

/** Lifetime of a link that an administrator sends: over a weekend. */
export const INVITATION_HOURS = 72;

/**
 * Queues a mail with a link to set a password, and returns its number; earlier links are void, a current password stays
 * valid until the link is used. In changingAccounts. `portalUrl` is the base of the link. @throws AppError 404, 409
 * `user_inactive`
 */
export async function invite(client: PoolClient, by: Doer, id: number, portalUrl: string): Promise<number> {
  const user = await findUser(client, id);
  if (!user) throw gone();
  if (!user.Active) throw new AppError(409, 'user_inactive');
  const credentials = await findCredentials(client, user.email);
  const reason: LinkReason = credentials?.password_hash ? 'newPassword' : 'invitation';
  await dropWaitingLinks(client, id);
  await voidPasswordLinks(client, id);
  const minutes = INVITATION_HOURS * 60;
  const mail = await insertLinkMail(client, id, { reason, minutes, portalUrl });
  const after = { link: reason, hours: INVITATION_HOURS };
  await recordChange(client, { by, action: 'user.invited', ...subjectOf(user), after });
  return mail;
}
