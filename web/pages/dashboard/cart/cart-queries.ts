import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { cartFilters } from '#analytics/views/product-filter.ts';
import { lineTotal } from '#shared/cart-quantity.ts';
import type { Cart, CartListed, CartRowChange } from '#shared/schemas/cart.ts';
import { requestJson } from '../../../api/client.ts';
import { keepWhileSame, queryClient } from '../../../api/query-client.ts';
import type { ChoiceOf } from '../../../url-state/address.ts';
import type { ChosenPage } from '../../../url-state/remembered.ts';

/** What the rows can be in the order of; the first is how they come. */
export const cartOrders = ['productName', 'turnoverPotential', 'customersGain', 'deliverable'] as const;
export type CartOrder = (typeof cartOrders)[number];

const schema = z.object({ ...cartFilters, sortBy: z._default(z.enum(cartOrders), 'productName') });

export type CartChoice = ChoiceOf<typeof schema>;

/** The groups of a filter in which something is chosen, as the API's bodies have them. */
export type CartFilter = Record<string, readonly string[]>;

/** In an address: whose cart, by its key; without it one's own. */
export const cartParameter = 'cart';

export const cartPage: ChosenPage<typeof schema> = {
  choice: { page: 'cart', schema },
  prefetch: (directLinkId, choice, parameters) =>
    queryClient.prefetchQuery(cartQuery(directLinkId, parameters.get(cartParameter), filterOf(choice))),
};

export function filterOf({ sortBy: _, ...filters }: CartChoice): CartFilter {
  return Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0));
}

export function cartPath(directLinkId: string, cartKey?: string): string {
  const whose = cartKey === undefined ? '' : `/${encodeURIComponent(cartKey)}`;
  return `/cart/from-statistic/${encodeURIComponent(directLinkId)}${whose}`;
}

/** A cart with the rows that the filter leaves; null: one's own, made when there is none. */
export function cartQuery(directLinkId: string, cartKey: string | null, filter: CartFilter) {
  const queryKey = ['cart', directLinkId, cartKey ?? '', JSON.stringify(filter)] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      for (let tries = 1; ; tries++) {
        const cart = await fetchCart(directLinkId, cartKey, filter, signal);
        // An answer that was on its way while something was saved is older than what the page knows.
        if (cart.version >= (newest.get(cart.cartKey) ?? 0) || tries === mostTries) return noted(cart);
      }
    },
    placeholderData: keepWhileSame(queryKey, 3),
    refetchOnWindowFocus: 'always',
  });
}

/** One's own cart of a statistic and those that others have made visible. */
export function cartsQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['carts', directLinkId],
    queryFn: ({ signal }) => requestJson<CartListed[]>(cartPath(directLinkId), { signal }),
  });
}

/** Takes over a cart as the server has just answered it for this filter; other answers about it are asked again. */
export function showCart(directLinkId: string, filter: CartFilter, cart: Cart): void {
  noted(cart);
  queryClient.invalidateQueries({ queryKey: cartsQuery(directLinkId).queryKey });
  const filterText = JSON.stringify(filter);
  for (const query of cartsInCache(directLinkId, cart.cartKey)) {
    if (query.queryKey[3] === filterText) queryClient.setQueryData(query.queryKey, cart);
    else queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Takes over what a change left of a row; asks for the cart again where that is not all that has changed. */
export function showRow(directLinkId: string, cartKey: string, change: CartRowChange): void {
  newest.set(cartKey, Math.max(newest.get(cartKey) ?? 0, change.cartVersion));
  queryClient.invalidateQueries({ queryKey: cartsQuery(directLinkId).queryKey });
  for (const { queryKey } of cartsInCache(directLinkId, cartKey)) {
    const cart = queryClient.getQueryData<Cart>(queryKey);
    const known = cart && withRow(cart, change);
    if (known) queryClient.setQueryData(queryKey, known);
    // A product that had no row, or a signature that may hold no more.
    if (!known || cart.signature !== null) queryClient.invalidateQueries({ queryKey, exact: true });
  }
}

const mostTries = 3;
/** Number of the newest change that is known, by cart. */
const newest = new Map<string, number>();

function noted(cart: Cart): Cart {
  newest.set(cart.cartKey, Math.max(newest.get(cart.cartKey) ?? 0, cart.version));
  return cart;
}

function cartsInCache(directLinkId: string, cartKey: string) {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['cart', directLinkId] })
    .filter(({ state }) => (state.data as Cart | undefined)?.cartKey === cartKey);
}

/** Null where the cart has no such row. */
function withRow(cart: Cart, { cartVersion, ...change }: CartRowChange): Cart | null {
  const isRow = ({ gtin }: { gtin: string }) => gtin === change.gtin;
  const group = (['rows', 'hidden'] as const).find((each) => cart[each].some(isRow));
  if (!group) return null;
  return {
    ...cart,
    version: Math.max(cart.version, cartVersion),
    canUndo: true,
    canRedo: false,
    [group]: cart[group].map((row) =>
      isRow(row)
        ? { ...row, ...change, lineTotal: lineTotal(change.packs, row.warehouseProduct.ExFactoryPrice) }
        : row,
    ),
  };
}

function fetchCart(
  directLinkId: string,
  cartKey: string | null,
  filter: CartFilter,
  signal: AbortSignal,
): Promise<Cart> {
  if (cartKey === null) {
    return requestJson<Cart>(cartPath(directLinkId), { method: 'POST', json: filter, signal });
  }
  const query = new URLSearchParams();
  for (const [group, values] of Object.entries(filter)) {
    for (const value of values) query.append(group, value);
  }
  return requestJson<Cart>(cartPath(directLinkId, cartKey), { query, signal });
}
