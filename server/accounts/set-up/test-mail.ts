import type { Pool } from 'pg';
import type { Language } from '#shared/languages.ts';
import type { TestMailResult } from '#shared/schemas/setup.ts';
import type { User } from '#shared/schemas/user.ts';
import type { Config } from '../../config.ts';
import { type Mailer, mailServer } from '../../mail/send-mail.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { noteTestedMailServer } from './checklist.ts';

/** Mails the user a few words in their language, and remembers a mail server that takes them. */
export async function sendTestMail(
  {
    pool,
    mailer,
    config,
    settings,
  }: { pool: Pool; mailer: Mailer; config: Config; settings: () => Promise<Settings> },
  user: Pick<User, 'email' | 'name' | 'language'>,
): Promise<TestMailResult> {
  const { server, outbox } = mailServer(config);
  const to = user.email;
  try {
    await mailer.send({
      to,
      ...testMail(user.language as Language, user.name, (await settings()).provider.name),
    });
  } catch (error) {
    return { to, outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
  if (server === undefined) return { to, outcome: 'written', detail: outbox };
  await noteTestedMailServer(pool, server);
  return { to, outcome: 'sent', detail: null };
}

function testMail(language: Language, name: string, portal: string) {
  const [greeting, text] = ['greeting', 'text'].map((key) =>
    translate(language, `mail.test.${key}`, { name, portal }),
  );
  return {
    subject: translate(language, 'mail.test.subject'),
    text: `${greeting}\n\n${text}\n`,
  };
}
