import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every reason for which a row is left out is documented', () => {
  const folder = new URL('../../../analytics/catalogue/', import.meta.url);
  const code = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const reasons = new Set(
    code.flatMap((text) => [...text.matchAll(/new Unusable\('(\w+)'/g)].map(([, reason]) => reason)),
  );
  const documentation = readFileSync(new URL('../../../docs/reference-data.md', import.meta.url), 'utf8');
  expect(reasons.size).toBeGreaterThan(10);
  for (const reason of reasons) expect(documentation).toContain(`\`${reason}\``);
});
