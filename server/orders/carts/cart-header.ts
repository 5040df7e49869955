import { todayInZurich } from '#analytics/context.ts';
import { multiplierOf, writeFraction } from '#shared/cart-quantity.ts';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import { wholesalerTakesOrders } from '../order-queries.ts';
import type { HeaderValue } from './cart-change-queries.ts';
import type { CartFigures } from './cart-figures.ts';
import { type CartHead, insertSignature, selectedRows } from './cart-queries.ts';
import { selectionHash } from './cart-selection.ts';
import { signaturePicture } from './signature-picture.ts';

export type HeaderBody = {
  visible?: boolean | undefined;
  quantityMultiplier?: number | undefined;
  signature?: string | null | undefined;
  signatureName?: string | undefined;
  /** The catalogue whose prices the signer has seen. */
  catalogueRevision?: number | undefined;
  wholesaler?: number | null | undefined;
  deliveryType?: CartHead['deliveryType'] | undefined;
  deliveryDate?: string | null | undefined;
};

const MOST_IMAGE_BYTES = 65_536;

/**
 * The new values of a header; undefined: unchanged. A signature is stored with a hash of what it is for. @throws AppError
 * 400 for a wholesaler without online orders, an invalid PNG or an empty confirmed name
 */
export async function headerValues(
  client: Queryable,
  head: CartHead,
  body: HeaderBody,
  { months, catalogue }: Pick<CartFigures, 'months' | 'catalogue'>,
): Promise<Record<string, HeaderValue | undefined>> {
  const { wholesaler } = body;
  if (wholesaler && wholesaler !== head.wholesaler && !(await wholesalerTakesOrders(client, wholesaler))) {
    throw new AppError(400, 'wholesaler_takes_no_orders');
  }
  const values = {
    visible: body.visible,
    multiplier:
      body.quantityMultiplier === undefined
        ? undefined
        : writeFraction(multiplierOf(body.quantityMultiplier, months)),
    wholesaler,
    deliveryType: body.deliveryType,
    // A signed cart has a fixed day; otherwise the default moves on until the order is made.
    deliveryDate: body.signature
      ? (dayOf(head, body) ?? usualDeliveryDay(todayInZurich()))
      : body.deliveryDate,
    signatureName: body.signatureName,
  };
  const signature = await signatureOf(
    client,
    { ...head, ...given(values) },
    body.signature,
    body.catalogueRevision ?? catalogue.revision,
  );
  return { ...values, signature };
}

function dayOf(head: CartHead, { deliveryDate }: HeaderBody): string | null {
  return deliveryDate === undefined ? head.deliveryDate : deliveryDate;
}

async function signatureOf(
  client: Queryable,
  head: CartHead,
  signature: string | null | undefined,
  catalogueRevision: number,
): Promise<number | null | undefined> {
  if (signature === undefined) return undefined;
  if (signature === null || signature === '') return null;
  const image = signature === 'typed' ? null : readPng(signature);
  if (!image && head.signatureName === '') {
    throw invalidInput([{ path: ['signatureName'], message: 'must be given to be confirmed' }]);
  }
  return insertSignature(client, head.id, {
    image,
    name: head.signatureName,
    selectionSha256: selectionHash(head, await selectedRows(client, head.id)),
    catalogueRevision,
  });
}

function readPng(dataUrl: string): Buffer {
  const base64 = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1];
  const image = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  if (!image || image.length > MOST_IMAGE_BYTES || !signaturePicture(image)) {
    throw invalidInput([{ path: ['signature'], message: 'must be the data URL of a PNG of at most 64 kB' }]);
  }
  return image;
}

function given<Values extends object>(
  values: Values,
): { [Field in keyof Values]?: NonNullable<Values[Field]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Values]?: NonNullable<Values[Field]>;
  };
}
