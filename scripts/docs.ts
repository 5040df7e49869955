import { readFile, writeFile } from 'node:fs/promises';
import { takesNoOptions } from './no-options.ts';
import { withSqlReference } from './sql-reference.ts';

takesNoOptions('npm run docs');

// Writes what the documentation takes from the code.
const page = new URL('../docs/sql.md', import.meta.url);
await writeFile(page, await withSqlReference(await readFile(page, 'utf8')));
