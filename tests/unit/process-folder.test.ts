import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProcessFolder } from '#server/start/process-folder.ts';

test('a folder goes though work that is ending still writes into it', async () => {
  const folder = await openProcessFolder('sql');
  let isEnding = true;
  const work = (async () => {
    for (let file = 0; isEnding; file++) {
      const path = join(folder.path, String(file));
      await mkdir(path).then(
        () => writeFile(join(path, 'part'), 'x').catch(() => {}),
        () => {},
      );
    }
  })();
  setTimeout(() => {
    isEnding = false;
  }, 300);
  await folder.remove();
  await work;
  expect(existsSync(folder.path)).toBe(false);
});
