import { setImmediate } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Gives pieces whose making keeps the thread, some 20 ms each, one in a turn of the event loop, whosever they are: others'
 * requests, which take a few turns, pass in between, however many such works there are.
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
