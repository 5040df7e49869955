import { z } from 'zod';
import { mail, phone, text } from '#shared/fields.ts';
import {
  correctedCustomer,
  customer,
  customerFields,
  namedCustomer,
  storedCustomer,
} from '#shared/schemas/customer.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Dependencies } from '../dependencies.ts';
import { addCustomer, changeCustomer, findCustomer, keepCorrection, takeFile } from './correct-customers.ts';
import { listCorrectedCustomers } from './correction-queries.ts';
import { MOST_CUSTOMERS, searchCustomers } from './customer-queries.ts';

/** Corrections that are listed at most. */
const MOST_LISTED = 1000;

/** As long as uploads take a customer's name and number. */
const word = text().trim().min(1);
const optional = word.nullable();

const customerBody = customerFields.extend({
  externalId: word,
  name: word,
  parentExternalId: optional.default(null),
  parentName: optional.default(null),
  address: text(1000).trim().default(''),
  active: z.boolean().default(true),
  language: customerFields.shape.language.default(null),
  channel: customerFields.shape.channel.default(null),
  oneKey: optional.default(null),
  phone: phone.nullable().default(null),
  mail: mail.nullable().default(null),
});

const correction = z.strictObject({
  name: word.optional(),
  parentExternalId: optional.optional(),
  parentName: optional.optional(),
  address: text(1000).trim().optional(),
  active: z.boolean().optional(),
  language: customerFields.shape.language.optional(),
  channel: customerFields.shape.channel.optional(),
  oneKey: optional.optional(),
  phone: phone.nullable().optional(),
  mail: mail.nullable().optional(),
});

const params = z.object({ externalId: text() });
const objects = { externalId: 'administered' } as const;
const path = '/api/customer/:externalId';

export function customerRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/customer/search',
      summary: `At most ${MOST_CUSTOMERS} customers by name, id, parent or address; at least two characters. x-has-next-page tells whether there are more.`,
      access: 'signedIn',
      audit: null,
      announces: false,
      query: z.strictObject({ keyword: text().trim().min(2) }),
      answer: z.array(customer),
      async handle(ctx, { query }) {
        const found = await searchCustomers(pool, query.keyword, MOST_CUSTOMERS + 1);
        ctx.set('x-has-next-page', String(found.length > MOST_CUSTOMERS));
        return found.slice(0, MOST_CUSTOMERS);
      },
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
    defineRoute({
      method: 'get',
      path: '/api/customer/corrections',
      summary: 'Customers who were added or corrected here; those of whom the file says something new first.',
      access: 'admin',
      answer: z.array(correctedCustomer),
      handle: () => listCorrectedCustomers(pool, MOST_LISTED),
    }),
    defineRoute({
      method: 'post',
      path: '/api/customer',
      summary: 'Adds a customer whom the file of customers does not have.',
      access: 'admin',
      audit: 'customer.added',
      announces: false,
      body: customerBody,
      answer: storedCustomer,
      handle: (_ctx, { body, user }) => addCustomer(pool, body, user),
    }),
    defineRoute({
      method: 'get',
      path,
      summary: 'What is known of a customer.',
      access: 'admin',
      params,
      objects,
      answer: storedCustomer,
      handle: (_ctx, { params: { externalId } }) => findCustomer(pool, externalId),
    }),
    defineRoute({
      method: 'put',
      path,
      summary: 'Corrects the fields that are named, whatever the next file says of them.',
      access: 'admin',
      audit: 'customer.corrected',
      versioned: true,
      announces: false,
      params,
      objects,
      body: correction,
      answer: storedCustomer,
      handle: (_ctx, { params: { externalId }, body, user, version }) =>
        changeCustomer(pool, externalId, body, user, version),
    }),
    defineRoute({
      method: 'post',
      path: `${path}/keep`,
      summary: 'Lets a correction stay, though the file has changed since.',
      access: 'admin',
      audit: 'customer.kept',
      announces: false,
      params,
      objects,
      async handle(ctx, { params: { externalId }, user }) {
        await keepCorrection(pool, externalId, user);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${path}/correction`,
      summary: 'Lets what the file says of a customer count again; whom it does not have becomes inactive.',
      access: 'admin',
      audit: 'customer.uncorrected',
      announces: false,
      params,
      objects,
      async handle(ctx, { params: { externalId }, user }) {
        await takeFile(pool, externalId, user);
        ctx.status = 204;
      },
    }),
  ];
}
