import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { alerts } from '#shared/schemas/alerts.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { hashToken } from '../../http/tokens.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { endAlerts, findAlerts, findUnsubscriber, setAlerts } from './alert-queries.ts';

const params = z.object({ token: text(200) });
const off = { frequency: 'off', replaceable: true, own: true, back: true } as const;

/** Subscriptions to alert mails, and unsubscribing. */
export function alertRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/alerts',
      summary: 'How often the caller is told by mail of new stock-outs, and of which.',
      access: 'signedIn',
      answer: alerts,
      handle: async (_ctx, { user }) => (await findAlerts(pool, user.id)) ?? off,
    }),
    defineRoute({
      method: 'put',
      path: '/api/alerts',
      summary: 'Sets how often the caller is told by mail, and of what.',
      access: 'signedIn',
      audit: null,
      versioned: false,
      announces: false,
      body: alerts,
      answer: alerts,
      async handle(_ctx, { body, user }) {
        if (body.frequency === 'off') {
          await endAlerts(pool, user.id);
          return off;
        }
        if (!body.replaceable && !body.own && !body.back) {
          throw invalidInput([{ path: ['replaceable'], message: 'something must be told' }]);
        }
        await setAlerts(pool, user.id, body);
        return body;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/alerts/unsubscribe/:token',
      summary: 'Leads to the page that ends the mails; reading it ends nothing.',
      access: 'everyone',
      params,
      objects: { token: 'secret' },
      handle(ctx, { params: { token } }) {
        ctx.redirect(`/unsubscribe/${encodeURIComponent(token)}`);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/alerts/unsubscribe/:token',
      summary: 'Ends the mails to whom the token was mailed (RFC 8058); again and again.',
      access: 'everyone',
      audit: null,
      announces: false,
      ignoresToken: true,
      params,
      objects: { token: 'secret' },
      async handle(ctx, { params: { token } }) {
        const userId = await findUnsubscriber(pool, hashToken(token));
        if (userId === undefined) throw notFound();
        await endAlerts(pool, userId);
        ctx.status = 204;
      },
    }),
  ];
}
