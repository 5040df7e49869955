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
  /** Default: the portal. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** Additional headers. */
  headers?: Record<string, string>;
  /** The same for each attempt, so that mail programs show the mail once. */
  messageId?: string;
  /** Of a staging portal: it is never really sent. */
  isTest?: boolean;
  /**
   * Awaited when the mail except its end has been transmitted: afterwards the mail server may have accepted it, whatever
   * it answers. If this fails, the mail is not sent.
   */
  beforeEnd?: () => Promise<void>;
};

/** Headers of automatic mails, which out-of-office replies ignore (RFC 3834). */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir'>;
type Sender = Pick<Settings, 'contact' | 'provider' | 'staging'>;

/** Longest wait for a connection and greeting. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Longest wait for the server's answer after the end: it may scan the mail first. Hanging up earlier would send the mail
 * again; the claim of a mail lasts longer than this.
 */
const WORD_MILLISECONDS = 60_000;

/** Sends mails, or writes them to `outbox/` in the data directory without an SMTP server, or in a staging portal. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, without sending. @throws the mail server's refusal */
  check(): Promise<void>;
  close(): void;
};

/** `settings` are read for every mail: they have the sender, and whether the portal is staging. */
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

/** Without characters that change the displayed order of text. */
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

/** Delays the ends of mails until `beforeEnd` resolves. */
function holdEnds<Sent>(transport: Transporter<Sent>): void {
  transport.use('stream', ({ data, message }, done) => {
    const { beforeEnd } = data as Mail;
    // No read-ahead, or the end would be reported too early.
    const options = { objectMode: false, highWaterMark: 1 };
    // Stored with the message: the connection adds refused recipients to it.
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
 * A mail accepted for one recipient counts as sent; but if the addressee is refused, it must not be completed for the
 * copy's recipient alone. @throws the mail server's answer for the addressee
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

/** The sender of mails. */
export function senderOf({ contact }: Sender): string {
  return contact.email || 'portal@localhost';
}

/** Where mails go, without credentials: the server, or the folder. */
export function mailServer({ smtpUrl, dataDir }: MailConfig) {
  const server = smtpUrl && new URL(smtpUrl);
  return {
    server: server ? `${server.protocol}//${server.host}` : undefined,
    outbox: join(dataDir, 'outbox'),
  };
}

/** Whether the mail server refuses the recipient or the mail permanently. */
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
  // Not for refusals of sender or client (RFC 3463: 5.7), which an operator can fix.
  const isOfMail = recipient !== undefined || command === 'RCPT TO' || command === 'DATA';
  return isOfMail && responseCode >= 500 && !/^\d{3}[ -]5\.7\.|\brelay/i.test(response);
}

/** Why sending failed, without the server's text, which may name the recipient and must not be logged. */
export function mailFailure(what: string, error: unknown): Error {
  const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
  return new Error(`${what} could not be sent: ${code} ${responseCode}`.trim());
}
