/** Ways to scroll or to go on by oneself. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Calls `end` when somebody acts: who does so is not taken anywhere any more. Until `signal` ends it. */
export function onceSomebodyActs(end: () => void, signal: AbortSignal): void {
  for (const act of acts) addEventListener(act, end, { capture: true, passive: true, signal });
}
