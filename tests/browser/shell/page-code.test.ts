import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webClientDirectory } from '#server/start/web-client.ts';
import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { dashboardPages, marketPages } from '../../../bench/browser/first-load.ts';
import { seenLoad, watchLoad } from '../../../bench/browser/watched-load.ts';
import { openStatistic } from '../demo-statistics.ts';

/** Kilobytes of script that a page takes at most; React and the router are some 84 of them. */
const MOST_KILOBYTES = 243;

test(`at most ${MOST_KILOBYTES} kB of script come before the figures of a page, and few files`, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  // Asked for with the rows, which do not wait for it, and may come before they are painted.
  await page.route(/\/assets\/plot-figure-/, (route) => route.abort());
  for (const name of ['products', 'full', ...(long ? ['summary', 'molecules', 'overview'] : [])]) {
    const ofDashboard = dashboardPages.find((each) => each.name === name);
    const { path, figures } = (ofDashboard ?? marketPages.find((each) => each.name === name))!;
    await watchLoad(page, figures);
    await page.goto(ofDashboard ? `/dashboard/${directLinkId}${path}` : path);
    const { scriptBytes, files } = await seenLoad(page);
    expect(scriptBytes).toBeGreaterThan(100_000);
    expect(scriptBytes).toBeLessThanOrEqual(MOST_KILOBYTES * 1000);
    expect(files).toBeGreaterThan(10);
    expect(files).toBeLessThanOrEqual(43);
    await page.goto('about:blank');
  }
});

test('no files of the code need each other in a circle, in which one would run before what it needs', {
  tag: '@long',
}, async () => {
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
