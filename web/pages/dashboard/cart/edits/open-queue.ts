import { sharedStorage } from '../../../../api/browser-storage.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { sessionQuery } from '../../../../api/session.ts';
import type { CartFilter } from '../cart-queries.ts';
import type { KeptEdit } from './edit.ts';
import { newId } from './edit.ts';
import { createEditQueue, type EditQueue } from './edit-queue.ts';
import { sendEdit } from './send-edit.ts';

interface OpenCart {
  userId: number;
  directLinkId: string;
  cartKey: string;
}

/** Queues go on when their page is left. */
const open = new Map<string, { queue: EditQueue; filter: CartFilter }>();

/** The edits of a user's cart that this tab makes. The page says by `showing` which rows it wants in answers. */
export function openQueue({ userId, directLinkId, cartKey }: OpenCart): EditQueue {
  const name = `${userId}:${cartKey}`;
  const known = open.get(name);
  if (known) return known.queue;
  const place = { directLinkId, cartKey, filter: () => open.get(name)?.filter ?? {} };
  const queue = createEditQueue({
    // Somebody else may have signed in meanwhile: these edits wait for their author.
    send: async (edit) => (signedIn() === userId ? sendEdit(place, edit) : { made: false, becomes: 'stop' }),
    keep: (edits) => kept.keep(edits),
    newId,
  });
  const kept = openKeptEdits(userId, cartKey, queue.adopt);
  addEventListener('online', queue.wake);
  open.set(name, { queue, filter: {} });
  return queue;
}

/** Says which rows the page shows now. */
export function showing({ userId, cartKey }: OpenCart, filter: CartFilter): void {
  const known = open.get(`${userId}:${cartKey}`);
  if (known) known.filter = filter;
}

function signedIn(): number | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.id;
}

interface KeptEdits {
  /** False where this browser can't keep them. */
  keep(edits: readonly KeptEdit[]): boolean;
}

/**
 * Where edits of a user's cart outlive the page, each tab's for itself. What tabs that are gone have left is handed to
 * `adopt`, at once or as soon as the other tab is closed.
 */
function openKeptEdits(
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
