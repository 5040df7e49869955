import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const generators = ['fixtures', 'fixtures/official', 'analytics/catalogue', 'bench/world'];

/**
 * Folder below bench/cache for what the generators of this working tree make. Its name is a hash over their sources,
 * so that a changed generator never serves what an older one made. Safe to delete at any time.
 */
export function cacheDirectory(): string {
  const hash = createHash('sha256');
  for (const folder of generators) {
    for (const file of readdirSync(join(root, folder)).sort()) {
      if (/\.(ts|csv)$/.test(file)) hash.update(readFileSync(join(root, folder, file)));
    }
  }
  return join(root, 'bench/cache', hash.digest('hex').slice(0, 10));
}

/** The file of that name in the cache; made by `make` when it is not there yet. */
export async function cached(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const directory = cacheDirectory();
  const path = join(directory, name);
  if (existsSync(path)) return readFile(path);
  const bytes = await make();
  await mkdir(directory, { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, path);
  return bytes;
}
