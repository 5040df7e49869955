import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['web', 'analytics/views', 'vite.config.ts', 'package-lock.json'];
const stamp = join(root, 'dist', 'web.sha256');

/** Directory of the built web client. */
export const webClientDirectory = join(root, 'dist', 'web');

/**
 * Builds the web client unless what was built last came from the same sources.
 * @returns whether it was built
 */
export async function buildWebClient(notice: (text: string) => void): Promise<boolean> {
  const hash = await hashOf(sources);
  const built = await readFile(stamp, 'utf8').catch(() => '');
  if (built === hash && existsSync(join(webClientDirectory, 'index.html'))) return false;
  notice('Building the web client …');
  await rm(stamp, { force: true });
  await runVite();
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(stamp, hash);
  return true;
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

/** In a process of its own: the bundler's memory goes back when it ends. */
function runVite(): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client could not be built; see above.')),
    );
  });
}
