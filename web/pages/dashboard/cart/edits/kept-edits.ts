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
  const left = sharedStorage.keys().filter((key) => key.startsWith(prefix));
  // Held until this document is gone.
  whileNobodyElse(own, () => new Promise(() => undefined));
  for (const key of left) {
    whileNobodyElse(key, async () => {
      const edits = readEdits(key);
      // First kept under this tab's name.
      if (edits.length > 0) adopt(edits);
      sharedStorage.remove(key);
    });
  }
  return {
    keep(edits) {
      if (edits.length > 0) return sharedStorage.writeWork(own, JSON.stringify(edits));
      sharedStorage.remove(own);
      return true;
    },
  };
}

/** Without locks (plain HTTP in a network) all take over everything: an edit is made once, whoever sends it. */
function whileNobodyElse(name: string, work: () => Promise<void>): void {
  // A browser that refuses locks keeps nothing either: there is nothing to take over.
  if (navigator.locks) navigator.locks.request(name, work).catch(() => undefined);
  else Promise.resolve().then(work);
}

function readEdits(key: string): KeptEdit[] {
  const text = sharedStorage.read(key);
  return text === null ? [] : (JSON.parse(text) as KeptEdit[]);
}
