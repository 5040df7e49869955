import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

/** Lends `work` a file of the engine's folder that holds `bytes`, and removes it afterwards. */
export async function withFiles<Name extends string, T>(
  engine: Engine,
  contents: Record<Name, Uint8Array>,
  work: (paths: Record<Name, string>) => Promise<T>,
): Promise<T> {
  const paths = {} as Record<Name, string>;
  try {
    for (const name of Object.keys(contents) as Name[]) {
      paths[name] = temporaryPath(engine, name);
      await writeFile(paths[name], contents[name]);
    }
    return await work(paths);
  } finally {
    await Promise.all(Object.values<string>(paths).map((path) => rm(path, { force: true })));
  }
}

/** Contents by a name each, in their order. */
export function filesOf(contents: readonly Uint8Array[]): Record<string, Uint8Array> {
  return Object.fromEntries(contents.map((bytes, place) => [`part${place}`, bytes]));
}

/** Lends `work` a file that `write` writes, and removes it afterwards. */
export async function withWritten<T>(
  engine: Engine,
  name: string,
  work: (path: string) => Promise<T>,
  write: (path: string) => Promise<void>,
): Promise<T> {
  const path = temporaryPath(engine, name);
  try {
    await write(path);
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Lends `write` the path of a file to write, and gives back what was written. */
export function writtenFile(
  engine: Engine,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<Uint8Array> {
  return withWritten(engine, name, (path) => readFile(path), write);
}

/** A path of the engine's folder that nothing else uses. */
export function temporaryPath(engine: Engine, name: string): string {
  return join(engine.directory, `${name}-${randomUUID()}`);
}
