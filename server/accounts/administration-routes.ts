import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { id, pathId, text } from '#shared/fields.ts';
import { type Language, languages } from '#shared/languages.ts';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import {
  type DeletionEffect,
  deletionEffect,
  listedUser,
  type Person,
  personalData,
  savedUser,
  session,
  type User,
} from '#shared/schemas/user.ts';
import { bearerToken } from '../http/mount.ts';
import { portalUrl } from '../http/portal-url.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { hashToken } from '../http/tokens.ts';
import { inTransaction, type Queryable } from '../platform/database/query.ts';
import { gone, invalidInput, notFound, refusedAt } from '../platform/errors.ts';
import { translate } from '../platform/i18n/messages.ts';
import { recordChange } from '../platform/record-audit.ts';
import { insertNotice } from './account-mails.ts';
import { findUser, lockAdministration } from './account-queries.ts';
import {
  addAccount,
  changeAccount,
  changingAccounts,
  type Doer,
  type HandOverTo,
  handOverEverything,
  heirOfDeleted,
  recordedFields,
  refuseLastAdmin,
  refuseSelf,
  subjectOf,
} from './change-accounts.ts';
import { deleteUser, findDeletionEffect } from './deletion-queries.ts';
import type { Dependencies } from './dependencies.ts';
import { invite } from './invitation.ts';
import { passwordScore } from './passwords/password-score.ts';
import { personalDataOf } from './personal-data.ts';
import { hashPassword } from './sign-in/authenticate.ts';
import { endSessionsOf, listSessions } from './sign-in/session-queries.ts';
import { findCredentials, findListedUser, listUsers } from './user-queries.ts';

const params = z.object({ id: pathId });
const handOverTo = pathId.describe('id of an active user who gets uploads, carts and orders');

const heir = z.strictObject({
  handOverTo: z
    .union([z.literal('nobody'), handOverTo])
    .optional()
    .describe(
      'who gets uploads, carts and orders: the id of an active user, or nobody; left out: the nearest active person to whom the user reports, else nobody',
    ),
});

const heirOfDeactivated = z.strictObject({
  handOverTo: handOverTo.optional().describe('likewise; left out: everything stays the user’s'),
});

const fields = {
  email: text().trim().pipe(z.email()),
  name: text().trim().min(1),
  role: z.enum(['User', 'Admin']),
  FullDataAccess: z.boolean(),
  parentUserId: id.nullable(),
  replacementUserId: id.nullable(),
  language: z.enum(languages),
};

/** Read-only fields of the answer, accepted and ignored in a body, so that an answer can be sent back. */
const derived = {
  startPage: z.unknown().optional(),
  subordinates: z.unknown().optional(),
  replacementFor: z.unknown().optional(),
  lastSignIn: z.unknown().optional(),
  uploads: z.unknown().optional(),
  hasPassword: z.unknown().optional(),
  mailFailed: z.unknown().optional(),
  version: z.unknown().optional(),
};
const changes = z.strictObject({ ...fields, Active: z.boolean() }).partial();
type Changes = z.infer<typeof changes>;

const newUser = z.strictObject({
  ...fields,
  id: z.unknown().optional().describe('not read: a new user gets an id'),
  Active: z.boolean().default(true),
  FullDataAccess: fields.FullDataAccess.default(false),
  parentUserId: fields.parentUserId.default(null),
  replacementUserId: fields.replacementUserId.default(null),
  language: fields.language.default('de'),
  subordinates: derived.subordinates,
  replacementFor: derived.replacementFor,
  password: text(200).min(1).optional(),
  invitation: z
    .boolean()
    .default(false)
    .describe('true: mails a link by which the user sets the password, instead of `password`'),
});

/** Accounts: who may sign in, with which role, and who sees whose uploads. */
export function userAdministrationRoutes({
  config,
  pool,
  bulkPool,
  accountMails,
  settings,
}: Dependencies): Route[] {
  const saved = async (userId: number, mailed: boolean) => {
    const user = await findListedUser(pool, userId);
    if (!user) throw notFound();
    return { ...user, mailFailed: !mailed };
  };
  return [
    defineRoute({
      method: 'get',
      path: '/api/users/list',
      summary: 'All users, with who reports to them, whom they replace, and what they have uploaded.',
      access: 'admin',
      answer: z.array(listedUser),
      handle: () => listUsers(pool),
    }),
    defineRoute({
      method: 'post',
      path: '/api/users',
      summary:
        'Adds a user with a password, or with an invitation by mail. 400 for a weak password; 409 for an address that is taken.',
      access: 'admin',
      audit: ['user.created', 'user.invited'],
      announces: true,
      body: newUser,
      answer: savedUser,
      async handle(
        ctx,
        { body: { password, invitation, id: _, subordinates: __, replacementFor: ___, ...account }, user },
      ) {
        if (invitation && !account.Active)
          throw invalidInput([{ path: ['invitation'], message: 'is for users who may sign in' }]);
        if (invitation === (password !== undefined))
          throw invalidInput([{ path: ['password'], message: 'either a password or an invitation' }]);
        const passwordHash = password === undefined ? null : await hashOf(password, account);
        const { added, mails } = await changingAccounts(pool, user, async (client) => {
          const added = await addAccount(client, user, account, passwordHash);
          return {
            added,
            mails: invitation ? [await invite(client, user, added, portalUrl(ctx, config))] : [],
          };
        });
        return saved(added, await accountMails.send(mails));
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/:id',
      summary:
        'Changes the fields that are given, in open sessions at once. Another address is mailed to it and to the one before.',
      access: 'admin',
      audit: ['user.changed', 'user.activated', 'user.deactivated'],
      versioned: true,
      announces: true,
      params,
      objects: { id: 'administered' },
      body: changes.extend({ id: id.optional(), ...derived }),
      answer: savedUser,
      async handle(ctx, { params, body, user, version }) {
        if (body.id !== undefined && body.id !== params.id)
          throw invalidInput([{ path: ['id'], message: 'is another than the one of the path' }]);
        let mails: number[] = [];
        // Read before a connection is held, because the settings may need one.
        const { provider } = await settings();
        await changeAccount(pool, user, params.id, given(body), {
          ifVersion: version,
          also: async (client, before, after) => {
            const words = { portal: provider.name, link: `${portalUrl(ctx, config)}/forgot-password` };
            mails = await tellBothAddresses(client, before, after, words);
          },
        });
        return saved(params.id, await accountMails.send(mails));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/:id/deletion',
      summary: 'What deleting a user would do.',
      access: 'admin',
      params,
      objects: { id: 'administered' },
      query: heir,
      answer: deletionEffect,
      handle: (_ctx, { params, query }) => deletionEffectOf(pool, params.id, query.handOverTo),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/:id',
      summary:
        'Deletes a user. Uploads, carts and orders go to whom `handOverTo` names, by default to the line manager; where that is nobody, uploads stay without an uploader and carts go. The answer says what it did.',
      access: 'admin',
      audit: 'user.deleted',
      announces: true,
      params,
      objects: { id: 'administered' },
      query: heir,
      answer: deletionEffect,
      handle: (_ctx, { params, query, user }) => deleteAccount(bulkPool, user, params.id, query.handOverTo),
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/:id/personal-data',
      summary:
        'All that is kept of a user, as a JSON file, to answer who asks for it; the audit says that it was given.',
      access: 'admin',
      audit: 'user.exported',
      announces: false,
      params,
      objects: { id: 'administered' },
      answer: personalData,
      handle(ctx, { params: { id }, user }) {
        ctx.attachment('personal-data.json');
        return inTransaction(bulkPool, async (client) => {
          const about = await findUser(client, id);
          if (!about) throw gone();
          await recordChange(client, { by: user, action: 'user.exported', ...subjectOf(about) });
          return personalDataOf(client, id);
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/:id/sessions',
      summary: 'Where a user is signed in, by last use; 200 at most.',
      access: 'admin',
      params,
      objects: { id: 'administered' },
      answer: z.array(session),
      async handle(ctx, { params: { id } }) {
        if (!(await findUser(pool, id))) throw gone();
        return listSessions(pool, id, hashToken(bearerToken(ctx) ?? ''));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/:id/sessions',
      summary: 'Signs a user out everywhere, in every process.',
      access: 'admin',
      audit: 'user.signed-out',
      announces: true,
      params,
      objects: { id: 'administered' },
      async handle(ctx, { params: { id }, user }) {
        await signUserOut(pool, user, id, null);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/:id/sessions/:sessionId',
      summary: 'Ends one session of a user, in every process.',
      access: 'admin',
      audit: 'user.signed-out',
      announces: true,
      params: params.extend({ sessionId: pathId }),
      objects: { id: 'administered', sessionId: 'administered' },
      async handle(ctx, { params: { id, sessionId }, user }) {
        await signUserOut(pool, user, id, sessionId);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/:id/deactivate',
      summary:
        'Shuts a user out at once, in every process. Uploads, carts and orders stay theirs, where line managers see them as before, unless `handOverTo` names who gets them in the same step.',
      access: 'admin',
      audit: ['user.deactivated', 'user.handed-over'],
      announces: true,
      params,
      objects: { id: 'administered' },
      query: heirOfDeactivated,
      answer: listedUser,
      async handle(_ctx, { params, query, user }) {
        const { handOverTo } = query;
        const by = handOverTo === undefined ? pool : bulkPool;
        await changeAccount(by, user, params.id, { Active: false }, { handOverTo });
        return findListedUser(pool, params.id);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/:id/activate',
      summary: 'Lets a user in again.',
      access: 'admin',
      audit: 'user.activated',
      announces: true,
      params,
      objects: { id: 'administered' },
      answer: listedUser,
      async handle(_ctx, { params, user }) {
        await changeAccount(pool, user, params.id, { Active: true });
        return findListedUser(pool, params.id);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/:id/invitation',
      summary: 'Mails a user a link to set a password; earlier links are void.',
      access: 'admin',
      audit: 'user.invited',
      announces: false,
      params,
      objects: { id: 'administered' },
      answer: savedUser,
      async handle(ctx, { params, user }) {
        const mail = await changingAccounts(pool, user, (client) =>
          invite(client, user, params.id, portalUrl(ctx, config)),
        );
        return saved(params.id, await accountMails.send([mail]));
      },
    }),
  ];

  async function hashOf(password: string, { email, name }: { email: string; name: string }): Promise<string> {
    if ((await passwordScore(password, [email, name, (await settings()).provider.name])) < REQUIRED_SCORE) {
      throw refusedAt('password', 400, 'password_too_weak');
    }
    return hashPassword(password);
  }
}

/** The changes that were sent. */
function given(body: Changes): { [Name in keyof Changes]: Exclude<Changes[Name], undefined> } {
  const entries = Object.entries(body).filter(
    ([name, value]) => name in changes.shape && value !== undefined,
  );
  return Object.fromEntries(entries) as never;
}

/**
 * Queues mails to the old and the new address of an account; returns their numbers. Runs in the transaction that changes
 * it. `link`: also queues a link to set a password.
 */
async function tellBothAddresses(
  db: Queryable,
  before: User,
  after: User,
  { portal, link }: { portal: string; link: string },
): Promise<number[]> {
  if (before.email.toLowerCase() === after.email.toLowerCase()) return [];
  const words = (key: string) =>
    translate(after.language as Language, `mail.addressChanged.${key}`, {
      name: after.name,
      portal,
      before: before.email,
      after: after.email,
      link,
    });
  const credentials = await findCredentials(db, after.email);
  // An invited user's link is void now; an inactive one cannot sign in.
  const signIn = credentials?.password_hash ? ['signIn'] : ['noPassword'];
  const text = ['greeting', 'text', ...(after.Active ? signIn : []), 'unexpected'].map(words).join('\n\n');
  const mails: number[] = [];
  for (const to of [before.email, after.email]) {
    mails.push(await insertNotice(db, after.id, { to, subject: words('subject'), text: `${text}\n` }));
  }
  return mails;
}

/**
 * Deletes a user, after handing uploads, carts and orders over, see heirOfDeleted, in one transaction; returns what it
 * did. @throws AppError 404, 409 `user_self`, `last_admin`, `hand_over_unknown`
 */
function deleteAccount(pool: Pool, by: Doer, id: number, handOverTo: HandOverTo): Promise<DeletionEffect> {
  const deletion = async (client: PoolClient) => {
    const user = await findUser(client, id);
    if (!user) throw gone();
    refuseSelf(by, user);
    await refuseLastAdmin(client, user);
    const heir = await heirOfDeleted(client, user, handOverTo);
    const { effect, recorded } = await handOverEverything(client, user, heir);
    const { reports, replacementFor } = effect;
    const before = {
      ...(await recordedFields(client, user)),
      ...namedAs('subordinates', reports),
      ...namedAs('replacementFor', replacementFor),
    };
    await deleteUser(client, user);
    await recordChange(client, { by, action: 'user.deleted', ...subjectOf(user), before, after: recorded });
    return effect;
  };
  return changingAccounts(pool, by, deletion, lockAdministration);
}

/** Ends one session of a user, or all (null). @throws AppError 404 for an unknown user or session */
async function signUserOut(pool: Pool, by: Doer, id: number, sessionId: number | null): Promise<void> {
  await changingAccounts(pool, by, async (client) => {
    const user = await findUser(client, id);
    if (!user) throw gone();
    const ended = await endSessionsOf(client, id, sessionId);
    if (sessionId !== null && ended.length === 0) throw gone();
    const tokens = ended.flatMap(({ name }) => name ?? []);
    const before = tokens.length > 0 ? { accessTokens: tokens.join(', ') } : undefined;
    await recordChange(client, {
      by,
      action: 'user.signed-out',
      ...subjectOf(user),
      ...(before && { before }),
    });
  });
}

/** What deleting a user would do. @throws AppError 404, 409 `hand_over_unknown` */
async function deletionEffectOf(pool: Pool, id: number, handOverTo: HandOverTo): Promise<DeletionEffect> {
  const user = await findUser(pool, id);
  if (!user) throw gone();
  return findDeletionEffect(pool, id, (await heirOfDeleted(pool, user, handOverTo)) ?? null);
}

/** Params that name the people concerned; empty without any. */
function namedAs(field: string, people: readonly Person[]): Record<string, string[]> {
  return people.length > 0 ? { [field]: people.map(({ id, name }) => `${name} (${id})`) } : {};
}
