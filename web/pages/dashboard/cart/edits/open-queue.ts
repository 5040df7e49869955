import { queryClient } from '../../../../api/query-client.ts';
import { sessionQuery } from '../../../../api/session.ts';
import type { CartFilter } from '../cart-queries.ts';
import { createEditQueue, type EditQueue } from './edit-queue.ts';
import { openKeptEdits } from './kept-edits.ts';
import { newId } from './new-id.ts';
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
