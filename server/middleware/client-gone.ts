import type { Context } from 'koa';
import { ClientGoneError } from '../errors.ts';

/** Aborts with ClientGoneError when the client closes the connection before it was answered. */
export function clientGone(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}
