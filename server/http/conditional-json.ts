import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/**
 * Answers JSON that the client may keep as long as it asks whether it still holds: 304 when it has just that. The tag is
 * made from the answer itself, which depends on more than revisions: words, settings, the version of this program. It
 * is a weak one, for the answer is compressed on its way.
 */
export function answerConditionally(ctx: Context, answer: unknown): void {
  const json = JSON.stringify(answer);
  ctx.set('cache-control', 'private, no-cache');
  ctx.set('vary', 'accept-encoding, accept-language, authorization');
  ctx.status = 200;
  ctx.etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/json';
  ctx.body = json;
}
