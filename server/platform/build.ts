import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from '#shared/schemas/health.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where `npm run build` notes the commit, for an image that has no .git. */
export const commitFile = join(root, 'dist', 'commit');

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** What this process runs, as it was when it started. */
export const build: Build = { version, commit: readCommit(root) || readOptional(commitFile) || null };

/** The commit that a clone, or a further work tree of one, has checked out; undefined where no files of git say so. */
export function readCommit(folder: string): string | undefined {
  const file = join(folder, '.git');
  // A work tree has a file in place of the folder.
  const directory = resolve(folder, readOptional(file)?.replace(/^gitdir: /, '') ?? file);
  const head = readOptional(join(directory, 'HEAD'));
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice('ref: '.length);
  const common = resolve(directory, readOptional(join(directory, 'commondir')) ?? '.');
  return readOptional(join(common, ref)) ?? packedCommit(readOptional(join(common, 'packed-refs')), ref);
}

function packedCommit(packed: string | undefined, ref: string): string | undefined {
  const line = packed?.split('\n').find((each) => each.endsWith(` ${ref}`));
  return line?.split(' ')[0];
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // A portal runs as well without.
    return undefined;
  }
}
