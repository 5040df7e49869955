import type { Mode } from '../mode.ts';
import { measureClicks, measureSwitches } from './clicks.ts';
import { dashboardPages, measureFirstLoads } from './first-load.ts';
import { measureInBrowser } from './run.ts';
import { measureScroll } from './scroll.ts';
import { measureSlowLoads } from './slow-load.ts';
import { fillDatabase } from './statistics.ts';

export const browserMode: Mode = {
  name: 'browser',
  summary: 'dashboards of a running server in Chromium: clicks, first loads, also at 400 kbit/s, scrolling',
  run: () =>
    measureInBrowser({
      fill: fillDatabase,
      async *measure(browser, url, { ordinary, largest, token }) {
        yield await measureFirstLoads(browser, `${url}/dashboard/${ordinary}`, dashboardPages);
        yield await measureSlowLoads(browser, `${url}/dashboard/${ordinary}`, dashboardPages);
        yield await measureClicks(browser, url, ordinary);
        yield await measureSwitches(browser, url, { directLinkId: largest, token });
        yield await measureScroll(browser, url, largest);
      },
      scriptBytes: 240_000,
    }),
};
