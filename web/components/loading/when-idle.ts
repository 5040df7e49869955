/** Acts when the browser has nothing else to do, or after so many milliseconds. */
export function whenIdle(act: () => void, timeout?: number): void {
  // Safari has no word for being idle.
  if (typeof requestIdleCallback === 'function')
    requestIdleCallback(act, timeout === undefined ? {} : { timeout });
  else setTimeout(act, 50);
}
