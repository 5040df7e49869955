import type { Browser } from '@playwright/test';
import type { Entry } from '../mode.ts';
import { timingOf } from '../timing.ts';

const FRAME = 1000 / 60;

type Sampled = { times: number[]; blank: number };

/** Scrolls through all 15,000 articles as a wheel does, and counts frames that came late or had holes in them. */
export async function measureScroll(browser: Browser, url: string, directLinkId: string): Promise<Entry[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${url}/dashboard/${directLinkId}/products`);
  await page.locator('tbody [data-place]').first().waitFor();
  const asked = performance.now();
  await page.locator('.list-end button').last().click();
  await page.waitForFunction(
    () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > 10_000,
  );
  const showAllMs = performance.now() - asked;

  const session = await page.context().newCDPSession(page);
  const entries: Entry[] = [];
  for (const [name, speed, distance] of [
    ['reading', 2000, 12_000],
    ['fast', 8000, 60_000],
  ] as const) {
    await page.evaluate(startSampling);
    await session.send('Input.synthesizeScrollGesture', {
      x: 500,
      y: 600,
      yDistance: -distance,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    const { times, blank } = await page.evaluate(stopSampling);
    const late = times.reduce((sum, time) => sum + Math.max(0, Math.round(time / FRAME) - 1), 0);
    const { p50, p95, max } = timingOf(times);
    entries.push({
      measured: 'scroll',
      speed: name,
      pixelsPerSecond: speed,
      frames: times.length,
      dropped: late,
      blank,
      p50,
      p95,
      max,
      showAllMs,
    });
  }
  await page.close();
  return entries;
}

/** Notes each frame's duration, and whether rows stand in the middle and at the end of what is seen of the list. */
function startSampling(): void {
  const sampled: Sampled = { times: [], blank: 0 };
  // The list scrolls with the page, its totals stay at the window's end.
  const { left } = document.querySelector('.products')!.getBoundingClientRect();
  const end = Math.min(innerHeight, document.querySelector('.products tfoot')!.getBoundingClientRect().top);
  const state = { sampled, running: true };
  Object.assign(window, { state });
  let last = performance.now();
  const hasRow = (y: number) => Boolean(document.elementFromPoint(left + 300, y)?.closest('[data-place]'));
  const sample = (now: number) => {
    if (!state.running) return;
    sampled.times.push(now - last);
    last = now;
    if (!hasRow(end / 2) || !hasRow(end - 4)) sampled.blank++;
    requestAnimationFrame(sample);
  };
  requestAnimationFrame(sample);
}

function stopSampling(): Sampled {
  const { state } = window as unknown as { state: { sampled: Sampled; running: boolean } };
  state.running = false;
  return state.sampled;
}
