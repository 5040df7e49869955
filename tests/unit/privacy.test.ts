import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { retentionMonths } from '#server/platform/settings/retention.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/privacy.md says of every table whose data it has, and names every period that can be set', async () => {
  const page = await read('docs/privacy.md');
  const schema = await read('migrations/schema.txt');
  const tables = [...schema.split('\n~ ')[0]!.matchAll(/^([a-z_]+)$/gm)].map(([name]) => name);
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  for (const [key, months] of Object.entries(retentionMonths))
    expect(page).toContain(`\`${key}\` (${months})`);
});
