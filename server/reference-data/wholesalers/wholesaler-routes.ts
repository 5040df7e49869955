import { z } from 'zod';
import { contact, writtenContact } from '#shared/contact.ts';
import { id, pathId, text } from '#shared/fields.ts';
import { wholesaler } from '#shared/schemas/wholesaler.ts';
import { versionAsked } from '../../http/request/if-match.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { addWholesaler, changeWholesaler, removeWholesaler, setRetired } from './change-wholesalers.ts';
import { listOnlineWholesalers, listWholesalers } from './wholesaler-queries.ts';

const amount = z
  .number()
  .min(0)
  .max(9_999_999.99)
  .refine((chf) => Math.abs(chf * 100 - Math.round(chf * 100)) < 1e-6, 'must be in whole centimes')
  .nullable()
  .default(null);

const body = z.strictObject({
  wholesalerID: id.optional(),
  wholesalerName: text().trim().min(1),
  enabledForApo: z.boolean().default(false),
  enabledForSd: z.boolean().default(false),
  enabledForOnlineOrders: z.boolean().default(false),
  conditionsContact: contact(1000).default(''),
  transferOrderContact: writtenContact().default(''),
  acquisitionStatisticContact: contact(1000).default(''),
  minimumOrderValue: amount.describe('CHF; null: none'),
  freeDeliveryFrom: amount.describe('CHF; null: unknown'),
  // What the answers say beside, so that an answer can be sent back.
  retired: z.boolean().optional().describe('as it is; retire and reinstate change it'),
  version: z.unknown().optional(),
});

const params = z.object({ wholesalerID: pathId });
const path = '/api/wholesaler/:wholesalerID';

export function wholesalerRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/wholesaler',
      summary: 'All wholesalers with the channels they serve and their contacts, retired ones too.',
      access: 'signedIn',
      answer: z.array(wholesaler),
      handle: () => listWholesalers(pool),
    }),
    defineRoute({
      method: 'get',
      path: '/api/wholesaler/online-ordering',
      summary: 'The wholesalers that take orders made here.',
      access: 'signedIn',
      answer: z.array(wholesaler),
      handle: () => listOnlineWholesalers(pool),
    }),
    defineRoute({
      method: 'post',
      path: '/api/wholesaler',
      summary: 'Adds a wholesaler.',
      access: 'admin',
      audit: 'wholesaler.created',
      announces: false,
      body: body.omit({ retired: true, version: true }).extend({
        wholesalerID: z.unknown().optional().describe('not read: a new wholesaler gets an id'),
      }),
      answer: wholesaler,
      handle: (_ctx, { body: { wholesalerID: _, ...fields }, user }) => addWholesaler(pool, fields, user),
    }),
    defineRoute({
      method: 'put',
      path,
      summary: 'Changes a wholesaler; If-Match: its version, else it is taken as it comes.',
      access: 'admin',
      audit: 'wholesaler.changed',
      announces: false,
      params,
      objects: { wholesalerID: 'administered' },
      body,
      answer: wholesaler,
      handle(ctx, { params: { wholesalerID }, body: { wholesalerID: named, ...given }, user }) {
        const { retired: _, version: __, ...fields } = given;
        if (named !== undefined && named !== wholesalerID) {
          throw invalidInput([{ path: ['wholesalerID'], message: 'is another than the one of the path' }]);
        }
        return changeWholesaler(pool, wholesalerID, fields, user, versionAsked(ctx));
      },
    }),
    ...(['retire', 'reinstate'] as const).map((deed) =>
      defineRoute({
        method: 'post',
        path: `${path}/${deed}`,
        summary:
          deed === 'retire'
            ? 'Offers a wholesaler no longer; carts and orders go on showing it.'
            : 'Offers a retired wholesaler again.',
        access: 'admin',
        audit: deed === 'retire' ? 'wholesaler.retired' : 'wholesaler.reinstated',
        announces: false,
        params,
        objects: { wholesalerID: 'administered' },
        answer: wholesaler,
        handle: (_ctx, { params: { wholesalerID }, user }) =>
          setRetired(pool, wholesalerID, deed === 'retire', user),
      }),
    ),
    defineRoute({
      method: 'delete',
      path,
      summary: 'Deletes a wholesaler that no cart and no order names; 409 says how many do.',
      access: 'admin',
      audit: 'wholesaler.deleted',
      announces: false,
      params,
      objects: { wholesalerID: 'administered' },
      async handle(ctx, { params: { wholesalerID }, user }) {
        await removeWholesaler(pool, wholesalerID, user);
        ctx.status = 204;
      },
    }),
  ];
}
