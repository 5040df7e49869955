import type { Config } from '#server/config.ts';
import type { Cart, CartRow, CartRowChange } from '#shared/schemas/cart.ts';
import { addUser, signIn } from './portal.ts';
import { generic, original } from './small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from './small-portal.ts';

/** What is sent to a call: JSON, If-Match, and who asks. */
export type Asked = { body?: object | undefined; ifMatch?: string | number; token?: string };

/** A portal with a statistic of 7 originals and 5 generics, for which 12 packs of the provider's product are available. */
export type CartPortal = SmallPortal & {
  link: string;
  /** Of another user, colleague@portal.example. */
  colleague: string;
  call(method: string, path: string, asked?: Asked): Promise<Response>;
  /** The same, which has to succeed. */
  json<Answer>(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** The caller's cart. */
  cart(filter?: object): Promise<Cart>;
};

export async function openCartPortal(
  months: [from: string, to: string] = ['1', '12'],
  overrides: Partial<Config> = {},
): Promise<CartPortal> {
  const portal = await openSmallPortal(undefined, overrides);
  const link = await portal.upload(
    [
      [original, 7],
      [generic, 5],
    ],
    { timeMonthFrom: months[0], timeMonthTo: months[1] },
  );
  await addUser(portal.server.pool, { email: 'colleague@portal.example' });
  const colleague = await signIn(portal.server.url, 'colleague@portal.example');
  const call: CartPortal['call'] = (method, path, { body, ifMatch, token = portal.token } = {}) =>
    fetch(`${portal.server.url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const json: CartPortal['json'] = async (method, path, asked) => {
    const response = await call(method, path, asked);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    ...portal,
    link,
    colleague,
    call,
    json,
    cart: (filter = {}) => json<Cart>('POST', `cart/from-statistic/${link}`, { body: filter }),
  };
}

/** What matters of a row: packs available, bought already, selected exactly, to order. */
export function figuresOf(rows: readonly CartRow[]): unknown[] {
  return rows.map((row) => [
    row.gtin,
    row.availableQuantity,
    row.quantityProvider,
    row.selectedExact,
    row.packs,
  ]);
}

export type { Cart, CartRow, CartRowChange };
