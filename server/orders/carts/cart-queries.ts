import type { CartListed } from '#shared/schemas/cart.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';

/** A cart's header. `multiplier` is exact, a whole number or fraction. */
export type CartHead = {
  id: number;
  cartKey: string;
  ownerId: number;
  ownerName: string;
  statisticId: number;
  directLinkId: string;
  version: number;
  headerVersion: number;
  visible: boolean;
  multiplier: string;
  deliveryDate: string | null;
  wholesaler: number | null;
  deliveryType: 'Barcode' | 'TransferOrder';
  signatureName: string;
  signature: number | null;
};

/** A selected product; `quantity` is exact. */
export type SelectedRow = { gtin: string; description: string; quantity: string; version: number };

const head = `c.id, c.cart_key as "cartKey", u.id as "ownerId", u.name as "ownerName",
  c.statistic_id as "statisticId", s.direct_link_id as "directLinkId", c.version, c.header_version as "headerVersion",
  c.visible, c.multiplier, c.delivery_date::text as "deliveryDate", c.wholesaler_id as wholesaler,
  c.delivery_type as "deliveryType", c.signature_name as "signatureName", c.signature_id as signature`;

/** Carts with their current owners: `handed_to` got it beside a cart of their own. */
const owned = 'carts c join users u on u.id = coalesce(c.owner_id, c.handed_to)';
const carts = `${owned} join statistics s on s.id = c.statistic_id`;
const open = 's.active and s.deleted_at is null';

/** The user's cart of a statistic, created with `cartKey` where missing. */
export async function ownCart(
  db: Queryable,
  statisticId: number,
  userId: number,
  cartKey: string,
): Promise<CartHead> {
  await execute(
    db,
    'insert into carts (cart_key, statistic_id, owner_id) values ($1, $2, $3) on conflict (statistic_id, owner_id) do nothing',
    [cartKey, statisticId, userId],
  );
  return queryRow<CartHead>(
    db,
    `select ${head} from ${carts}
     where c.statistic_id = $1 and c.owner_id = $2`,
    [statisticId, userId],
  );
}

/** The cart of that key while its dashboard is accessible: the user's own, or a shared one. */
export function findCart(db: Queryable, cartKey: string, userId: number): Promise<CartHead | undefined> {
  return queryOptionalRow<CartHead>(
    db,
    `select ${head} from ${carts}
     where c.cart_key = $1 and ${open} and ($2 in (c.owner_id, c.handed_to) or c.visible)`,
    [cartKey, userId],
  );
}

/** The same, locked until the transaction ends. */
export async function lockCart(
  db: Queryable,
  cartKey: string,
  userId: number,
): Promise<CartHead | undefined> {
  // In a statement of its own: a statement that waits for the lock would still see its old snapshot.
  await execute(db, 'select from carts where cart_key = $1 for update', [cartKey]);
  return findCart(db, cartKey, userId);
}

/** The user's cart of a statistic, those handed over, named for their makers, and those shared by others. */
export function listCarts(db: Queryable, statisticId: number, userId: number): Promise<CartListed[]> {
  return queryRows<CartListed>(
    db,
    `select c.cart_key as "cartKey", c.owner_id is not null and c.owner_id = $2 as own,
       coalesce(c.handed_from, u.name) as "ownerName", c.visible,
       (select count(*)::integer from cart_rows r where r.cart_id = c.id) as "selectedRows",
       ${instant('coalesce((select max(made_at) from cart_changes l where l.cart_id = c.id), c.created_at)')} as "changedAt"
     from ${owned}
     where c.statistic_id = $1 and ($2 in (c.owner_id, c.handed_to) or c.visible)
     order by u.id <> $2, c.owner_id is null, lower(u.name), c.id`,
    [statisticId, userId],
  );
}

/** Selected rows by GTIN. */
export function selectedRows(db: Queryable, cartId: number): Promise<SelectedRow[]> {
  return queryRows<SelectedRow>(
    db,
    'select gtin, description, quantity, version from cart_rows where cart_id = $1 order by gtin',
    [cartId],
  );
}

export function selectedRow(db: Queryable, cartId: number, gtin: string): Promise<SelectedRow | undefined> {
  return queryOptionalRow<SelectedRow>(
    db,
    'select gtin, description, quantity, version from cart_rows where cart_id = $1 and gtin = $2',
    [cartId, gtin],
  );
}

/** The cart of an order, whoever's it is. */
export function cartOfOrder(db: Queryable, cartId: number): Promise<CartHead | undefined> {
  return queryOptionalRow<CartHead>(
    db,
    `select ${head} from ${carts}
     where c.id = $1`,
    [cartId],
  );
}

/** A signature and what it is for. `image`: a PNG; null where the name was typed and confirmed. */
type Signature = {
  image: Buffer | null;
  name: string;
  selectionSha256: Buffer;
  catalogueRevision: number;
};

/** Stores a signature and returns its id. */
export async function insertSignature(db: Queryable, cartId: number, given: Signature): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into cart_signatures (cart_id, image, name, selection_sha256, catalogue_revision)
     values ($1, $2, $3, $4, $5) returning id`,
    [cartId, given.image, given.name, given.selectionSha256, given.catalogueRevision],
  );
  return id;
}

export function findSignature(
  db: Queryable,
  id: number,
): Promise<(Signature & { signedAt: string }) | undefined> {
  return queryOptionalRow(
    db,
    `select image, name, selection_sha256 as "selectionSha256", catalogue_revision as "catalogueRevision",
       ${instant('signed_at')} as "signedAt"
     from cart_signatures where id = $1`,
    [id],
  );
}
