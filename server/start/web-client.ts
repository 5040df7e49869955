import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import serve from 'koa-static';

/** Cache time of files with a hash in their name. */
const YEAR_SECONDS = 31_536_000;

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['web', 'shared', 'analytics/views', 'vite.config.ts', 'scripts/build', 'package-lock.json'];

/** Directory of the built web client. */
export const webClientDirectory = join(root, 'dist', 'web');

/** File in that directory with the hash of its sources. */
const stamp = 'sources.sha256';

/** Builds the web client unless the last build has the same sources. The old build stays until then. */
export async function buildWebClient(notice: (text: string) => void, signal?: AbortSignal): Promise<void> {
  const hash = await hashOf(sources);
  const built = await readFile(join(webClientDirectory, stamp), 'utf8').catch(() => '');
  if (built === hash) return;
  notice('Building the web client …');
  const fresh = `${webClientDirectory}.${process.pid}`;
  try {
    await runVite(fresh, signal);
    await writeFile(join(fresh, stamp), hash);
    await rm(webClientDirectory, { recursive: true, force: true });
    await rename(fresh, webClientDirectory);
  } finally {
    await rm(fresh, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function hashOf(names: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await Promise.all(names.map(filesIn))).flat().sort())
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

async function filesIn(name: string): Promise<string[]> {
  const entries = await readdir(join(root, name), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      throw error;
    },
  );
  if (entries === undefined) return [name];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

/** A separate process returns the bundler's memory when it ends. */
function runVite(directory: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(
      process.execPath,
      [vite, 'build', '--logLevel', 'warn', '--outDir', directory, '--emptyOutDir'],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'inherit', 'inherit'],
        signal,
      },
    );
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client could not be built; see above.')),
    );
  });
}

/** Serves the built client; paths of its router get index.html. */
export function serveWebClient(directory = webClientDirectory): Middleware[] {
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
