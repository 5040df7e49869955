import { createReadStream } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from './command-error.ts';

/** Puts a finished file where it belongs: whole or not at all. @throws CommandError */
export async function moveIntoPlace(file: string, target: string): Promise<void> {
  const beside = `${target}.${process.pid}.part`;
  try {
    // By way of a copy beside the target: it may lie on another file system.
    await copyFile(file, beside);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no folder ${dirname(target)}.`);
    throw new CommandError(`${target} can't be written: ${message}`);
  }
  await rm(file, { force: true });
}

/** Writes a finished file to the terminal or whatever reads from us, which may stop reading. */
export async function print(file: string, output: Writable): Promise<void> {
  try {
    await pipeline(createReadStream(file), output, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
