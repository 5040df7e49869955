import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Cart } from '#shared/schemas/cart.ts';
import type { CartFilter } from '../cart-queries.ts';
import type { HeaderFields, KeptEdit } from './edit.ts';
import type { EditQueue } from './edit-queue.ts';
import { openQueue, showing } from './open-queue.ts';
import { headerOf } from './send-edit.ts';
import { type ShownCart, shownCart } from './shown-cart.ts';

const noState = { edits: [], trouble: null, isKept: true };
const nothing = () => () => undefined;

export interface UsedEdits {
  /** Undefined while the cart is not there. */
  cart: ShownCart | undefined;
  /** Null for a cart that is somebody else's, or not there yet: nothing is saved before it is loaded. */
  queue: EditQueue | null;
  edits: readonly KeptEdit[];
  trouble: unknown;
  /** False where the browser can't keep the edits until they are saved. */
  isKept: boolean;
  saveHeader(fields: Partial<HeaderFields>): void;
}

/** The cart with the user's edits, and the means to make more. */
export function useEdits(
  directLinkId: string,
  cart: Cart | undefined,
  userId: number | undefined,
  filter: CartFilter,
): UsedEdits {
  const cartKey = cart?.own ? cart.cartKey : undefined;
  const queue = useMemo(
    () =>
      cartKey === undefined || userId === undefined ? null : openQueue({ userId, directLinkId, cartKey }),
    [userId, directLinkId, cartKey],
  );
  useEffect(() => {
    if (cartKey !== undefined && userId !== undefined) showing({ userId, directLinkId, cartKey }, filter);
    // A session that was over may have begun again.
    queue?.wake();
  }, [queue, userId, directLinkId, cartKey, filter]);
  const { edits, trouble, isKept } = useSyncExternalStore(
    queue?.subscribe ?? nothing,
    queue?.state ?? (() => noState),
  );
  const shown = useMemo(() => cart && shownCart(cart, edits), [cart, edits]);
  return {
    cart: shown,
    queue,
    edits,
    trouble,
    isKept,
    saveHeader(fields) {
      if (!queue || !cart || !shown) return;
      const now = headerOf(shown);
      const names = Object.keys(fields) as (keyof HeaderFields)[];
      const before = Object.fromEntries(names.map((name) => [name, now[name]])) as Partial<HeaderFields>;
      queue.add([{ kind: 'header', fields, before, version: cart.headerVersion }]);
    },
  };
}
