import { expect, test } from 'vitest';
import { browserOf } from '#server/accounts/sign-in/session-queries.ts';

const macintosh = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';

test('of a User-Agent browser and system are told, and nothing else', () => {
  expect(
    [
      `${windows} Chrome/140.0.0.0 Safari/537.36`,
      `${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      `${macintosh} Version/18.5 Safari/605.1.15`,
      `${android} Chrome/140.0.0.0 Mobile Safari/537.36`,
      `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'curl/8.14.1',
      '<script>alert(1)</script> Windows',
      '',
    ].map((each) => Object.values(browserOf(each))),
  ).toEqual([
    ['Chrome', 'Windows'],
    ['Edge', 'Windows'],
    ['Safari', 'Mac'],
    ['Chrome', 'Android'],
    ['Samsung Internet', 'Android'],
    ['Firefox', 'Linux'],
    [null, null],
    [null, 'Windows'],
    [null, null],
  ]);
});
