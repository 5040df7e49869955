import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { clientAddress } from '../../http/client-address.ts';
import { portalUrl } from '../../http/portal-url.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Dependencies } from '../dependencies.ts';

const token = text(200).min(1);

/** Forgotten passwords: request a link, check it, set a new password. */
export function passwordRoutes({ config, resetPassword }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/users/send-reset-link',
      summary: 'Mails a link to set a new password, if the account exists; the answer is the same if not.',
      access: 'everyone',
      audit: null,
      announces: false,
      ignoresToken: true,
      body: z.strictObject({ email: text().trim().min(1) }),
      async handle(ctx, { body }) {
        await resetPassword.sendLink(body.email, clientAddress(ctx), portalUrl(ctx, config));
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/validate-reset-token',
      summary: 'Whether a token from a mail can still be used.',
      access: 'everyone',
      audit: null,
      announces: false,
      ignoresToken: true,
      body: z.strictObject({ token }),
      answer: z.boolean(),
      handle: (_ctx, { body }) => resetPassword.isValid(body.token),
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/set-password',
      summary:
        'Sets a new password with a token from a mail, ends all sessions of the user and forgets the devices.',
      access: 'everyone',
      audit: null,
      announces: true,
      ignoresToken: true,
      body: z.strictObject({ token, password: text(200).min(1) }),
      async handle(ctx, { body }) {
        await resetPassword.setPassword(body.token, body.password);
        ctx.status = 204;
      },
    }),
  ];
}
