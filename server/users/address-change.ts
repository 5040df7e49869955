import type { User } from '../answers/user.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Language, translate } from '../words/messages.ts';
import { sendOrLog } from './send-or-log.ts';

/** Tells both addresses that an account has another one now; gives whether the mail server took both mails. */
export async function tellBothAddresses(
  { mailer, log, config }: Pick<Dependencies, 'mailer' | 'log' | 'config'>,
  before: User,
  after: User,
): Promise<boolean> {
  const words = (key: string) =>
    translate(after.language as Language, `mail.addressChanged.${key}`, {
      name: after.name,
      portal: config.provider.name,
      before: before.email,
      after: after.email,
    });
  const text = `${['greeting', 'text', 'signIn', 'unexpected'].map(words).join('\n\n')}\n`;
  const sent = await Promise.all(
    [before.email, after.email].map((to) => sendOrLog(mailer, log, { to, subject: words('subject'), text })),
  );
  return sent.every(Boolean);
}
