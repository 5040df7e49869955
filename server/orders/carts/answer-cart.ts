import type { Pool } from 'pg';
import {
  type CartSums,
  lineTotal,
  none,
  packsOf,
  parseFraction,
  sumsOf,
  toNumber,
  writeFraction,
} from '#shared/cart-quantity.ts';
import type { Cart, CartRow, CartRowState } from '#shared/schemas/cart.ts';
import type { User } from '#shared/schemas/user.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { notFound } from '../../platform/errors.ts';
import { mayReadOrders } from '../../statistics/access.ts';
import { findStatisticPeriod } from '../../statistics/statistic-queries.ts';
import type { Asking } from '../../statistics/views/view-tables.ts';
import { newestSignedOrder } from '../order-queries.ts';
import { possibleSteps } from './cart-change-queries.ts';
import {
  type CartFigures,
  type CartFilter,
  type CartParts,
  type FigureRow,
  readFigures,
} from './cart-figures.ts';
import { type CartHead, findCart, findSignature, type SelectedRow, selectedRows } from './cart-queries.ts';
import { selectionHash } from './cart-selection.ts';

/** The cart as `user` sees it now. @throws AppError 404 for a cart of somebody else, and as readFigures */
export async function answerCart(
  parts: CartParts & { pool: Pool },
  cartKey: string,
  user: User,
  filter: CartFilter,
  asking: Asking,
): Promise<Cart> {
  // One snapshot of PostgreSQL.
  const kept = await inTransaction(parts.pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    const head = await findCart(client, cartKey, user.id);
    if (!head) throw notFound();
    const signature = head.signature === null ? undefined : await findSignature(client, head.signature);
    return {
      head,
      selected: await selectedRows(client, head.id),
      signature,
      signedOrder: signature && (await newestSignedOrder(client, head.id, signature.selectionSha256)),
      period: await findStatisticPeriod(client, head.statisticId),
      steps: await possibleSteps(client, head.id),
    };
  });
  const { head, selected, signature } = kept;
  const also = selected.map(({ gtin }) => gtin);
  const figures = await readFigures(parts, head.directLinkId, filter, also, asking);
  const { rows, hidden } = composeRows(head, selected, figures);
  return {
    cartKey,
    own: head.ownerId === user.id,
    ownerName: head.ownerName,
    mayOrder: await mayReadOrders(parts.pool, user, head),
    visible: head.visible,
    quantityMultiplier: toNumber(parseFraction(head.multiplier)),
    multiplierExact: head.multiplier,
    signature: !signature
      ? null
      : signature.image
        ? `data:image/png;base64,${signature.image.toString('base64')}`
        : 'typed',
    signatureName: head.signatureName,
    signedAt: signature?.signedAt ?? null,
    catalogueRevision: figures.catalogue.revision,
    signatureVoid:
      signature !== undefined &&
      !(
        signature.selectionSha256.equals(selectionHash(head, selected)) &&
        signature.catalogueRevision === figures.catalogue.revision
      ),
    signedOrder: kept.signedOrder ?? null,
    wholesaler: head.wholesaler,
    deliveryType: head.deliveryType,
    deliveryDate: head.deliveryDate,
    version: head.version,
    headerVersion: head.headerVersion,
    canUndo: head.ownerId === user.id && kept.steps.canUndo,
    canRedo: head.ownerId === user.id && kept.steps.canRedo,
    bezugsStatistik: { ...kept.period, months: figures.months },
    rows,
    hidden,
    sums: sums([...rows, ...hidden]),
    hiddenSums: sums(hidden),
  };
}

/** The rows that match the filter, and selected ones that do not. */
export function composeRows(
  { multiplier }: Pick<CartHead, 'multiplier'>,
  selected: readonly SelectedRow[],
  figures: Pick<CartFigures, 'rows'>,
): { rows: CartRow[]; hidden: CartRow[] } {
  const byGtin = new Map(selected.map((row) => [row.gtin, row]));
  const known = new Set(figures.rows.map(({ gtin }) => gtin));
  const composed = figures.rows.map((row) => cartRow(row, byGtin.get(row.gtin), multiplier));
  const unknown = selected
    .filter(({ gtin }) => !known.has(gtin))
    .map((row) => ({
      ...cartRow(notInCatalogue(row), row, multiplier),
      inCatalogue: false,
    }));
  return {
    rows: composed.filter(({ articles }) => articles > 0),
    hidden: [...composed.filter(({ articles }) => articles === 0), ...unknown],
  };
}

/** The current state of a row's quantity. */
export function rowState(gtin: string, row: SelectedRow | undefined, multiplier: string): CartRowState {
  const quantity = row ? parseFraction(row.quantity) : none;
  return {
    cartRowID: gtin,
    gtin,
    selectedQuantity: toNumber(quantity),
    selectedExact: writeFraction(quantity),
    packs: packsOf(quantity, parseFraction(multiplier)),
    version: row?.version ?? 0,
  };
}

export function sums(rows: readonly CartRow[]): CartSums {
  return sumsOf(
    rows.map(({ packs, warehouseProduct }) => ({ packs, price: warehouseProduct.ExFactoryPrice })),
  );
}

function cartRow(figures: FigureRow, selected: SelectedRow | undefined, multiplier: string): CartRow {
  const { exFactoryPrice, publicPrice, ...facts } = figures;
  const state = rowState(figures.gtin, selected, multiplier);
  return {
    ...facts,
    ...state,
    warehouseProduct: { ExFactoryPrice: exFactoryPrice, PublicPrice: publicPrice },
    lineTotal: lineTotal(state.packs, exFactoryPrice),
    inCatalogue: true,
  };
}

/** A row for a product that the catalogue no longer has. */
function notInCatalogue({ gtin, description }: SelectedRow): FigureRow {
  return {
    gtin,
    pharmacode: null,
    productDescription: description,
    pack: null,
    manufacturer: null,
    exFactoryPrice: null,
    publicPrice: null,
    articles: 0,
    availableQuantity: 0,
    quantityProvider: 0,
    turnoverPotential: 0,
    customersGain: 0,
    publicPriceDifference: 0,
    deductibleBefore: 0,
    deductibleAfter: 0,
    distributionShareBefore: 0,
    distributionShareAfter: 0,
    sB20: false,
    providerExclusive: false,
    coMarketing: false,
    sL: false,
    stockOut: false,
    discontinued: false,
    deliverability: null,
    deliverabilityWeek: false,
    deliverabilityStatus: null,
    deliverabilityUpdate: null,
    deliverabilityReportingDate: null,
    deliverabilityComment: null,
    newStockout: false,
    backInStockDate: null,
    backInStock: false,
    nextAlternativeGTIN: null,
    nextAlternativePharmacode: null,
    nextAlternativeProductName: null,
  };
}
