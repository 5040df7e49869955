import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Places are what there are few of: DuckDB's, PostgreSQL's connections, threads. Two who each hold one and wait for another
 * can wait for each other for ever, so nobody who holds a place may wait for one: who tries is told so by an error, in tests
 * and in production, on the first try and not under load. See docs/decisions/2026-11-24-places-pools-and-budgets.md.
 */
export class NestedPlaceError extends Error {
  override name = 'NestedPlaceError';
}

/** All places were taken for too long. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError';
  constructor(place: string, options?: ErrorOptions) {
    super(`No ${place} was free in time.`, options);
  }
}

/** Somebody has as many waiting for a place as one may. */
export class TooManyWaitingError extends Error {
  override name = 'TooManyWaitingError';
}

const holding = new AsyncLocalStorage<string>();
const asking = new AsyncLocalStorage<string>();

/** Runs `work`, which holds a place. */
export function whileHolding<T>(place: string, work: () => Promise<T>): Promise<T> {
  return holding.run(place, work);
}

/** Runs `work` as nobody's: what is begun by whoever holds a place and not waited for by them. */
export function apart<T>(work: () => T): T {
  return holding.exit(() => asking.exit(work));
}

/** @throws {NestedPlaceError} where whoever waits for a place holds one */
export function mayWaitFor(place: string): void {
  const other = holding.getStore();
  if (other) throw new NestedPlaceError(`A ${place} was asked for while holding a ${other}.`);
}

/** Runs `work` for somebody. Where several wait for a place, each gets one in turn, however much one of them asks for. */
export function onBehalfOf<T>(who: string, work: () => T): T {
  return asking.run(who, work);
}

export type Semaphore = {
  /**
   * Runs `work` when there is a place for it: for whomever none has been taken for longest, and of one of them in the order of
   * the calls. Whoever gives up while waiting hears so at once and is passed over; work that has begun goes on and keeps its
   * place until it ends. Waits `patienceMs` at most, where it is given, instead of what is usual here.
   * @throws NoPlaceError, NestedPlaceError, or what `signal` says
   */
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal, patienceMs?: number): Promise<T>;
  /** Whether any work is under way. */
  busy(): boolean;
};

/** What `begun` gives, unless `signal` says before that nobody waits for it any more: it goes on all the same. */
export async function unlessGone<T>(begun: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return begun;
  const gone = Promise.withResolvers<never>();
  const leave = () => gone.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([gone.promise, begun]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Of all places of one name in this process: how many there are, held and waited for, and what was waited for them so far. */
export type SemaphoreFigures = {
  most: number;
  held: number;
  waiting: number;
  given: number;
  waitedMs: number;
};

const figures = new Map<string, SemaphoreFigures>();

/** What is going on at the places of each name. */
export function semaphoreFigures(): ReadonlyMap<string, Readonly<SemaphoreFigures>> {
  return figures;
}

function figuresOf(place: string, most: number): SemaphoreFigures {
  const known = figures.get(place) ?? { most: 0, held: 0, waiting: 0, given: 0, waitedMs: 0 };
  known.most += most;
  figures.set(place, known);
  return known;
}

type Waiting = { who: string; begin: () => void };

/**
 * Lets at most `most` works run at once, for which others usually wait `usualMs` at most; of one asker, where somebody is known,
 * `mostWaiting` at a time, and further ones are refused with a TooManyWaitingError.
 */
export function semaphore(
  place: string,
  most: number,
  usualMs: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): Semaphore {
  const waiting: Waiting[] = [];
  const figure = figuresOf(place, most);
  /** Which place, counted from the first, was the last one taken for somebody, while any wait. */
  const last = new Map<string, number>();
  let count = 0;
  let taken = 0;
  return { inTurn, busy: () => taken > 0 };

  async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal, patienceMs = usualMs): Promise<T> {
    mayWaitFor(place);
    signal?.throwIfAborted();
    const who = asking.getStore() ?? '';
    if (taken < most) take(who);
    else await wait(who, patienceMs, signal);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  async function wait(who: string, patienceMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (who !== '' && waiting.filter((each) => each.who === who).length >= mostWaiting)
      throw new TooManyWaitingError(`Too many of ${who} wait for a ${place}.`);
    const turn = Promise.withResolvers<void>();
    const since = performance.now();
    const entry: Waiting = {
      who,
      begin() {
        take(who);
        turn.resolve();
      },
    };
    const leave = (reason: unknown) => {
      if (remove(entry)) turn.reject(reason);
    };
    const giveUp = () => leave(signal?.reason);
    waiting.push(entry);
    figure.waiting++;
    const tooLong = setTimeout(() => leave(new NoPlaceError(place)), patienceMs);
    signal?.addEventListener('abort', giveUp);
    try {
      await turn.promise;
    } finally {
      figure.waiting--;
      figure.waitedMs += performance.now() - since;
      clearTimeout(tooLong);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  function take(who: string): void {
    taken++;
    figure.held++;
    figure.given++;
    last.set(who, ++count);
  }

  function giveBack(): void {
    taken--;
    figure.held--;
    const [first, ...others] = waiting;
    if (!first) {
      last.clear();
      return;
    }
    const lastOf = ({ who }: Waiting) => last.get(who) ?? 0;
    const next = others.reduce((least, each) => (lastOf(each) < lastOf(least) ? each : least), first);
    remove(next);
    next.begin();
  }

  function remove(entry: Waiting): boolean {
    const index = waiting.indexOf(entry);
    if (index >= 0) waiting.splice(index, 1);
    return index >= 0;
  }
}
