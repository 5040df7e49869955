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
  close: () => Promise<void>;
}

/** A real SMTP server on any free port that keeps what it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Email[] = [];
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      received.push(await PostalMime.parse(await buffer(stream)));
      arrivals.dispatchEvent(new Event('mail'));
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
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
