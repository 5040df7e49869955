import { test as base, expect } from '@playwright/test';
import { keptContexts } from './kept-context.ts';
import { long } from './rounds.ts';
import { type Portal, type RunningPortal, startPortal } from './running-portal.ts';

export { expect } from '@playwright/test';
export type { Portal } from './running-portal.ts';

/** The portal for tests of a file: the one before, unless another file's tests have changed more than can be put back. */
type PortalFor = (file: string) => Promise<Portal>;

/**
 * A server with the demo world, which only tests of the same file have changed; `page` goes to it by relative addresses. A
 * test fails when its pages did anything that the content security policy refuses.
 */
export const test = base.extend<
  { portal: Portal },
  { portalFor: PortalFor; contexts: ReturnType<typeof keptContexts> }
>({
  portalFor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from it
    async ({}, use) => {
      let portal: RunningPortal | undefined;
      let usedBy: string | undefined;
      // The next has the address of the one before: the browser keeps the context, with our scripts compiled.
      let port: string | undefined;
      await use(async (file) => {
        if (portal && usedBy !== file && !(await portal.putBack())) {
          await portal.stop();
          portal = undefined;
        }
        usedBy = file;
        portal ??= await startPortal(port);
        port = new URL(portal.url).port;
        return portal;
      });
      await portal?.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  portal: [async ({ portalFor }, use, { file }) => use(await portalFor(file)), { timeout: 60_000 }],
  baseURL: async ({ portal }, use) => use(portal.url),
  contexts: [
    async ({ browser }, use) => {
      const contexts = keptContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ contexts, portal, viewport, hasTouch, locale, timezoneId }, use) => {
    // What moves is drawn frame by frame, and waited for: npm run test:long has it move.
    const reducedMotion = long ? 'no-preference' : 'reduce';
    const kept = await contexts.take({
      baseURL: portal.url,
      viewport,
      hasTouch,
      locale,
      timezoneId,
      reducedMotion,
    });
    await use(kept.context);
    await kept.clear();
    expect(kept.refused.splice(0), 'refused by the content security policy').toEqual([]);
  },
});
