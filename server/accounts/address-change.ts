import type { User } from '#shared/schemas/user.ts';
import type { Queryable } from '../platform/database/query.ts';
import { type Language, translate } from '../platform/i18n/messages.ts';
import { insertAccountMail } from './account-mail-queries.ts';

/**
 * Puts mails to both addresses among those to be sent where an account has another one now; gives their numbers. In the
 * transaction that changes it.
 */
export async function tellBothAddresses(
  db: Queryable,
  before: User,
  after: User,
  portal: string,
): Promise<number[]> {
  if (before.email.toLowerCase() === after.email.toLowerCase()) return [];
  const words = (key: string) =>
    translate(after.language as Language, `mail.addressChanged.${key}`, {
      name: after.name,
      portal,
      before: before.email,
      after: after.email,
    });
  const text = `${['greeting', 'text', 'signIn', 'unexpected'].map(words).join('\n\n')}\n`;
  const mails: number[] = [];
  for (const to of [before.email, after.email]) {
    mails.push(
      await insertAccountMail(db, after.id, { kind: 'notice', to, subject: words('subject'), text }),
    );
  }
  return mails;
}
