import { expect, test } from '#tests/support/browser.ts';
import { watchPolicy } from '#tests/support/content-security-policy.ts';
import { openStatistic } from '../demo-statistics.ts';

test('neither scripts nor styles that stand in a page are let in, nor text turned into code', async ({
  request,
  browser,
  portal,
}) => {
  const answer = await request.get('/login', { headers: { accept: 'text/html' } });
  const directives = answer
    .headers()
    ['content-security-policy']!.split(';')
    .map((each) => each.trim());
  for (const directive of [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "object-src 'none'",
  ])
    expect(directives).toContain(directive);
  expect(directives.join()).not.toMatch(/unsafe/);
  const context = await browser.newContext({ baseURL: portal.url });
  const refused = await watchPolicy(context);
  const page = await context.newPage();
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}`);
  await page.locator('.plot-figure svg').waitFor();
  expect(refused).toEqual([]);
  const text = await page.evaluate(() => {
    const slipped = document.createElement('div');
    slipped.innerHTML =
      '<p style="color: red">x</p><style>p { color: red }</style><img src="x" onerror="alert(1)">';
    document.body.append(slipped);
    return getComputedStyle(slipped.querySelector('p')!).color;
  });
  expect(text).not.toBe('rgb(255, 0, 0)');
  await expect
    .poll(() => [...new Set(refused.map((each) => each.split(' ')[1]))].toSorted())
    .toEqual(['script-src-attr', 'style-src-attr', 'style-src-elem']);
  await context.close();
});
