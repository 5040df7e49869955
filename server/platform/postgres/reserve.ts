import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes } from '../disk-room.ts';

const BLOCK_BYTES = 1024 * 1024;
const BLOCKS = 64;
/** PostgreSQL writes some WAL segments of 16 MB each during recovery. */
const RESERVE_BYTES = BLOCKS * BLOCK_BYTES;

/** Lies in the cluster's own directory, on whatever disk that is. */
const reserveFile = (directory: string) => join(directory, 'portal-reserve');
const unfinishedFile = (directory: string) => join(directory, 'portal-reserve.new');

/** Whether the cluster's disk lacks the room that PostgreSQL needs to start. */
export async function isDiskUsedUp(directory: string): Promise<boolean> {
  return (await freeBytes(directory)) < RESERVE_BYTES;
}

/** Frees the reserve where the cluster's disk is full, so that PostgreSQL can recover and start. */
export async function freeReserve(directory: string, notice: (text: string) => void): Promise<void> {
  const files = [reserveFile(directory), unfinishedFile(directory)].filter((file) => existsSync(file));
  if (files.length === 0 || !(await isDiskUsedUp(directory))) return;
  for (const file of files) await rm(file);
  notice(
    `The disk of ${directory} is full. The reserve of ${BLOCKS} MB that lay there was freed so that PostgreSQL can start. Uploads are refused until there is room again; make some soon.`,
  );
}

/**
 * Creates the reserve file unless it exists, provided `spareBytes` stay free beside it. It is filled with random bytes,
 * so that no file system compresses it.
 */
export async function keepReserve(directory: string, spareBytes: number): Promise<void> {
  const file = reserveFile(directory);
  if (existsSync(file) || (await freeBytes(directory)) < RESERVE_BYTES + spareBytes) return;
  const unfinished = unfinishedFile(directory);
  const writing = await open(unfinished, 'w', 0o600);
  try {
    const block = randomBytes(BLOCK_BYTES);
    for (let written = 0; written < BLOCKS; written++) await writing.writeFile(block);
    await writing.sync();
  } catch (error) {
    await rm(unfinished);
    throw error;
  } finally {
    await writing.close();
  }
  await rename(unfinished, file);
}
