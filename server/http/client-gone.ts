import type { Context } from 'koa';
import type { Language } from '#shared/languages.ts';
import { ClientGoneError } from '../platform/errors.ts';
import { languageOf } from './answer-errors.ts';

/** A signal that aborts with ClientGoneError when the client has closed the connection before the answer. */
export function clientGone(ctx: Context): AbortSignal {
  const controller = new AbortController();
  onceClosed(ctx, () => {
    if (!ctx.res.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}

/** The language of the answer, and a signal that aborts when the client is gone. */
export function askingOf(ctx: Context): { language: Language; signal: AbortSignal } {
  return { language: languageOf(ctx), signal: clientGone(ctx) };
}

/** Callbacks for the close of a response: one listener for all, because Node warns of a leak beyond ten. */
const atClose = new WeakMap<Context['res'], (() => void)[]>();

/** Calls `then` once the request is over, answered or not; at once if it is over already, because no event follows. */
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
