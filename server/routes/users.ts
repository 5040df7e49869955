import { z } from 'zod';
import { signedIn, user } from '../answers/user.ts';
import { listUsers } from '../db/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { clientAddress } from '../middleware/client-address.ts';
import { clientGone } from '../middleware/client-gone.ts';
import { text } from '../request/fields.ts';
import { bearerToken } from './mount.ts';
import { defineRoute, type Route } from './route.ts';

export function userRoutes({ pool, signIn }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/users/authenticate',
      summary:
        'Sign in; the answer is the user with the bearer token of the session, which ends after 365 days with `remember`, else twelve hours after its last use. `device` of an answer belongs into the next sign-in from there: known devices are not affected by what others try.',
      access: 'everyone',
      ignoresToken: true,
      body: z.strictObject({
        email: text().min(1),
        password: text(1000).min(1),
        remember: z.boolean().default(false),
        device: text(200).optional(),
      }),
      answer: signedIn,
      async handle(ctx, { body }) {
        const attempt = { ...body, address: clientAddress(ctx) };
        const begun = await signIn.authenticate(attempt, clientGone(ctx));
        return { ...begun.user, token: begun.token, device: begun.device };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/current',
      summary: 'The user whose token it is.',
      access: 'signedIn',
      answer: user,
      handle: (_ctx, caller) => caller.user,
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/list',
      summary: 'All users.',
      access: 'admin',
      answer: z.array(user),
      handle: () => listUsers(pool),
    }),
    defineRoute({
      method: 'post',
      path: '/api/logout',
      summary: 'Ends the session of the token.',
      access: 'everyone',
      announces: true,
      ignoresToken: true,
      async handle(ctx) {
        const token = bearerToken(ctx);
        if (token) await signIn.signOut(token);
        ctx.status = 204;
      },
    }),
  ];
}
