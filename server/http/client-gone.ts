import type { Context } from 'koa';
import type { Language } from '#shared/languages.ts';
import { ClientGoneError } from '../platform/errors.ts';
import { languageOf } from './answer-errors.ts';

/** Aborts with ClientGoneError when the client closes the connection before it was answered, or has done so already. */
export function clientGone(ctx: Context): AbortSignal {
  const controller = new AbortController();
  onceClosed(ctx, () => {
    if (!ctx.res.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}

/** What work for a request needs to know of it: the language of its answer, and when nobody waits for that any more. */
export function askingOf(ctx: Context): { language: Language; signal: AbortSignal } {
  return { language: languageOf(ctx), signal: clientGone(ctx) };
}

/** Calls `then` when a request is over, answered or not; at once where it is already, of which nothing tells any more. */
export function onceClosed({ res }: Context, then: () => void): void {
  if (res.closed) then();
  else res.once('close', then);
}
