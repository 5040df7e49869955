import type { Pool } from 'pg';
import { onOneLine } from '#analytics/cli/text-table.ts';
import type { Language } from '#shared/languages.ts';
import { dropWaitingLinks } from '../../accounts/account-mails.ts';
import { type Account, listAccounts } from '../../accounts/account-queries.ts';
import { changingAccounts, subjectOf } from '../../accounts/change-accounts.ts';
import { INVITATION_HOURS } from '../../accounts/invitation.ts';
import { type LinkReason, linkMail } from '../../accounts/passwords/link-mail.ts';
import { openPasswordLink } from '../../accounts/passwords/reset-password.ts';
import { type Config, readConfig } from '../../config.ts';
import { httpUrl } from '../../http/portal-url.ts';
import { createMailer, mailServer } from '../../mail/send-mail.ts';
import { openAnnouncer } from '../../platform/cache-invalidation/announcer.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createPool } from '../../platform/database/pool.ts';
import { recordChange } from '../../platform/record-audit.ts';
import { readSettings } from '../../platform/settings/setting-queries.ts';
import { openCommandDatabase } from '../../start/command-database.ts';
import { activate, activeAccountOf, addAccount, deactivate, promote, RefusedError } from './accounts.ts';
import type { UserCommand } from './arguments.ts';

type Asked = Exclude<UserCommand, { name: 'help' }>;

/** Runs the command on the database of the environment; returns what to print. @throws {RefusedError} */
export async function runUserCommand(command: Asked, environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment);
  const database = await openCommandDatabase(config);
  const pool = createPool(database.url, { max: 2 });
  const announcer = openAnnouncer(database.url);
  try {
    await migrate(pool);
    const told = await obey(command, { pool, config });
    if (['deactivate', 'activate', 'make-admin'].includes(command.name)) await announcer.everyoneHasHeard();
    return told;
  } finally {
    await announcer.close();
    await pool.end();
    await database.close();
  }
}

type Place = { pool: Pool; config: Config };

async function obey(command: Asked, place: Place): Promise<string> {
  const { pool } = place;
  switch (command.name) {
    case 'list':
      return accountTable(await listAccounts(pool));
    case 'add': {
      mayGiveLink(place.config, command.mail);
      const { email, fullName, role, language } = command;
      const account = await addAccount(pool, { email, name: fullName, role, language });
      const added = `${account.name} (${account.email}, ${account.role}) is added.`;
      return `${added}\n${await giveLink(place, account, 'invitation', command.mail)}`;
    }
    case 'set-password': {
      mayGiveLink(place.config, command.mail);
      const account = await activeAccountOf(pool, command.email);
      return giveLink(place, account, account.hasPassword ? 'newPassword' : 'invitation', command.mail);
    }
    case 'deactivate': {
      const { email, active } = await deactivate(pool, command.email, command.force);
      return active
        ? `${email} is deactivated; every session is ended.`
        : `${email} was deactivated already.`;
    }
    case 'activate': {
      const { email, active } = await activate(pool, command.email);
      return active ? `${email} was active already.` : `${email} may sign in again.`;
    }
    case 'make-admin': {
      const { email, role } = await promote(pool, command.email);
      return role === 'Admin' ? `${email} was an administrator already.` : `${email} is an administrator.`;
    }
  }
}

/** Checked before any change: whether a link can be made, and mailed. */
function mayGiveLink(config: Config, mail: boolean): void {
  if (mail && !config.smtpUrl)
    throw new RefusedError('No mail server is configured (SMTP_URL). Without --mail the link is printed.');
  if (!config.publicUrl && config.port === 0)
    throw new RefusedError('PORT is 0: set PUBLIC_URL, so that the link leads to the portal.');
}

/** Mails the link, or returns it for printing, also where the mail server refuses it. */
async function giveLink(
  { pool, config }: Place,
  { id, email, name, language }: Account,
  reason: LinkReason,
  mail: boolean,
): Promise<string> {
  const minutes = INVITATION_HOURS * 60;
  const portalUrl = config.publicUrl ?? httpUrl(config.host, config.port);
  const link = await changingAccounts(pool, null, async (client) => {
    // A queued link would void this one.
    await dropWaitingLinks(client, id);
    const opened = await openPasswordLink(client, { id, email }, minutes, portalUrl);
    if (!opened) throw new RefusedError(`${email} was changed meanwhile: ask for the link again.`);
    const after = { link: reason, hours: INVITATION_HOURS };
    await recordChange(client, {
      by: null,
      action: 'user.invited',
      ...subjectOf({ id, name, email }),
      after,
    });
    return opened;
  });
  const validity = `good once and for ${INVITATION_HOURS} hours`;
  const printed = `The password is set with this link, ${validity}:\n\n  ${link}\n`;
  if (!mail) return printed;
  const mailer = createMailer(config, () => readSettings(pool, config));
  try {
    const { provider, staging } = await readSettings(pool, config);
    const about = { language: language as Language, name, portal: provider.name, minutes };
    await mailer.send({ to: email, ...linkMail(reason, link, about) });
    if (staging)
      return `This portal is one of staging, so the mail to ${email} is written to ${mailServer(config).outbox}.\n${printed}`;
    return `A link to set the password, ${validity}, is mailed to ${email}.`;
  } catch (error) {
    throw new RefusedError(`The mail server did not take the mail: ${(error as Error).message}\n${printed}`);
  } finally {
    mailer.close();
  }
}

function accountTable(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'There is no user yet.';
  const rows = accounts.map(({ email, name, role, language, active, hasPassword }) => [
    email,
    onOneLine(name),
    role,
    language,
    active ? (hasPassword ? 'active' : 'active, no password yet') : 'deactivated',
  ]);
  const all = [['E-MAIL', 'NAME', 'ROLE', 'LANGUAGE', 'STATE'], ...rows];
  const width = (column: number) => Math.max(...all.map((row) => row[column]!.length));
  const widths = [0, 1, 2, 3, 4].map(width);
  return all
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
