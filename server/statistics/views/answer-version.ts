import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '#shared/languages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Changes whenever a view could answer otherwise although its parameters, its SQL and the data are the same: with the
 * provider's companies and the rates where nothing is set (`standards`), the names of ATC groups, the code that queries and encodes, and the libraries below it.
 */
export function answerVersion(standards: readonly unknown[], directory = root): string {
  const sources = readdirSync(join(directory, 'analytics'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('analytics', file))
    .sort();
  const texts = languages.map((language) => join('translations', language, 'atc.json'));
  const hash = createHash('sha256').update(JSON.stringify(standards));
  for (const file of [...sources, ...texts, 'package-lock.json']) {
    hash.update(`\0${file}\0`).update(readFileSync(join(directory, file)));
  }
  return hash.digest('base64url').slice(0, 22);
}
