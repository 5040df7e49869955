import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { todayInZurich } from '#analytics/context.ts';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import type { User } from '#shared/schemas/user.ts';
import type { Config } from '../config.ts';
import type { Changes } from '../platform/cache-invalidation/changes.ts';
import { inTransaction, type Queryable } from '../platform/database/query.ts';
import { isStagingCopy } from '../platform/database/restore-hold.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { lateness } from '../platform/i18n/expected-delivery.ts';
import { findOrderedStatistic } from '../statistics/statistic-queries.ts';
import type { Asking } from '../statistics/views/view-tables.ts';
import { composeRows, sums } from './carts/answer-cart.ts';
import { type CartFigures, type CartParts, noFilter, readFigures } from './carts/cart-figures.ts';
import {
  type CartHead,
  findCart,
  findSignature,
  lockCart,
  type SelectedRow,
  selectedRows,
} from './carts/cart-queries.ts';
import { selectionHash } from './carts/cart-selection.ts';
import { findWholesalerName, isSuperseded, keepOrder } from './order-queries.ts';

/**
 * Makes a version of the cart as it is, and returns its order number; the existing version where nothing has changed.
 * Access is checked by the route (cartToOrder). @throws AppError 404 for an unknown cart, 409 while nothing is ordered
 */
export async function makeOrder(
  parts: CartParts & {
    pool: Pool;
    changes: Pick<Changes, 'heardTo'>;
    config: Pick<Config, 'stage'>;
  },
  cartKey: string,
  user: User,
  asking: Asking,
): Promise<number> {
  const { pool, changes } = parts;
  for (;;) {
    const head = await findCart(pool, cartKey, user.id);
    if (!head) throw notFound();
    const gtins = (await selectedRows(pool, head.id)).map(({ gtin }) => gtin);
    const figures = await readFigures(parts, head.directLinkId, noFilter, gtins, asking);
    const order = await inTransaction(pool, async (client) => {
      const locked = await lockCart(client, cartKey, user.id);
      if (!locked) throw notFound();
      // Changed since the figures were read: they may lack selected products.
      if (locked.version !== head.version) return undefined;
      const selected = await selectedRows(client, locked.id);
      const isTest = parts.config.stage === 'staging' || (await isStagingCopy(client));
      return keepVersion(client, locked, selected, figures, user, isTest, changes.heardTo);
    });
    if (order !== undefined) return order;
  }
}

async function keepVersion(
  client: Queryable,
  head: CartHead,
  selected: readonly SelectedRow[],
  figures: CartFigures,
  user: User,
  isTest: boolean,
  heardTo: string,
): Promise<number> {
  const { rows, hidden } = composeRows(head, selected, figures);
  const ordered = [...rows, ...hidden].filter(({ packs }) => packs > 0);
  if (ordered.length === 0) throw new AppError(409, 'order_empty');
  const selectionSha256 = selectionHash(head, selected);
  const given = head.signature === null ? undefined : await findSignature(client, head.signature);
  const holds =
    given?.selectionSha256.equals(selectionSha256) && given.catalogueRevision === figures.catalogue.revision;
  const signature = holds ? given : undefined;
  const statistic = await findOrderedStatistic(client, head.statisticId);
  const today = todayInZurich();
  const deliveryDate = head.deliveryDate ?? usualDeliveryDay(today);
  const content: OrderContent = {
    format: 1,
    cartKey: head.cartKey,
    statistic: { ...statistic, revision: figures.revision, months: figures.months },
    catalogue: figures.catalogue,
    multiplier: head.multiplier,
    wholesaler: await findWholesalerName(client, head.wholesaler),
    deliveryType: head.deliveryType,
    deliveryDate,
    signature: signature
      ? {
          name: signature.name,
          signedAt: signature.signedAt,
          imageSha256: signature.image && sha256(signature.image).toString('hex'),
        }
      : null,
    rows: ordered.map((row) => ({
      gtin: row.gtin,
      pharmacode: row.pharmacode,
      productDescription: row.productDescription,
      pack: row.pack,
      manufacturer: row.manufacturer,
      selectedExact: row.selectedExact,
      packs: row.packs,
      exFactoryPrice: row.warehouseProduct.ExFactoryPrice,
      lineTotal: row.lineTotal,
      ...lateness(row, { day: deliveryDate, today }),
    })),
    sums: sums(ordered),
    ...(isTest && { test: true }),
  };
  let text = JSON.stringify(content);
  for (let again = 1; await isSuperseded(client, head.cartKey, sha256(text)); again++) {
    text = JSON.stringify({ ...content, again } satisfies OrderContent);
  }
  const order = {
    isTest,
    cartId: head.id,
    cartKey: head.cartKey,
    statisticId: head.statisticId,
    ownerId: head.ownerId,
    madeBy: user.id,
    content: text,
    contentSha256: sha256(text),
    selectionSha256,
    signed: signature !== undefined,
    signatureImage: signature?.image ?? null,
    ...content.sums,
  };
  return keepOrder(client, order, heardTo);
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
