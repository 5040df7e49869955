import { recordChange } from '../db/audit.ts';
import { findUser } from '../db/user-accounts.ts';
import { findCredentials } from '../db/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError, notFound } from '../errors.ts';
import { type LinkReason, linkMail } from '../link-mail.ts';
import { openPasswordLink } from '../reset-password.ts';
import type { Language } from '../words/messages.ts';
import type { Doer } from './account-rules.ts';
import { changingAccounts, subjectOf } from './change-accounts.ts';
import { sendOrLog } from './send-or-log.ts';

/** How long a link is good for that an administrator has sent: over a weekend. */
export const INVITATION_HOURS = 72;

/**
 * Mails a user a link to set a password; earlier ones are void, a present password stays good until it is used. Gives
 * whether the mail server took the mail.
 * @throws AppError 404, 409 `user_inactive`
 */
export async function invite(
  { pool, mailer, log, config }: Pick<Dependencies, 'pool' | 'mailer' | 'log' | 'config'>,
  by: Doer,
  id: number,
  portalUrl: string,
): Promise<boolean> {
  const minutes = INVITATION_HOURS * 60;
  const { user, link, reason } = await changingAccounts(pool, by, async (client) => {
    const user = await findUser(client, id);
    if (!user) throw notFound();
    if (!user.Active) throw new AppError(409, 'user_inactive');
    const credentials = await findCredentials(client, user.email);
    const reason: LinkReason = credentials?.password_hash ? 'newPassword' : 'invitation';
    const link = await openPasswordLink(client, id, minutes, portalUrl);
    const after = { link: reason, hours: INVITATION_HOURS };
    await recordChange(client, { by, action: 'user.invited', ...subjectOf(user), after });
    return { user, link, reason };
  });
  const about = {
    name: user.name,
    language: user.language as Language,
    portal: config.provider.name,
    minutes,
  };
  return sendOrLog(mailer, log, { to: user.email, ...linkMail(reason, link, about) });
}
