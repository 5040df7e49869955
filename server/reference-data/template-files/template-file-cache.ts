import type { Pool } from 'pg';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { type CurrentFile, currentFiles } from './template-version-queries.ts';

export type { CurrentFile };

/** Gives which version of a template file counts, if there is one; asked once and again after every replacement, in whichever process. */
export function followTemplateFiles(
  pool: Pool,
  changes: Changes,
): (key: string) => Promise<CurrentFile | undefined> {
  const kept = keepUntilChanged<ReadonlyMap<string, CurrentFile>>(changes, {
    max: 1,
    kinds: ['template_file'],
  });
  return async (key) => {
    const files = await kept('', async () => {
      return new Map((await currentFiles(pool)).map((file) => [file.key, file]));
    });
    return files.get(key);
  };
}
