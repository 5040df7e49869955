import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from './demo-statistics.ts';

for (const [name, address] of [
  ['market list', () => '/stockout-analyser'],
  ['summary', (link: string) => `/dashboard/${link}`],
  ['list of products', (link: string) => `/dashboard/${link}/products`],
] as const) {
  test(`the code of a ${name} comes in a few files`, async ({ page, portal }) => {
    const { directLinkId } = await openStatistic(portal.pool);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(request.url());
    });
    const figures = page.waitForResponse(/\/api\/(portfolio|statistics)\b/);
    await page.goto(address(directLinkId));
    await figures;
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(36);
  });
}
