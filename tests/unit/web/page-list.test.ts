import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { User } from '../../../web/api/session.ts';
import { isFor, pagesFor } from '../../../web/audience.ts';
import type { Audience, PageGroup } from '../../../web/page.ts';
import { pages } from '../../../web/page-list.ts';

const alone = { FullDataAccess: false, subordinates: [], replacementFor: [] };
const admin = { ...alone, role: 'Admin' } as unknown as User;
const user = { ...alone, role: 'User' } as unknown as User;
const groups: PageGroup[] = ['topBar', 'admin', 'dashboard', 'market', 'footer', 'none'];

test('every page of the list has its file, and every file of a page stands in the list', () => {
  const folder = fileURLToPath(new URL('../../../web/pages/', import.meta.url));
  const files = globSync('**/*-page.tsx', { cwd: folder }).map((file) => file.replace('.tsx', ''));
  expect([...new Set(pages.map(({ code }) => code))].toSorted()).toEqual(files.toSorted());
});

test('an address belongs to one page', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
});

test.each<[Audience, boolean, boolean, boolean]>([
  ['everyone', true, true, true],
  ['guests', true, false, false],
  ['signedIn', false, true, true],
  ['withPeople', false, false, true],
  ['admin', false, false, true],
])('a page for %s is for visitors: %s, for users: %s, for administrators: %s', (audience, ...expected) => {
  expect([null, user, admin].map((each) => isFor(audience, each))).toEqual(expected);
});

test.each([{ FullDataAccess: true }, { subordinates: [user] }, { replacementFor: [user] }])(
  'a page for who answers for others is for a user with %o',
  (more) => {
    expect(isFor('withPeople', { ...user, ...more } as unknown as User)).toBe(true);
  },
);

test('an audience that does not exist is an error', () => {
  expect(() => isFor('nobody' as Audience, null)).toThrow('There is no audience "nobody".');
  expect(() => isFor('toString' as Audience, admin)).toThrow('There is no audience "toString".');
});

test('nobody is offered a page that is not for them', () => {
  for (const each of [null, user, admin]) {
    for (const page of groups.flatMap((group) => pagesFor(each, group))) {
      expect(isFor(page.audience, each), page.path).toBe(true);
    }
  }
});
