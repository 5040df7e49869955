import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isAllowed, shipped } from '../../scripts/licences.ts';

test('an expression is met by one of several licences, or by all that are asked for', () => {
  expect(
    ['MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)', 'MIT OR (GPL-3.0-only AND ISC)'].map(isAllowed),
  ).toEqual([true, true, true, true]);
  expect(
    [
      'GPL-3.0-only',
      'MIT AND GPL-3.0-only',
      'SEE LICENSE IN LICENSE',
      'UNLICENSED',
      '',
      undefined,
      '(MIT',
      'MIT ISC',
    ].map(isAllowed),
  ).toEqual([false, false, false, false, false, false, false, false]);
});

test('what is shipped is what is locked without development, each version once', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/a': { version: '2.0.0', license: 'ISC' },
    'node_modules/b/node_modules/a': { version: '2.0.0', license: 'ISC' },
    'node_modules/c/node_modules/@x/a': { version: '3.0.0' },
    'node_modules/tester': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  };
  expect(shipped({ packages })).toEqual([
    { name: '@x/a', version: '3.0.0', licence: undefined },
    { name: 'a', version: '2.0.0', licence: 'ISC' },
    { name: 'b', version: '1.0.0', licence: 'MIT' },
  ]);
});

test('everything that is shipped has a licence that is allowed', async () => {
  const lock = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const all = shipped(JSON.parse(lock));
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});
