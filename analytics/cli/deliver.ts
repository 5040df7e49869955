import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { chmod, copyFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from './command-error.ts';

/** Paths that are not regular files, e.g. /dev/stdout. */
const devices = /^\/(dev|proc)\//;

/**
 * Moves a finished file to its target. An existing file is replaced atomically and keeps its mode; links are followed;
 * devices and pipes are written to. @throws CommandError
 */
export async function moveIntoPlace(file: string, target: string): Promise<void> {
  const there = await statOrNothing(target);
  if (there?.isDirectory()) throw new CommandError(`${target} is a folder.`);
  if (there && (devices.test(target) || !there.isFile())) {
    await print(file, createWriteStream(target), target);
  } else {
    if (there && (there.mode & 0o222) === 0) throw new CommandError(`${target} is write-protected.`);
    await replace(file, there ? await realpath(target) : target, there);
  }
  await rm(file, { force: true });
}

async function replace(file: string, target: string, there: Stats | undefined): Promise<void> {
  const beside = `${target}.${process.pid}.part`;
  try {
    // By a copy beside the target, which may be on another file system.
    await copyFile(file, beside);
    if (there) await chmod(beside, there.mode & 0o7777);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    if (!(await statOrNothing(dirname(target))))
      throw new CommandError(`There is no folder ${dirname(target)}.`);
    throw unwritable(target, error);
  }
}

/** Writes a finished file to stdout, whose reader may stop early. @throws CommandError */
export async function print(file: string, output: Writable, name = 'The answer'): Promise<void> {
  try {
    await pipeline(createReadStream(file), output, { end: output !== process.stdout });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw unwritable(name, error);
  }
}

async function statOrNothing(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch {
    return undefined;
  }
}

function unwritable(name: string, error: unknown): CommandError {
  return new CommandError(`${name} can't be written: ${(error as Error).message}`, { cause: error });
}
