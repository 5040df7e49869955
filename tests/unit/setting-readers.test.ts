import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

test('what administrators can set is read from the settings, its default nowhere else', () => {
  const readers = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
    .filter((file) => /\bconfig\.(contact|deductibleRate)\b/.test(readFileSync(server + file, 'utf8')));
  expect(readers).toEqual([]);
});
