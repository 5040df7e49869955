import { expect, test } from 'vitest';
import { addressKey } from '#server/middleware/client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  '',
  ' ',
  'unknown',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.7, 203.0.113.8',
  '203.0.113.7:',
  '[203.0.113.7',
  '2001:db8::1::2',
  '_hidden',
  '1'.repeat(300),
  `[${':'.repeat(300)}]`,
  '\u0000',
])('%j is no address', (text) => {
  expect(addressKey(text)).toBeUndefined();
});
