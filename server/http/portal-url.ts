import type { Context } from 'koa';
import type { Config } from '../config.ts';

/** Where links in mails and feeds lead to: PUBLIC_URL, without it to this process. */
export function portalUrl(ctx: Context, { publicUrl, host, port }: Config): string {
  // The socket's port: PORT may be 0, and what the request says of its host is the client's to choose.
  return publicUrl ?? httpUrl(host, ctx.req.socket.localPort ?? port);
}

/** The address of a server that listens there. */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
