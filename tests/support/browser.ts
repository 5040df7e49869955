import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type Portal, type RunningPortal, startPortal } from './running-portal.ts';

export { expect } from '@playwright/test';
export type { Portal } from './running-portal.ts';

/** The portal for tests of a file: the one before, unless another file's tests have changed what it shows. */
type PortalFor = (file: string) => Promise<Portal>;

/**
 * A server with the demo world, which only tests of the same file have changed; `page` goes to it by relative addresses. A
 * test fails when its pages did anything that the content security policy refuses.
 */
export const test = base.extend<{ portal: Portal }, { portalFor: PortalFor }>({
  portalFor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from it
    async ({}, use) => {
      let portal: RunningPortal | undefined;
      let usedBy: string | undefined;
      await use(async (file) => {
        if (portal && usedBy !== file && (await portal.changed())) {
          await portal.stop();
          portal = undefined;
        }
        usedBy = file;
        portal ??= await startPortal();
        return portal;
      });
      await portal?.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  portal: [async ({ portalFor }, use, { file }) => use(await portalFor(file)), { timeout: 60_000 }],
  baseURL: async ({ portal }, use) => use(portal.url),
  context: async ({ context }, use) => {
    const refused = await watchPolicy(context);
    await use(context);
    expect(refused, 'refused by the content security policy').toEqual([]);
  },
});

/** What the content security policy refuses from now on: the directive, and what broke it where. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeBinding('tellRefusal', (_source, refusal: string) => refused.push(refusal));
  await context.addInitScript(() => {
    const { tellRefusal } = window as unknown as { tellRefusal: (refusal: string) => void };
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      tellRefusal(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`,
      );
    });
  });
  return refused;
}
