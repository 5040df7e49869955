import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { now } from '#analytics/clock.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('without another clock it is now by this process’s', () => {
  const before = Date.now();
  const instant = now().getTime();
  expect(instant).toBeGreaterThanOrEqual(before);
  expect(instant).toBeLessThanOrEqual(Date.now());
});

test('on the server nothing but analytics/clock.ts asks what this process’s clock shows', () => {
  const asking = globSync('{server,analytics}/**/*.ts', { cwd: root }).filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bnew Date\b(?!\()/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(asking).toEqual([join('analytics', 'clock.ts')]);
});
