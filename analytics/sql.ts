import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** One file below sql/: its text as it stands, and the version that results carry. */
export type SqlFile = {
  file: string;
  text: string;
  /** Folder and content, e.g. `v1-3f2a9c01`. */
  version: string;
};

const files = new Map<string, SqlFile>();

/** Reads `file` below sql/ once per process; throws when it does not exist. */
export function sqlFile(file: string): SqlFile {
  const known = files.get(file);
  if (known) return known;
  const text = readFileSync(new URL(`../sql/${file}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const read = { file, text, version: `${file.split('/')[0]}-${hash}` };
  files.set(file, read);
  return read;
}
