import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import { now } from '#analytics/clock.ts';
import { withoutBidiControls } from '#shared/plain-text.ts';
import type { Config } from '../config.ts';
import type { Settings } from '../platform/settings/settings.ts';

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
  /** It is about what is none of production: nobody gets it, wherever other mails go. */
  isTest?: boolean;
  /**
   * Awaited when all of the mail but its end has been handed over: from then on the mail server may have it, whatever
   * becomes of its word that it has. A mail whose end is held back by a failure is not sent.
   */
  beforeEnd?: () => Promise<void>;
};

/** Headers of a mail that nobody has written: programs that answer for who is absent answer none of these (RFC 3834). */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir'>;
type Sender = Pick<Settings, 'contact' | 'provider' | 'staging'>;

/** A mail server that is there takes a connection and greets within that. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * It may look a mail through before it says that it has it. Whoever hangs up on it sends the mail again, or asks its sender;
 * the claim of a mail whose end is given holds for longer.
 */
const WORD_MILLISECONDS = 60_000;

/** Sends mails, or writes them to `outbox/` in the data directory when no SMTP server is configured, or in a staging portal. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, and sends nothing. @throws what the mail server has against it */
  check(): Promise<void>;
  close(): void;
};

/** `settings`: whose address is the sender's; asked for every mail, so that each comes from, and goes, as is right at the moment. */
export function createMailer(config: MailConfig, settings: () => Promise<Sender>): Mailer {
  const { outbox } = mailServer(config);
  const server =
    config.smtpUrl &&
    createTransport({
      url: config.smtpUrl,
      pool: true,
      connectionTimeout: TIMEOUT_MILLISECONDS,
      greetingTimeout: TIMEOUT_MILLISECONDS,
      socketTimeout: WORD_MILLISECONDS,
    });
  const writer = createTransport({ streamTransport: true, buffer: true });
  if (server) holdEnds(server);
  holdEnds(writer);
  return {
    async send({ isTest, ...mail }) {
      const sender = await settings();
      const from = { name: withoutBidiControls(sender.provider.name), address: senderOf(sender) };
      const complete = { from, ...asShown(mail) };
      if (server && !sender.staging && !isTest) {
        await server.sendMail(complete);
        return;
      }
      const { message } = await writer.sendMail(complete);
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const time = now().toISOString().replace(/[:.]/g, '-');
      await writeFile(join(outbox, `${time}-${randomUUID().slice(0, 8)}.eml`), message as Buffer, {
        mode: 0o600,
      });
    },
    async check() {
      if (server) await server.verify();
    },
    close() {
      if (server) server.close();
      writer.close();
    },
  };
}

/** With nothing in it that mail programs show in another order than it stands. */
function asShown(mail: Mail): Mail {
  const { cc, replyTo, html, attachments } = mail;
  return {
    ...mail,
    to: withoutBidiControls(mail.to),
    subject: withoutBidiControls(mail.subject),
    text: withoutBidiControls(mail.text),
    ...(cc && { cc: withoutBidiControls(cc) }),
    ...(replyTo && { replyTo: withoutBidiControls(replyTo) }),
    ...(html && { html: withoutBidiControls(html) }),
    ...(attachments && {
      attachments: attachments.map((file) => ({ ...file, filename: withoutBidiControls(file.filename) })),
    }),
  };
}

/** Has the ends of mails wait for `beforeEnd`. */
function holdEnds<Sent>(transport: Transporter<Sent>): void {
  transport.use('stream', ({ data, message }, done) => {
    const { beforeEnd } = data as Mail;
    // Nothing is read ahead of the connection, or the end would be noted before it is near.
    const options = { objectMode: false, highWaterMark: 1 };
    // Kept with the message, it is where the connection notes whom the mail server refuses.
    message.setEnvelope(message.getEnvelope());
    const checked = async () => {
      checkAddressee(message.getEnvelope());
      await beforeEnd?.();
    };
    message.processFunc((content) => Readable.from(withEndHeld(content, checked), options));
    done();
  });
}

/**
 * A mail that the mail server takes for somebody counts as taken: one whose addressee it refuses must not be ended for who
 * gets a copy. @throws what the mail server said of the addressee
 */
function checkAddressee(envelope: {
  to: string[];
  rejectedErrors?: readonly (Error & { recipient?: string })[];
}): void {
  const refusal = envelope.rejectedErrors?.find(({ recipient }) => recipient === envelope.to[0]);
  if (refusal) throw refusal;
}

async function* withEndHeld(content: Readable, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of content) yield chunk as Buffer;
  await beforeEnd();
}

/** Whom mails come from. */
export function senderOf({ contact }: Sender): string {
  return contact.email || 'portal@localhost';
}

/** Where mails go, without user and password: the server, or without one the folder. */
export function mailServer({ smtpUrl, dataDir }: MailConfig) {
  const server = smtpUrl && new URL(smtpUrl);
  return {
    server: server ? `${server.protocol}//${server.host}` : undefined,
    outbox: join(dataDir, 'outbox'),
  };
}

/** Whether the mail server says of an addressee or of the mail that it will not take it, however often it is asked. */
export function isRefusedForGood(error: unknown): boolean {
  const {
    command,
    recipient,
    response = '',
    responseCode = 0,
  } = error as {
    command?: string;
    recipient?: string;
    response?: string;
    responseCode?: number;
  };
  // Not of whom it comes from, nor of what this portal may do there (RFC 3463: 5.7): an operator mends that.
  const isOfMail = recipient !== undefined || command === 'RCPT TO' || command === 'DATA';
  return isOfMail && responseCode >= 500 && !/^\d{3}[ -]5\.7\.|\brelay/i.test(response);
}

/** What the mail server or the way there has against a mail; its words may name the addressee, who is nothing for logs. */
export function mailFailure(what: string, error: unknown): Error {
  const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
  return new Error(`${what} could not be sent: ${code} ${responseCode}`.trim());
}
