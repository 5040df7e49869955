import { z } from 'zod';
import { text } from '#shared/fields.ts';
import {
  brought,
  broughtOf,
  customerPage,
  lastOrder as lastOrderAnswer,
  listedCustomer,
} from '#shared/schemas/customer-page.ts';
import { visibleUploaderIds } from '../accounts/user-queries.ts';
import { languageOf } from '../http/answer-errors.ts';
import { clientGone } from '../http/client-gone.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendFile, XLSX } from '../http/send-file.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { fileName } from '../platform/i18n/file-name.ts';
import { translate } from '../platform/i18n/messages.ts';
import { findCustomerFields } from '../reference-data/customers/correction-queries.ts';
import { figuresVersion } from '../statistics/statistic-metrics.ts';
import { uploadFilter } from '../statistics/statistic-routes.ts';
import { makeWorkbook } from '../workbooks/writing/make-workbook.ts';
import {
  customerCarts,
  customerOrders,
  customerStatistics,
  listedCustomers,
} from './customer-page-queries.ts';
import { lastOrder } from './last-order.ts';
import { customerNotes } from './note-queries.ts';
import { broughtWorkbook, whatWasBrought } from './order-outcome.ts';
import { customerActions } from './today-queries.ts';

const ofWhat = z.strictObject({ of: broughtOf.default('orders') });

/** One customer, as far as the caller may see their statistics. */
export function customerPageRoutes(dependencies: Dependencies): Route[] {
  const { pool, currentRevisions, answerVersion, settings } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/customers',
      summary:
        'Customers whose uploads the caller may see, by potential per month of the newest; x-has-next-page tells whether more follow.',
      access: 'signedIn',
      query: z.strictObject(uploadFilter),
      answer: z.array(listedCustomer),
      async handle(ctx, { query: { PageSize, PageNumber, ...filter }, user }) {
        const [uploaderIds, revisions] = await Promise.all([
          visibleUploaderIds(pool, user),
          currentRevisions(),
        ]);
        const rows = await listedCustomers(
          pool,
          { uploaderIds, ...filter, limit: PageSize + 1, offset: PageSize * (PageNumber - 1) },
          { user, version: figuresVersion(answerVersion, revisions) },
        );
        ctx.set('x-has-next-page', String(rows.length > PageSize));
        return rows.slice(0, PageSize);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/customers/:number',
      summary:
        'A customer by number: who it is, their statistics with kept figures, orders, open carts, calls and notes; 404 where the caller may see none of their statistics.',
      access: 'signedIn',
      params: z.object({ number: text() }),
      objects: { number: 'seenCustomer' },
      answer: customerPage,
      async handle(_ctx, { found: { number: seen }, user }) {
        const version = figuresVersion(answerVersion, await currentRevisions());
        const [fields, listed, orders, carts, actions, notes] = await Promise.all([
          findCustomerFields(pool, seen.externalId),
          customerStatistics(pool, seen, version),
          customerOrders(pool, seen, user),
          customerCarts(pool, seen, user),
          customerActions(pool, seen),
          customerNotes(pool, seen, user),
        ]);
        const statistics = listed.map(({ customerName: _, ...statistic }) => statistic);
        const { externalId } = seen;
        if (!fields)
          return {
            externalId,
            name: listed[0]?.customerName ?? null,
            known: null,
            statistics,
            orders,
            carts,
            actions,
            notes,
          };
        const { externalId: _, name, oneKey: __, ...known } = fields;
        return { externalId, name, known, statistics, orders, carts, actions, notes };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/customers/:number/last-order',
      summary: 'What the last order of a customer brought, by their newest statistic.',
      access: 'signedIn',
      params: z.object({ number: text() }),
      objects: { number: 'seenCustomer' },
      answer: lastOrderAnswer,
      handle: (ctx, { found: { number: seen }, user }) =>
        lastOrder(dependencies, seen, user, clientGone(ctx)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/customers/:number/brought',
      summary:
        'What the orders of a customer brought, or what kept scenarios proposed, product by product, by each of their eight newest statistics that tell of any.',
      access: 'signedIn',
      params: z.object({ number: text() }),
      query: ofWhat,
      objects: { number: 'seenCustomer' },
      answer: brought,
      handle: (ctx, { found: { number: seen }, query: { of }, user }) =>
        whatWasBrought(dependencies, seen, user, of, clientGone(ctx)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/customers/:number/brought/excel',
      summary: 'The same as .xlsx.',
      access: 'signedIn',
      costs: 'export',
      params: z.object({ number: text() }),
      query: ofWhat,
      objects: { number: 'seenCustomer' },
      async handle(ctx, { found: { number: seen }, query: { of }, user }) {
        const signal = clientGone(ctx);
        const found = await whatWasBrought(dependencies, seen, user, of, signal);
        const language = languageOf(ctx);
        const { provider } = await settings();
        const { externalId } = seen;
        const workbook = broughtWorkbook(language, { externalId, of, ...found }, provider.name);
        sendFile(ctx, {
          type: XLSX,
          bytes: await makeWorkbook(workbook, { signal }),
          saveAs: fileName(
            'xlsx',
            translate(language, `customer.brought.${of}.title`),
            found.name ?? externalId,
          ),
        });
      },
    }),
  ];
}
