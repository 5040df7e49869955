import type { Context } from 'koa';
import { AppError } from '../platform/errors.ts';
import { onceClosed } from './client-gone.ts';

const MB = 1024 * 1024;

/** Smaller answers fit the socket's buffer and are never refused: health, errors and the like. */
const COUNTED_FROM_BYTES = 64 * 1024;

/**
 * Bounds the memory of answers that wait for slow clients. One answer per client may have any size; with others in
 * flight, all together stay within `most` bytes.
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
    /** Called before a change. @throws AppError 429 where the answers in flight to `who` are at the limit */
    requireRoom(who: string): void {
      if ((bytesOf.get(who) ?? 0) >= most) refuse();
    },
    /**
     * Counts the answer of `ctx` to `who` until it is delivered; an answer that is counted while it is made is counted
     * once. @throws AppError 429 where `who` has too much in flight
     */
    hold(ctx: Context, who: string, bytes = sizeOf(ctx.body)): void {
      if (!tryHold(ctx, who, bytes)) refuse();
    },
    tryHold,
  };

  /** As `hold`; returns whether there was room. */
  function tryHold(ctx: Context, who: string, bytes: number): boolean {
    const known = counted.get(ctx);
    if (bytes < COUNTED_FROM_BYTES || bytes <= (known ?? 0)) return true;
    const others = (bytesOf.get(who) ?? 0) - (known ?? 0);
    // The answer to a change is never refused, because the change has been made.
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

/** In bytes, roughly; 0 for streams, whose makers count long parts themselves. */
function sizeOf(body: unknown): number {
  if (typeof body === 'string') return body.length;
  return body instanceof Uint8Array ? body.byteLength : 0;
}
