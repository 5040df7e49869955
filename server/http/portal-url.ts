import type { Context } from 'koa';
import type { Config } from '../config.ts';
import { httpUrl } from '../start/http-server.ts';

/** Where links in mails lead to: PUBLIC_URL, without it to this process. */
export function portalUrl(ctx: Context, { publicUrl, host, port }: Config): string {
  // The socket's port: PORT may be 0, and what the request says of its host is the client's to choose.
  return publicUrl ?? httpUrl(host, ctx.req.socket.localPort ?? port);
}
