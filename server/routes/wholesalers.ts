import { z } from 'zod';
import { wholesaler } from '../answers/wholesaler.ts';
import { listOnlineWholesalers, listWholesalers } from '../db/wholesalers.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Route } from './route.ts';

export function wholesalerRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/wholesaler',
      summary: 'All wholesalers with the channels they serve and their contacts.',
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
  ];
}
