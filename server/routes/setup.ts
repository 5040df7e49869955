import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { languages } from '../messages.ts';
import { defineRoute, type Route } from './route.ts';
import { userAnswer } from './users.ts';

const token = z.string().min(1).max(200);

/** The link that a start prints while there is no user. */
export function setupRoutes({ setupLinks, signIn }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/setup/validate',
      summary: 'Whether a link that a start has printed can still make the first administrator.',
      access: 'everyone',
      ignoresToken: true,
      body: z.strictObject({ token }),
      answer: z.boolean(),
      async handle(ctx, { body }) {
        const valid = await setupLinks.isValid(body.token, ctx.ip);
        ctx.type = 'json';
        ctx.body = JSON.stringify(valid);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/setup',
      summary: 'Makes the first administrator, once, and signs them in; the answer is that of authenticate.',
      access: 'everyone',
      ignoresToken: true,
      body: z.strictObject({
        token,
        name: z.string().trim().min(1).max(255),
        email: z.string().trim().max(255).pipe(z.email()),
        password: z.string().min(1).max(200),
        language: z.enum(languages),
      }),
      answer: userAnswer.extend({ token: z.string() }),
      async handle(ctx, { body: { token: link, ...admin } }) {
        await setupLinks.makeFirstAdmin(link, admin, ctx.ip);
        const { user, token: session } = await signIn.authenticate(admin.email, admin.password, ctx.ip);
        return { ...user, token: session };
      },
    }),
  ];
}
