import type { Logger } from 'pino';
import type { Mail, Mailer } from '../mail.ts';

/** Whether the mail server took the mail; why not is in the log. */
export async function sendOrLog(mailer: Mailer, log: Logger, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail);
    return true;
  } catch (error) {
    log.error({ err: error }, 'the mail server did not take a mail to a user');
    return false;
  }
}
