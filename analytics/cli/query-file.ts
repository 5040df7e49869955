import { readFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sqlFile, statementHash } from '../sql.ts';
import { views } from '../views/index.ts';
import type { View } from '../views/view.ts';
import { CommandError, unreadable } from './command-error.ts';

/** A SQL file, one of ours or an analyst's. */
export type QueryFile = {
  /** As given by the user. */
  name: string;
  text: string;
  version: string;
  /** The view of the file, whose schema checks the parameters. */
  view: View | undefined;
};

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Reads `name`, relative to `directory` or, like sql/v1/atc.sql, to the repository. @throws CommandError */
export async function readQueryFile(name: string, directory: string): Promise<QueryFile> {
  const paths = [resolve(directory, name), resolve(repository, name)];
  for (const path of new Set(paths)) {
    const text = await readText(path);
    if (text === undefined) continue;
    const below = relative(resolve(repository, 'sql'), path).split(sep);
    if (below[0] === '..') return { name, text, version: `own-${statementHash(text)}`, view: undefined };
    const file = below.join('/');
    return { name, text, version: sqlFile(file).version, view: views.find((view) => view.sql === file) };
  }
  throw new CommandError(`There is no file ${name}.`);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}
