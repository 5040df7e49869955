import { PassThrough, Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { Route } from '#server/http/route.ts';
import { allRoutes } from '#server/start/all-routes.ts';
import type { Dependencies } from '#server/start/dependencies.ts';

/** The calls of the API, each of which fails where it answers anything else than its schema says. */
export function checkedRoutes(dependencies: Dependencies): Route[] {
  return allRoutes(dependencies).map(checkedRoute);
}

/** The same call, whose answers are held against its schemas. */
export function checkedRoute(route: Route): Route {
  return {
    ...route,
    async handle(ctx, input) {
      const answer: unknown = await route.handle(ctx, input);
      if (answer !== undefined) checkJson(route, JSON.stringify(answer));
      else if (ctx.body instanceof Readable && ctx.type === 'application/x-ndjson') checkStream(route, ctx);
      else if (ctx.body && /\bjson$/.test(ctx.type)) {
        if (ctx.body instanceof Readable) ctx.body = Buffer.concat(await ctx.body.toArray());
        checkJson(route, plainBody(ctx));
      }
      return answer;
    },
  };
}

function checkJson(route: Route, json: string): void {
  if (!route.answer) throw new AnswerError(route, 'answers JSON but has no schema of it');
  check(route, route.answer, json);
}

/** What one says and the other does not know is an error too: a field more can be one too much. */
function check(route: Route, schema: z.ZodType, json: string): void {
  const value: unknown = JSON.parse(json);
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new AnswerError(route, error.message);
  if (!isDeepStrictEqual(data, value)) throw new AnswerError(route, `says more than its schema: ${json}`);
}

/** Lines go on their way one by one; one that is wrong breaks the answer off. */
function checkStream(route: Route, ctx: Context): void {
  const checked = new PassThrough();
  (ctx.body as Readable)
    .on('data', (chunk: Buffer) => {
      try {
        if (!route.lines) throw new AnswerError(route, 'answers in lines but has no schema of them');
        for (const line of String(chunk).split('\n').filter(Boolean)) check(route, route.lines, line);
        checked.write(chunk);
      } catch (error) {
        console.error(error);
        checked.destroy(error as Error);
      }
    })
    .on('end', () => checked.end());
  ctx.body = checked;
}

function plainBody(ctx: Context): string {
  const bytes = Buffer.from(ctx.body as string | Buffer);
  switch (ctx.response.get('content-encoding')) {
    case 'zstd':
      return zstdDecompressSync(bytes).toString();
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'gzip':
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

class AnswerError extends Error {
  override name = 'AnswerError';
  constructor({ method, path }: Route, message: string) {
    super(`${method} ${path} ${message}`);
    console.error(this.message);
  }
}
