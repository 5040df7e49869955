import { readdir, readFile } from 'node:fs/promises';
import type { Golden } from './digest.ts';

/** Versions of the SQL files. */
export const versions = ['v1'];

/** Every file of every version, below sql/. */
export async function goldenFiles(): Promise<string[]> {
  const folders = versions.map(async (version) => {
    const folder = await readdir(new URL(`../../../sql/${version}/`, import.meta.url));
    return folder.filter((file) => file.endsWith('.sql')).map((file) => `${version}/${file}`);
  });
  return (await Promise.all(folders)).flat();
}

/** What is kept for a file. */
export async function readGolden(file: string): Promise<Golden> {
  return JSON.parse(await readFile(new URL(file.replace(/\.sql$/, '.json'), import.meta.url), 'utf8'));
}
