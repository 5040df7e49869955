import type { Context } from 'koa';
import type { Config } from '../config.ts';

/** Where links in mails and feeds lead to: PUBLIC_URL, without it to this process. */
export function portalUrl(ctx: Context, { publicUrl, host, port }: Config): string {
  // The socket's port: PORT may be 0, and what the request says of its host is the client's to choose.
  return publicUrl ?? httpUrl(host, ctx.req.socket.localPort ?? port);
}

/** What listens on every address is reached, by who is on the same machine, on its own. */
const OWN: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address of a server that listens there. */
export function httpUrl(host: string, port: number): string {
  const named = OWN[host] ?? host;
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`;
}
