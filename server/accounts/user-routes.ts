import type { Pool } from 'pg';
import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { usualPack } from '#shared/pack.ts';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import { packTemplate } from '#shared/schemas/pack.ts';
import {
  currentUser,
  person,
  personalData,
  type RenewedSession,
  renewedSession,
  session,
  signedIn,
  startPages,
  type User,
} from '#shared/schemas/user.ts';
import { clientAddress } from '../http/client-address.ts';
import { clientGone } from '../http/client-gone.ts';
import { bearerToken } from '../http/mount.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { accessToken, hashToken } from '../http/tokens.ts';
import { inTransaction } from '../platform/database/query.ts';
import { AppError, notFound, refusedAt, sessionEnded } from '../platform/errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { awaitAccounts } from './account-queries.ts';
import type { Dependencies } from './dependencies.ts';
import { passwordScore } from './passwords/password-score.ts';
import { replacePasswordHash } from './passwords/reset-token-queries.ts';
import { personalDataOf } from './personal-data.ts';
import { hashPassword, newToken } from './sign-in/authenticate.ts';
import {
  endSessionsOf,
  holdSession,
  insertAccessToken,
  listSessions,
  lockUser,
  MOST_TOKENS,
} from './sign-in/session-queries.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import {
  changeableUploaderIds,
  findPack,
  findPeopleOf,
  listActivePeople,
  setLanguage,
  setPack,
  setStartPage,
} from './user-queries.ts';

/** The signed-in user: session, password, preferences. */
export function userRoutes(dependencies: Dependencies): Route[] {
  const { pool, bulkPool, signIn } = dependencies;
  return [
    defineRoute({
      method: 'post',
      path: '/api/users/authenticate',
      summary:
        'Sign in; the answer is the user with the bearer token of the session, which ends after 365 days with `remember`, else twelve hours after its last use and thirty days after its begin. `device` of an answer belongs into the next sign-in from there: known devices are not affected by what others try.',
      access: 'everyone',
      audit: null,
      announces: false,
      ignoresToken: true,
      body: z.strictObject({
        email: text().min(1),
        password: text(1000).min(1),
        remember: z.boolean().default(false),
        device: text(200).optional(),
      }),
      answer: signedIn,
      async handle(ctx, { body }) {
        const attempt = { ...body, address: clientAddress(ctx), userAgent: ctx.get('user-agent') };
        const begun = await signIn.authenticate(attempt, clientGone(ctx));
        const people = await findPeopleOf(pool, begun.user.id);
        return { ...begun.user, ...people, token: begun.token, device: begun.device };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/current',
      summary: 'The user whose token it is, who reports to them, and whom they replace.',
      access: 'signedIn',
      answer: currentUser,
      handle: async (_ctx, { user }) => ({ ...user, ...(await findPeopleOf(pool, user.id)) }),
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/uploaders',
      summary:
        'Active users for whom the caller may upload, and to whom hand uploads over: the caller, who reports to them or to whom they replace, and these; for administrators all.',
      access: 'signedIn',
      answer: z.array(person),
      handle: async (_ctx, { user }) => listActivePeople(pool, await changeableUploaderIds(pool, user)),
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/current/language',
      summary: 'Sets the language in which the caller gets mails.',
      access: 'signedIn',
      audit: null,
      versioned: false,
      announces: true,
      body: z.strictObject({ language: z.enum(languages) }),
      async handle(ctx, { body, user }) {
        await setLanguage(pool, user.id, body.language);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/current/start-page',
      summary: 'Sets the page that signing in leads the caller to.',
      access: 'signedIn',
      audit: null,
      versioned: false,
      announces: true,
      body: z.strictObject({ startPage: z.enum(startPages) }),
      async handle(ctx, { body, user }) {
        await setStartPage(pool, user.id, body.startPage);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/current/pack',
      summary:
        'What the caller keeps of a pack for a visit: its parts in their order, and the most rows of each.',
      access: 'signedIn',
      answer: packTemplate,
      // Choices of a later release may name parts unknown here.
      handle: async (_ctx, { user }) =>
        packTemplate.safeParse(await findPack(pool, user.id)).data ?? usualPack,
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/current/pack',
      summary:
        'Keeps the parts of a pack for a visit, their order and the most rows of each for the next one.',
      access: 'signedIn',
      audit: null,
      versioned: false,
      announces: false,
      body: packTemplate,
      async handle(ctx, { body, user }) {
        await setPack(pool, user.id, body);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/current/password',
      summary:
        'Sets another password for the caller, who knows the old one; this session goes on by the token of the answer, all others end. A wrong old password is a 400 and counts as an attempt to sign in; `device`: as for signing in.',
      access: 'signedIn',
      audit: null,
      versioned: false,
      announces: true,
      body: z.strictObject({
        oldPassword: text(1000).min(1),
        password: text(200).min(1),
        device: text(200).optional(),
      }),
      answer: renewedSession,
      handle(ctx, { body, user }) {
        const own = { ...body, token: bearerToken(ctx) ?? '', address: clientAddress(ctx) };
        return changeOwnPassword(dependencies, user, own, clientGone(ctx));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/current/personal-data',
      summary: 'All that is kept of the caller, as a JSON file; docs/privacy.md says what it is for.',
      access: 'signedIn',
      answer: personalData,
      handle(ctx, { user }) {
        ctx.attachment('personal-data.json');
        return personalDataOf(bulkPool, user.id);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/current/sessions',
      summary: 'Where the caller is signed in: this session first, then by last use; 200 at most.',
      access: 'signedIn',
      answer: z.array(session),
      handle: (ctx, { user }) => listSessions(pool, user.id, hashToken(bearerToken(ctx) ?? '')),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/current/sessions',
      summary: 'Ends all other sessions of the caller, in every process.',
      access: 'signedIn',
      audit: null,
      announces: true,
      async handle(ctx, { user }) {
        await endOwnSessions(pool, user, null, bearerToken(ctx) ?? '');
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/current/sessions/:sessionId',
      summary: 'Ends one other session of the caller, in every process; this one is ended by signing out.',
      access: 'signedIn',
      audit: null,
      announces: true,
      params: z.object({ sessionId: pathId }),
      objects: { sessionId: 'own' },
      async handle(ctx, { params: { sessionId }, user }) {
        await endOwnSessions(pool, user, sessionId, bearerToken(ctx) ?? '');
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/current/tokens',
      summary:
        'An access token by which a program uploads statistics in the name of the caller for so many days: POST /api/statistics and GET /api/statistics/{id} with it as bearer token. It is shown this once, stands among the sessions and ends as they do; 20 at a time.',
      access: 'signedIn',
      audit: null,
      announces: false,
      body: z.strictObject({ name: text(100).trim().min(1), days: z.int().min(1).max(365) }),
      answer: z.strictObject({ token: z.string() }),
      handle: async (ctx, { body, user }) => ({
        token: await createAccessToken(pool, user, body, bearerToken(ctx) ?? ''),
      }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/logout',
      summary: 'Ends the session of the token.',
      access: 'everyone',
      audit: null,
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

/**
 * Ends one of the caller's other sessions, or all of them (null). @throws AppError 401 where the calling session has
 * ended meanwhile, 404 for anything but another session of the caller
 */
async function endOwnSessions(pool: Pool, user: User, id: number | null, token: string): Promise<void> {
  const asking = hashToken(token);
  await inTransaction(pool, async (client) => {
    const ended = await endSessionsOf(client, user.id, id, asking);
    if (!(await holdSession(client, asking, user.id))) throw sessionEnded();
    if (id !== null && ended.length === 0) throw notFound();
  });
}

/** @throws AppError 401 where the calling session has ended meanwhile, 400 `too_many_tokens` */
async function createAccessToken(
  pool: Pool,
  user: User,
  { name, days }: { name: string; days: number },
  asking: string,
): Promise<string> {
  const token = accessToken(newToken());
  await inTransaction(pool, async (client) => {
    await lockUser(client, user.id);
    if (!(await holdSession(client, hashToken(asking), user.id))) throw sessionEnded();
    if (!(await insertAccessToken(client, hashToken(token), user.id, name, days)))
      throw new AppError(400, 'too_many_tokens', { params: { most: MOST_TOKENS } });
  });
  return token;
}

type OwnPassword = {
  oldPassword: string;
  password: string;
  /** Bearer token of the session that goes on. */
  token: string;
  /** Token of the sign-in in the same browser. */
  device?: string | undefined;
  /** As clientAddress returns it. */
  address: string;
};

/**
 * Changes the password of a signed-in user who knows the old one; ends all other sessions and forgets all other devices.
 * Returns a new token for the session, so that a stolen one becomes worthless. @throws AppError 400 `password_too_weak`
 * or `old_password_wrong`, which counts as an attempt to sign in; 429; 401
 */
async function changeOwnPassword(
  { pool, settings, signIn }: { pool: Pool; settings: () => Promise<Settings>; signIn: SignIn },
  { id, email, name }: User,
  { oldPassword, password, token, device, address }: OwnPassword,
  signal: AbortSignal,
): Promise<RenewedSession> {
  const { provider } = await settings();
  if ((await passwordScore(password, [email, name, provider.name])) < REQUIRED_SCORE) {
    throw refusedAt('password', 400, 'password_too_weak');
  }
  const right = await signIn.checkPassword({ email, password: oldPassword, device, address }, signal);
  if (right?.userId !== id) throw refusedAt('oldPassword', 400, 'old_password_wrong');
  const hashes = { before: right.passwordHash, after: await hashPassword(password) };
  const renewedToken = newToken();
  const kept = {
    session: hashToken(token),
    newSession: hashToken(renewedToken),
    device: device === undefined ? null : hashToken(device),
  };
  const renewed = await inTransaction(pool, async (client) => {
    await awaitAccounts(client);
    return replacePasswordHash(client, id, hashes, kept);
  });
  await right.succeeded();
  if (!renewed) throw sessionEnded();
  return { token: renewedToken, remembered: renewed.remembered };
}
