import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webClientDirectory } from '#server/start/web-client.ts';
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

test('no files of the code need each other in a circle, in which one would run before what it needs', async () => {
  const assets = join(webClientDirectory, 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const needs = new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string[]]> => {
        const text = await readFile(join(assets, name), 'utf8');
        return [
          name,
          Array.from(text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g), ([, file]) => file!),
        ];
      }),
    ),
  );
  expect([...needs.values()].flat().length).toBeGreaterThan(300);
  // What needs nothing that is left goes, until only circles are.
  for (let before = 0; before !== needs.size; ) {
    before = needs.size;
    for (const [name, files] of needs) if (!files.some((file) => needs.has(file))) needs.delete(name);
  }
  expect([...needs.keys()]).toEqual([]);
});
