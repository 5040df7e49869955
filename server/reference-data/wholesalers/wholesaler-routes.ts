import { z } from 'zod';
import { wholesaler, wholesalerFields } from '#shared/schemas/wholesaler.ts';
import { records } from '../../http/records.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';
import { AppError, nameTaken } from '../../platform/errors.ts';
import type { Dependencies } from '../dependencies.ts';

export function wholesalerRoutes({ pool }: Dependencies): Route[] {
  const wholesalers = records(pool, {
    path: '/api/wholesaler',
    kind: 'wholesaler',
    noun: 'wholesaler',
    id: 'wholesalerID',
    name: 'wholesalerName',
    fields: wholesalerFields,
    answer: wholesaler,
    sql: new URL('wholesalers.sql', import.meta.url),
    refusals: { wholesalers_name: ({ wholesalerName }) => nameTaken('wholesalerName', wholesalerName) },
    announces: false,
    access: 'signedIn',
    checkDeletion: (db, { wholesalerID }) => refuseUsed(db, wholesalerID),
    summaries: {
      list: 'All wholesalers with the channels they serve and their contacts, retired ones too.',
      remove: 'Deletes a wholesaler that no cart and no order names; 409 says how many do.',
    },
  });
  const { list, add, change, remove } = wholesalers.routes;
  return [
    list,
    defineRoute({
      method: 'get',
      path: '/api/wholesaler/online-ordering',
      summary: 'The wholesalers that take orders made here.',
      access: 'signedIn',
      answer: z.array(wholesaler),
      handle: async () =>
        (await wholesalers.list()).filter((each) => each.enabledForOnlineOrders && !each.retired),
    }),
    add,
    change,
    ...(['retire', 'reinstate'] as const).map((deed) =>
      defineRoute({
        method: 'post',
        path: `${wholesalers.path}/${deed}`,
        summary:
          deed === 'retire'
            ? 'Offers a wholesaler no longer; carts and orders go on showing it.'
            : 'Offers a retired wholesaler again.',
        access: 'admin',
        audit: deed === 'retire' ? 'wholesaler.retired' : 'wholesaler.reinstated',
        announces: false,
        params: wholesalers.params,
        objects: wholesalers.objects,
        answer: wholesaler,
        handle: (_ctx, { params: { wholesalerID }, user }) =>
          wholesalers.change(wholesalerID, user, deed === 'retire' ? 'retired' : 'reinstated', (client) =>
            retire(client, wholesalerID, deed === 'retire'),
          ),
      }),
    ),
    remove,
  ];
}

/** Offers it no longer, or again. */
function retire(db: Queryable, id: number, retired: boolean): Promise<number> {
  return execute(
    db,
    'update wholesalers set retired_at = case when $2 then coalesce(retired_at, now()) end where id = $1',
    [id, retired],
  );
}

/** @throws AppError 409 while carts or orders name it: it can be retired */
async function refuseUsed(db: Queryable, id: number): Promise<void> {
  const uses = await queryRow<{ carts: number; orders: number }>(
    db,
    `select (select count(*)::integer from carts where wholesaler_id = $1) as carts,
       (select count(*)::integer from orders
        where content::jsonb #>> '{wholesaler,wholesalerID}' = $1::integer::text) as orders`,
    [id],
  );
  if (uses.carts + uses.orders > 0) throw new AppError(409, 'wholesaler_in_use', { params: uses });
}
