import { z } from 'zod';
import { listUsers } from '../db/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { clientAddress } from '../middleware/client-address.ts';
import { clientGone } from '../middleware/client-gone.ts';
import { text } from '../request/fields.ts';
import { bearerToken } from './mount.ts';
import { defineRoute, type Route } from './route.ts';

/** A user as answers name it. */
export const userAnswer = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['User', 'Admin']),
  Active: z.boolean(),
  FullDataAccess: z.boolean(),
  parentUserId: z.int().nullable(),
  replacementUserId: z.int().nullable(),
  language: z.string(),
});

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
      answer: userAnswer.extend({ token: z.string(), device: z.string() }),
      async handle(ctx, { body }) {
        const attempt = { ...body, address: clientAddress(ctx) };
        const { user, token, device } = await signIn.authenticate(attempt, clientGone(ctx));
        return { ...user, token, device };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/current',
      summary: 'The user whose token it is.',
      access: 'signedIn',
      answer: userAnswer,
      handle: (_ctx, { user }) => user,
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/list',
      summary: 'All users.',
      access: 'admin',
      answer: z.array(userAnswer),
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
