import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

test('each advisory lock has a number of its own, so that what does not belong together never waits', () => {
  const numbers = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(server, name), 'utf8').matchAll(/ = (7_680_\d{3});/g)])
    .map(([, number]) => number);
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual([...new Set(numbers)]);
});
