import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerVersion } from '#server/statistics/views/results.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'portal-sources-'));
  for (const name of ['analytics', 'translations', 'package-lock.json'])
    await cp(join(root, name), join(copy, name), { recursive: true });
});
afterEach(() => rm(copy, { recursive: true }));

test('the same sources and companies give the same version, wherever they lie', () => {
  expect(answerVersion(['A AG'], copy)).toBe(answerVersion(['A AG']));
});

test('other companies give another version', () => {
  expect(answerVersion(['A AG', 'B AG'])).not.toBe(answerVersion(['A AG']));
  expect(answerVersion(['A AG;B AG'])).not.toBe(answerVersion(['A AG', 'B AG']));
});

test.each([
  'analytics/arrow.ts',
  'analytics/json.ts',
  'analytics/catalogue/parquet.ts',
  'translations/it/atc.json',
  'package-lock.json',
])('a change of %s gives another version', async (file) => {
  const before = answerVersion([], copy);
  await appendFile(join(copy, file), '\n');
  expect(answerVersion([], copy)).not.toBe(before);
});
