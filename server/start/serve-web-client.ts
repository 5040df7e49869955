import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import serve from 'koa-static';

export const webDirectory = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** Files with a hash in their name never change. */
const YEAR_SECONDS = 31_536_000;

/** Serves the built client; pages of its own routing all get index.html. */
export function serveWebClient(directory = webDirectory): Middleware[] {
  const files = serve(directory, {
    index: false,
    maxage: 0,
    setHeaders: (res, path) => {
      const hashed = path.startsWith(join(directory, 'assets'));
      res.setHeader('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  return [
    files as Middleware,
    async (ctx, next) => {
      const isPage =
        (ctx.method === 'GET' || ctx.method === 'HEAD') &&
        ctx.accepts('html') &&
        !ctx.path.startsWith('/api/');
      const index = join(directory, 'index.html');
      if (!isPage || !existsSync(index)) return next();
      ctx.set('cache-control', 'no-cache');
      ctx.type = 'html';
      ctx.body = await readFile(index);
    },
  ];
}
