import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';

export type Mail = {
  to: string;
  cc?: string;
  /** Whom an answer goes to; without it to the portal. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** Beside the usual ones. */
  headers?: Record<string, string>;
  /** Stays the same where a mail is sent again, so that mail programs show it once. */
  messageId?: string;
};

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'provider' | 'contact'>;

/** A mail server that is there takes a connection, greets and goes on within that. */
const TIMEOUT_MILLISECONDS = 10_000;

/** Sends mails, or writes them to `outbox/` in the data directory when no SMTP server is configured. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

export function createMailer(config: MailConfig): Mailer {
  const { sender, outbox } = mailServer(config);
  const from = { name: config.provider.name, address: sender };
  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      connectionTimeout: TIMEOUT_MILLISECONDS,
      greetingTimeout: TIMEOUT_MILLISECONDS,
      socketTimeout: TIMEOUT_MILLISECONDS,
    });
    return {
      async send(mail) {
        await transport.sendMail({ from, ...mail });
      },
      close: () => transport.close(),
    };
  }
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

/** Where mails go, without user and password: the server, or without one the folder; and whom they come from. */
export function mailServer({ smtpUrl, dataDir, contact }: MailConfig) {
  const server = smtpUrl && new URL(smtpUrl);
  return {
    server: server ? `${server.protocol}//${server.host}` : undefined,
    sender: contact.email || 'portal@localhost',
    outbox: join(dataDir, 'outbox'),
  };
}
