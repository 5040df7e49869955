import { readFile, writeFile } from 'node:fs/promises';
import { withConfigurationTable } from '#server/config.ts';
import { takesNoOptions } from './no-options.ts';
import { withSqlReference } from './sql-reference.ts';

takesNoOptions('npm run docs');

// Writes what the documentation takes from the code.
await rewrite('sql.md', withSqlReference);
await rewrite('configuration.md', withConfigurationTable);

async function rewrite(name: string, change: (page: string) => string | Promise<string>): Promise<void> {
  const page = new URL(`../docs/${name}`, import.meta.url);
  await writeFile(page, await change(await readFile(page, 'utf8')));
}
