import { setImmediate } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Yields pieces that block the thread for some 20 ms each, one per turn of the event loop across all callers, so that
 * other requests are served in between.
 */
export async function* besideOthers<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece, void> {
  await turn();
  for (const piece of pieces) {
    yield piece;
    await turn();
  }
}

function turn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
