import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '#shared/languages.ts';
import { type Queryable, queryRows } from '../../platform/database/query.ts';
import { legalDocuments } from './kinds.ts';

/**
 * The documents of the footer of which the portal's own placeholder is shown: nobody has uploaded one, nor put one into
 * DOCUMENTS_DIR. One that is so in every language stands for all of them: terms-of-use, not terms-of-use-de.
 */
export async function placeholderDocuments(
  db: Queryable,
  documentsDir: string | undefined,
): Promise<string[]> {
  const files = await queryRows<{ key: string }>(db, 'select key from template_files');
  const uploaded = new Set(files.map(({ key }) => key));
  const isOwn = async (key: string) =>
    uploaded.has(key) || (documentsDir !== undefined && (await exists(join(documentsDir, `${key}.pdf`))));
  const names = await Promise.all(
    legalDocuments.map(async (name) => {
      const keys = languages.map((language) => `${name}-${language}`);
      const own = await Promise.all(keys.map(isOwn));
      return own.includes(true) ? keys.filter((_, index) => !own[index]) : [name];
    }),
  );
  return names.flat();
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
