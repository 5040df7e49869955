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

/** What is to be called when a response closes. As a listener each, Node takes more than ten for a leak and says so. */
const atClose = new WeakMap<Context['res'], (() => void)[]>();

/** Calls `then` when a request is over, answered or not; at once where it is already, of which nothing tells any more. */
export function onceClosed({ res }: Pick<Context, 'res'>, then: () => void): void {
  const others = atClose.get(res);
  if (res.closed) then();
  else if (others) others.push(then);
  else {
    const all = [then];
    atClose.set(res, all);
    res.once('close', () => {
      for (const each of all) each();
    });
  }
}
