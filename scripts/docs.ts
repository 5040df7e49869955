import { readFile, writeFile } from 'node:fs/promises';
import { withSqlReference } from './sql-reference.ts';

// Writes what the documentation takes from the code.
const page = new URL('../docs/sql.md', import.meta.url);
await writeFile(page, await withSqlReference(await readFile(page, 'utf8')));
