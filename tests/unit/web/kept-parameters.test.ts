import { expect, test } from 'vitest';
import { keeping } from '../../../web/url-state/address.ts';

test.each([
  ['/login', '', '/login'],
  ['/login', '?lang=fr&layout=lite', '/login?lang=fr&layout=lite'],
  ['/login', '?layout=lite', '/login?layout=lite'],
  ['/?dialog=upload', '?lang=it', '/?dialog=upload&lang=it'],
  [
    '/dashboard/x/atc?general=match&general=sb20',
    '?lang=fr',
    '/dashboard/x/atc?general=match&general=sb20&lang=fr',
  ],
  ['/dashboard/x?lang=de#top', '?lang=fr', '/dashboard/x?lang=fr#top'],
  ['/dashboard/x?lang=de', '?general=match', '/dashboard/x?lang=de'],
  ['/dashboard/x', '?general=match&compare=y&lang=fr', '/dashboard/x?lang=fr'],
])('a link to %s on a page with "%s" leads to %s', (to, search, expected) => {
  expect(keeping(to, search)).toBe(expected);
  expect(keeping(expected, search)).toBe(expected);
});
