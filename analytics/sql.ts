import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { essence, type SqlPieces, sqlPieces } from './sql-text.ts';

/** One file below sql/: its text as it stands, and the version that results carry. */
export type SqlFile = {
  file: string;
  text: string;
  pieces: SqlPieces;
  /**
   * Folder, and a hash of the statement and of what builds the tables it reads, comments and layout aside:
   * e.g. `v1-3f2a9c01`.
   */
  version: string;
};

const root = new URL('../sql/', import.meta.url);
const files = new Map<string, SqlFile>();

/** Reads `file` below sql/ once per process; throws when it does not exist. */
export function sqlFile(file: string): SqlFile {
  const known = files.get(file);
  if (known) return known;
  const text = readFileSync(new URL(file, root), 'utf8');
  const version = `${file.split('/')[0]}-${statementHash(text)}`;
  const read = { file, text, pieces: sqlPieces(text), version };
  files.set(file, read);
  return read;
}

/** Eight hex digits that change when `text` or sql/load means something else, not when it is only written otherwise. */
export function statementHash(text: string): string {
  return createHash('sha256').update(essence(text)).update(tables()).digest('hex').slice(0, 8);
}

let tablesHash: string | undefined;

function tables(): string {
  if (tablesHash) return tablesHash;
  const hash = createHash('sha256');
  for (const file of readdirSync(new URL('load/', root)).toSorted()) {
    hash.update(essence(readFileSync(new URL(`load/${file}`, root), 'utf8')));
  }
  tablesHash = hash.digest('hex');
  return tablesHash;
}
