import { z } from 'zod';
import { todayInZurich } from '#analytics/context.ts';
import { daysBetween } from '#shared/calendar.ts';
import { day, digits, pathId, text } from '#shared/fields.ts';
import { customerAction } from '#shared/schemas/customer-page.ts';
import { today } from '#shared/schemas/today.ts';
import { visibleUploaderIds } from '../accounts/user-queries.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { inTransaction } from '../platform/database/query.ts';
import { invalidInput, notFound } from '../platform/errors.ts';
import { figuresVersion } from '../statistics/statistic-metrics.ts';
import { answeredBy, customersToCall, deleteAction, insertAction } from './today-queries.ts';

/** Most days ahead for a reminder. */
const FURTHEST_REMINDER = 366;

/** Customers to call or visit today, and recording calls. */
export function todayRoutes({ pool, settings, currentRevisions, answerVersion }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/today',
      summary:
        'Customers to call or see and why, of statistics that are the caller’s own, or of all that the caller may see; whom the caller was to be reminded of is among both. From kept figures.',
      access: 'signedIn',
      query: z.strictObject({
        whose: z.enum(['own', 'all']).default('own'),
        limit: digits(1, 500).default(25),
      }),
      answer: today,
      async handle(_ctx, { query: { whose, limit }, user }) {
        const [visibleIds, revisions, { newStockoutDays }] = await Promise.all([
          visibleUploaderIds(pool, user),
          currentRevisions(),
          settings(),
        ]);
        const asked = {
          user,
          uploaderIds: whose === 'own' ? [user.id] : visibleIds,
          visibleIds,
          version: figuresVersion(answerVersion, revisions),
          day: todayInZurich(),
          newStockoutDays,
          limit,
        };
        const [found, answered] = await Promise.all([customersToCall(pool, asked), answeredBy(pool, asked)]);
        return { day: asked.day, newStockoutDays, ...found, answered };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/customers/:number/actions',
      summary:
        'Writes down that a customer was called or has ordered, or on which day the caller is to be reminded; for whoever may see a statistic of theirs.',
      access: 'signedIn',
      costs: 'note',
      audit: null,
      announces: false,
      params: z.object({ number: text() }),
      objects: { number: 'seenCustomer' },
      body: z.discriminatedUnion('action', [
        z.strictObject({ action: z.enum(['called', 'ordered']) }),
        z.strictObject({ action: z.literal('later'), until: day }),
      ]),
      answer: customerAction,
      handle(_ctx, { found: { number }, body, user }) {
        const until = body.action === 'later' ? body.until : null;
        if (until !== null && !isAhead(until)) {
          throw invalidInput([
            { path: ['until'], message: `must be one of the next ${FURTHEST_REMINDER} days` },
          ]);
        }
        return inTransaction(pool, (client) =>
          insertAction(client, number.externalId, user, { action: body.action, until }),
        );
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/customers/:number/actions/:action',
      summary: 'Takes back what the caller has written down of a customer.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: z.object({ number: text(), action: pathId }),
      objects: { number: 'seenCustomer', action: 'own' },
      async handle(ctx, { params: { action }, found: { number }, user }) {
        const { externalId } = number;
        if (!(await deleteAction(pool, action, { externalId, userId: user.id }))) throw notFound();
        ctx.status = 204;
      },
    }),
  ];
}

/** Whether a day is in the future, within the limit. */
function isAhead(until: string): boolean {
  const days = daysBetween(todayInZurich(), until);
  return days >= 1 && days <= FURTHEST_REMINDER;
}
