import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** The next mail to an address; waits for it. */
  next: (address: string) => Promise<Email>;
  /** What has arrived and was not asked for yet. */
  waiting: () => readonly Email[];
  close: () => Promise<void>;
}

export type MailboxOptions = {
  /** Any free one unless it is said. */
  port?: number;
  /** What happens when a mail is there whole, before it is taken; one that throws is refused. */
  beforeTaking?: (mail: Email) => Promise<void>;
  /** Addresses of which the mail server says, before it is given the mail, that there is nobody. */
  unknown?: ReadonlySet<string>;
  /** What happens when it is taken, before the sender is told. */
  afterTaking?: () => Promise<void>;
};

/** A real SMTP server that keeps what it receives. */
export async function openMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const received: Email[] = [];
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const isUnknown = options.unknown?.has(address);
      done(isUnknown ? Object.assign(new Error('There is nobody'), { responseCode: 550 }) : null);
    },
    async onData(stream, _session, done) {
      // Whoever is killed meanwhile has sent no mail.
      const content = await buffer(stream).catch(() => undefined);
      if (!content) return;
      const mail = await PostalMime.parse(content);
      try {
        await options.beforeTaking?.(mail);
      } catch (error) {
        done(error as Error);
        return;
      }
      received.push(mail);
      arrivals.dispatchEvent(new Event('mail'));
      await options.afterTaking?.();
      done();
    },
  });
  // Whose process is killed hangs up in the middle.
  server.on('error', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    waiting: () => received,
    async next(address) {
      for (;;) {
        const index = received.findIndex(({ to }) => to?.some((recipient) => recipient.address === address));
        if (index >= 0) return received.splice(index, 1)[0]!;
        await new Promise((resolve) => arrivals.addEventListener('mail', resolve, { once: true }));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
