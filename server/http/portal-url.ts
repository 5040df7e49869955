import type { Context } from 'koa';
import type { Config } from '../config.ts';

/** Base of links in mails and feeds: PUBLIC_URL, else this process. */
export function portalUrl(ctx: Context, { publicUrl, host, port }: Config): string {
  // The socket's port, since PORT may be 0; the Host header is chosen by the client.
  return publicUrl ?? httpUrl(host, ctx.req.socket.localPort ?? port);
}

/** A server that listens on every address is reached locally by the loopback address. */
const OWN: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address of a server that listens there. */
export function httpUrl(host: string, port: number): string {
  const named = OWN[host] ?? host;
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`;
}
