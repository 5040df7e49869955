import { sharedStorage } from '../../../../api/browser-storage.ts';
import type { KeptEdit } from './edit.ts';
import { newId } from './new-id.ts';

export interface KeptEdits {
  /** False where this browser can't keep them. */
  keep(edits: readonly KeptEdit[]): boolean;
}

/**
 * Where edits of a user's cart outlive the page, each tab's for itself. What tabs that are gone have left is handed to
 * `adopt`, at once or as soon as the other tab is closed.
 */
export function openKeptEdits(
  userId: number,
  cartKey: string,
  adopt: (edits: readonly KeptEdit[]) => void,
): KeptEdits {
  const prefix = `cart-edits:${userId}:${cartKey}:`;
  const own = prefix + newId();
  /** What was adopted and is kept under its former tab's key only, by that key. */
  const adopted = new Map<string, string>();
  const left = sharedStorage.keys().filter((key) => key.startsWith(prefix));
  // Held until this document is gone.
  whileNobodyElse(own, untilGone);
  for (const key of left) {
    whileNobodyElse(key, async () => {
      const text = sharedStorage.read(key);
      if (text === null) return;
      adopted.set(key, text);
      // Which keeps them.
      adopt(JSON.parse(text) as KeptEdit[]);
      if (adopted.has(key)) await untilGone();
    });
  }
  return {
    keep(edits) {
      if (edits.length === 0) sharedStorage.remove(own);
      else if (!write(JSON.stringify(edits))) return false;
      removeAdopted();
      adopted.clear();
      return true;
    },
  };

  /** Where there is no room beside what was adopted there may be in its place; else that stays as it was. */
  function write(text: string): boolean {
    if (sharedStorage.writeWork(own, text)) return true;
    if (adopted.size === 0) return false;
    removeAdopted();
    if (sharedStorage.writeWork(own, text)) return true;
    for (const [key, before] of adopted) sharedStorage.write(key, before);
    return false;
  }

  function removeAdopted(): void {
    for (const key of adopted.keys()) sharedStorage.remove(key);
  }
}

function untilGone(): Promise<void> {
  return new Promise(() => undefined);
}

/** Without locks (plain HTTP in a network) all take over everything: an edit is made once, whoever sends it. */
function whileNobodyElse(name: string, work: () => Promise<void>): void {
  // A browser that refuses locks keeps nothing either: there is nothing to take over.
  if (navigator.locks) navigator.locks.request(name, work).catch(() => undefined);
  else Promise.resolve().then(work);
}
