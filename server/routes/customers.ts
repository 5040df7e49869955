import { z } from 'zod';
import { customer, namedCustomer } from '../answers/customer.ts';
import { searchCustomers } from '../db/customers.ts';
import type { Dependencies } from '../dependencies.ts';
import { text } from '../request/fields.ts';
import { defineRoute, type Route } from './route.ts';

export function customerRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/customer/search',
      summary: 'Customers by name, id, parent or address; at least two characters.',
      access: 'signedIn',
      query: z.strictObject({ keyword: text().trim().min(2) }),
      answer: z.array(customer),
      handle: (_ctx, { query }) => searchCustomers(pool, query.keyword),
    }),
    defineRoute({
      method: 'get',
      path: '/api/customer/xpris/:customer',
      summary: 'The customer of a OneKey id or external id.',
      access: 'signedIn',
      params: z.object({ customer: text() }),
      objects: { customer: 'customer' },
      answer: namedCustomer,
      handle: (_ctx, { found }) => found.customer,
    }),
  ];
}
