import type { Context } from 'koa';
import { AppError } from '../platform/errors.ts';
import { onceClosed } from './client-gone.ts';

const MB = 1024 * 1024;

/** What is smaller is taken by the connection at once, or nearly so: health, errors and the like are never refused. */
const COUNTED_FROM_BYTES = 64 * 1024;

/**
 * Bounds what answers take of the memory until they are taken: for minutes, where somebody asks and takes nothing. One may be
 * on its way to somebody whatever its size; with a further one they must stay within `most` bytes.
 */
export function answerBackpressure(most = 64 * MB) {
  const bytesOf = new Map<string, number>();
  const counted = new WeakMap<Context, number>();
  const refuse = (): never => {
    throw new AppError(429, 'answers_untaken', {
      params: { megabytes: Math.floor(most / MB), retryAfter: 10 },
    });
  };
  return {
    /** Before a change. @throws AppError 429 where `who` has as much on its way as may be */
    requireRoom(who: string): void {
      if ((bytesOf.get(who) ?? 0) >= most) refuse();
    },
    /**
     * Counts what answers `ctx` to `who` until it is taken; what is counted while it is made, once.
     * @throws AppError 429 where `who` has too much on its way
     */
    hold(ctx: Context, who: string, bytes = sizeOf(ctx.body)): void {
      if (!tryHold(ctx, who, bytes)) refuse();
    },
    tryHold,
  };

  /** The same; tells whether there was room. */
  function tryHold(ctx: Context, who: string, bytes: number): boolean {
    const known = counted.get(ctx);
    if (bytes < COUNTED_FROM_BYTES || bytes <= (known ?? 0)) return true;
    const others = (bytesOf.get(who) ?? 0) - (known ?? 0);
    // What a change answers is not refused once the change is made.
    if (others > 0 && others + bytes > most && (ctx.method === 'GET' || ctx.method === 'HEAD')) return false;
    counted.set(ctx, bytes);
    bytesOf.set(who, others + bytes);
    if (known === undefined) onceClosed(ctx, () => release(ctx, who));
    return true;
  }

  function release(ctx: Context, who: string): void {
    const left = bytesOf.get(who)! - counted.get(ctx)!;
    counted.delete(ctx);
    if (left === 0) bytesOf.delete(who);
    else bytesOf.set(who, left);
  }
}

/** In bytes, as near as it takes; 0 for what comes piece by piece, of which who makes it says what is long. */
function sizeOf(body: unknown): number {
  if (typeof body === 'string') return body.length;
  return body instanceof Uint8Array ? body.byteLength : 0;
}
