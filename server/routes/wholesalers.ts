import { z } from 'zod';
import { listWholesalers } from '../db/wholesalers.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Route } from './route.ts';

export function wholesalerRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/wholesaler',
      summary: 'All wholesalers with the channels they serve and their contacts.',
      access: 'signedIn',
      answer: z.array(
        z.object({
          wholesalerID: z.int(),
          wholesalerName: z.string(),
          enabledForApo: z.boolean(),
          enabledForSd: z.boolean(),
          enabledForOnlineOrders: z.boolean(),
          conditionsContact: z.string(),
          transferOrderContact: z.string(),
          acquisitionStatisticContact: z.string(),
        }),
      ),
      handle: () => listWholesalers(pool),
    }),
  ];
}
