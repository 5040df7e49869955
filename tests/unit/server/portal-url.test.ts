import { expect, test } from 'vitest';
import { httpUrl } from '#server/http/portal-url.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['portal.example', 'http://portal.example:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
])('a link to what listens on %s is one that a browser can open', (host, url) => {
  expect(httpUrl(host, 3000)).toBe(url);
});
