import { unlessGone } from '#analytics/places.ts';

type Flight<Value> = { waiting: number; abort: AbortController; value: Promise<Value> };

/**
 * Computes what several ask for at the same time once. `compute` is told to stop when everyone who asked is gone, and
 * `ended` what it gave before anybody asks again. Failures go to those who waited and are not kept.
 */
export function flights<Value>(ended: (key: string, value: Value) => void = () => undefined) {
  const underWay = new Map<string, Flight<Value>>();

  return async function share(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    signal.throwIfAborted();
    const flight = underWay.get(key) ?? takeOff(key, compute);
    flight.waiting++;
    const leave = () => {
      flight.waiting--;
      if (flight.waiting > 0) return;
      if (underWay.get(key) === flight) underWay.delete(key);
      flight.abort.abort(signal.reason);
    };
    signal.addEventListener('abort', leave);
    try {
      return await unlessGone(flight.value, signal);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };

  function takeOff(key: string, compute: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const abort = new AbortController();
    const flight: Flight<Value> = { waiting: 0, abort, value: compute(abort.signal) };
    underWay.set(key, flight);
    flight.value
      .then((value) => ended(key, value))
      .catch(() => undefined) // whoever waits is told; nobody else needs to be
      .finally(() => {
        if (underWay.get(key) === flight) underWay.delete(key);
      });
    return flight;
  }
}
