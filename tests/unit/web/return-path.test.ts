import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginPath, returnPath } from '../../../web/return-path.ts';

const returning = (path: string) => returnPath(new URLSearchParams({ return: path }));

test.each([
  '//',
  '///',
  '//evil.example',
  '//evil.example/dashboard',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/%2F/evil.example',
  '/%2f%2Fevil.example',
  '/%5Cevil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/a/..//evil.example',
  '/./\\evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'evil.example',
  'dashboard/help',
  '',
  '?return=//evil.example',
])('%j leads home', (path) => {
  expect(returning(path)).toBe('/');
});

test.each([
  '/',
  '/dashboard/help',
  '/dashboard/abc/atc?type=provider&sortBy=qtySum',
  '/dashboard/abc?open=turnover%2Cquantity#top',
  '/?keyword=//',
  '/a//b',
])('%j leads there', (path) => {
  expect(returning(path)).toBe(path);
});

test('the login leads back to where it was asked for', () => {
  const login = new URL(loginPath({ pathname: '/dashboard/abc', search: '?type=all&x=ü' }), 'http://x');
  expect(returnPath(login.searchParams)).toBe('/dashboard/abc?type=all&x=%C3%BC');
  expect(returnPath(new URLSearchParams())).toBe('/');
});

test('who asks for nothing begins with the page that they have chosen', () => {
  const home = (startPage: 'uploads' | 'today', asked = '') =>
    returnPath(new URLSearchParams(asked), { startPage });
  expect([home('uploads'), home('today')]).toEqual(['/', '/today']);
  expect(home('today', 'return=%2Forders')).toBe('/orders');
  expect(home('today', 'return=%2F%2Fevil.example')).toBe('/today');
});

test('whatever is asked for, the browser stays on this site', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '@',
    ':',
    'evil.example',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = returning(parts.join(''));
      const origin = 'https://portal.example';
      // Once as a link, and once more as a router that resolves dots and passes the path on.
      const once = new URL(path, origin);
      expect(once.origin).toBe(origin);
      expect(new URL(once.pathname, origin).origin).toBe(origin);
    }),
    { numRuns: 5000, seed: 1 },
  );
});
