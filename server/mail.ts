import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

/** Sends mails, or writes them to `outbox/` in the data directory when no SMTP server is configured. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

export function createMailer(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'provider' | 'contact'>): Mailer {
  const from = { name: config.provider.name, address: config.contact.email || 'portal@localhost' };
  if (config.smtpUrl) {
    const transport = createTransport({ url: config.smtpUrl, pool: true });
    return {
      async send(mail) {
        await transport.sendMail({ from, ...mail });
      },
      close: () => transport.close(),
    };
  }
  const outbox = join(config.dataDir, 'outbox');
  const writer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await writer.sendMail({ from, ...mail });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      await writeFile(join(outbox, `${time}-${randomUUID().slice(0, 8)}.eml`), message as Buffer, {
        mode: 0o600,
      });
    },
    close: () => writer.close(),
  };
}
