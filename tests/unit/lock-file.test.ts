import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface LockFile {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
}

// npm leaves out what its registry does not have, and npm ci then refuses the file as a whole.
test('the lock file has the binaries of every platform', async () => {
  const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as LockFile;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !packages[`node_modules/${name}`]?.version && !packages[`${path}/node_modules/${name}`]?.version,
    ),
  );
  expect(missing).toEqual([]);
});
