import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { watchPolicy } from './content-security-policy.ts';

type Options = BrowserContextOptions & { baseURL: string };

export interface KeptContext {
  context: BrowserContext;
  /** What the content security policy has refused, which whoever looks takes out. */
  refused: string[];
  /** Closes what a test opened and clears what it left. */
  clear: () => Promise<void>;
}

/** Flags of Chromium that bring every page of a context into the same process. */
export const oneProcess = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

/** A page of a test is left before code that was compiled for speed has paid for it: a tenth of the work. */
export const compileOnce = '--js-flags=--no-opt --no-maglev';

/**
 * A context for one test after the other, as good as new each time: without pages, cookies and whatever else pages store or
 * have fetched. It keeps its process, in which our scripts are compiled already: a third less work for each page that is opened.
 */
export function keptContexts(browser: Browser) {
  let kept: (KeptContext & { options: string }) | undefined;

  return {
    async take(options: Options): Promise<KeptContext> {
      const wanted = JSON.stringify(options);
      if (kept && kept.options !== wanted) await this.close();
      kept ??= { ...(await openContext(browser, options)), options: wanted };
      return kept;
    },
    async close(): Promise<void> {
      await kept?.context.close();
      kept = undefined;
    },
  };
}

async function openContext(browser: Browser, options: Options): Promise<KeptContext> {
  const context = await browser.newContext(options);
  const refused = await watchPolicy(context);
  const keeper = await context.newPage();
  await keeper.goto('/favicon.svg');
  const session = await context.newCDPSession(keeper);

  return {
    context,
    refused,
    async clear() {
      await Promise.all(context.pages().map((page) => page !== keeper && page.close()));
      await context.unrouteAll();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      await session.send('Network.clearBrowserCache');
      await session.send('Storage.clearDataForOrigin', {
        origin: options.baseURL,
        storageTypes: 'local_storage,indexeddb,file_systems,service_workers,cache_storage',
      });
    },
  };
}
