import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import type { ErrorBody } from '#shared/schemas/error.ts';
import { describeError, languageOf } from './answer-errors.ts';

const NDJSON = 'application/x-ndjson';

/** Whether the client accepts NDJSON rather than `type`. */
export function wantsLines(ctx: Context, type = 'application/json'): boolean {
  return ctx.accepts(type, NDJSON) === NDJSON;
}

/**
 * Answers as NDJSON: one line per progress as it happens, then the result of `work` or an error. `everyMs`: least time
 * between two lines of progress.
 */
export function answerLines<Progress>(
  ctx: Context,
  work: (onProgress: (progress: Progress) => void) => Promise<object>,
  everyMs = 0,
): void {
  const stream = new PassThrough();
  const text = (line: object) => `${JSON.stringify(line)}\n`;
  let told = Number.NEGATIVE_INFINITY;
  ctx.type = NDJSON;
  ctx.body = stream;
  work((progress) => {
    if (performance.now() - told < everyMs) return;
    told = performance.now();
    stream.write(text({ progress }));
  })
    .then((line) => {
      const last = text(line);
      ctx.state.hold(last.length);
      stream.write(last);
    })
    .catch((error: unknown) => {
      const { body } = describeError(error, languageOf(ctx), ctx.state.requestId, ctx.state.log);
      stream.write(text({ error: body satisfies ErrorBody }));
    })
    .finally(() => stream.end());
}
