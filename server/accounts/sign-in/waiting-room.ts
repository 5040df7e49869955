import { setTimeout as sleep } from 'node:timers/promises';

/** Where attempts wait that are slowed down: a timer each, no connection; bounded per key and in all. */
export type WaitingRoom = {
  /** False, at once, when there is no place; true after `milliseconds`. Throws what `signal` says when it is aborted. */
  wait(key: string, milliseconds: number, signal: AbortSignal): Promise<boolean>;
};

export function createWaitingRoom(placesPerKey: number, placesInAll: number): WaitingRoom {
  const waiting = new Map<string, number>();
  let inAll = 0;
  return {
    async wait(key, milliseconds, signal) {
      const ofKey = waiting.get(key) ?? 0;
      if (ofKey >= placesPerKey || inAll >= placesInAll) return false;
      waiting.set(key, ofKey + 1);
      inAll++;
      try {
        await sleep(milliseconds, undefined, { signal });
        return true;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        inAll--;
        const left = waiting.get(key)! - 1;
        if (left > 0) waiting.set(key, left);
        else waiting.delete(key);
      }
    },
  };
}
