import type { WatchSession } from '../http/mount.ts';
import type { Mailer } from '../mail/send-mail.ts';
import type { WaitingMails } from '../mail/waiting-mails.ts';
import type { Dependencies as Below } from '../platform/dependencies.ts';
import type { ResetPassword } from './passwords/reset-password.ts';
import type { SetupLinks } from './setup-link.ts';
import type { SignIn } from './sign-in/sign-in.ts';

export type Dependencies = Below & {
  mailer: Mailer;
  accountMails: WaitingMails;
  signIn: SignIn;
  watchSession: WatchSession;
  resetPassword: ResetPassword;
  setupLinks: SetupLinks;
};
