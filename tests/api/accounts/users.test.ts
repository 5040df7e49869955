import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPasswordLink } from '#server/accounts/passwords/reset-password.ts';
import { findDue, insertUnsubscribeToken, lockDue, setAlerts } from '#server/market/alerts/alert-queries.ts';
import type { DeletionEffect, ListedUser, SavedUser } from '#shared/schemas/user.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, password, signIn } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';

const strong = 'vier Enten tanzen Polka 42';

let database: TestDatabase;
let mailbox: Mailbox;
/** Two processes on one database. */
let portal: { url: string; close: () => Promise<void> };
let second: typeof portal;
let admin: string;
let adminId: number;

beforeAll(async () => {
  database = await testDatabase();
  mailbox = await openMailbox();
  const config = { smtpUrl: mailbox.url, publicUrl: 'https://portal.example' };
  portal = await startInstance(database, config);
  second = await startInstance(database, config);
});
beforeEach(async () => {
  await emptyTables(database.pool, 'users', 'sessions', 'rate_limits', 'statistics', 'carts', 'orders');
  adminId = await addUser(database.pool, { email: 'ada@portal.example', name: 'Ada', role: 'Admin' });
  admin = await signIn(portal.url, 'ada@portal.example');
});
afterAll(async () => {
  await portal.close();
  await second.close();
  await mailbox.close();
  await database.close();
});

type Answer<Body> = { status: number; body: Body & { code?: string; message?: string; issues?: unknown } };

async function call<Body = unknown>(
  method: string,
  path: string,
  { body, token = admin, url = portal.url }: { body?: object; token?: string; url?: string } = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${url}/api/users${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

const list = async () => (await call<ListedUser[]>('GET', '/list')).body;
const named = async (name: string) => (await list()).find((user) => user.name === name)!;
const add = (name: string, more: Parameters<typeof addUser>[1] | object = {}) =>
  addUser(database.pool, { email: `${name.toLowerCase()}@portal.example`, name, ...more });
const put = (id: number, body: object, more = {}) => call<SavedUser>('PUT', `/${id}`, { body, ...more });

async function audit(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select action, user_name as by, subject_name as "whom", before, after from audit_entries
     where id > (select coalesce(max(id), 0) from audit_entries where action = 'test.began') order by id`,
  );
  return rows;
}
const beginAudit = () =>
  database.pool.query(
    `insert into audit_entries (user_name, action, subject, subject_key, subject_name)
     values ('', 'test.began', 'test', '', '')`,
  );

/** Says that nobody who is absent should answer. */
const automatic = expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' });

const newUser = { email: 'Rita@portal.example', name: 'Rita', role: 'User', password: strong };

describe('the list', () => {
  test('names who reports to somebody, directly or through others, and whom they replace', async () => {
    const manager = await add('Beat');
    const rep = await add('Corinne');
    const deputy = await add('Dora');
    await put(rep, { parentUserId: manager, replacementUserId: deputy });
    await put(manager, { parentUserId: adminId });
    const users = await list();
    expect(users.map(({ name }) => name)).toEqual(['Ada', 'Beat', 'Corinne', 'Dora']);
    expect(users.map(({ subordinates }) => subordinates.map(({ name }) => name))).toEqual([
      ['Beat', 'Corinne'],
      ['Corinne'],
      [],
      [],
    ]);
    expect(users[3]!.replacementFor).toEqual([{ id: rep, name: 'Corinne' }]);
    expect(users[0]).toEqual({
      id: adminId,
      email: 'ada@portal.example',
      name: 'Ada',
      role: 'Admin',
      Active: true,
      FullDataAccess: false,
      parentUserId: null,
      replacementUserId: null,
      language: 'de',
      startPage: 'uploads',
      subordinates: [
        { id: manager, name: 'Beat' },
        { id: rep, name: 'Corinne' },
      ],
      replacementFor: [],
      lastSignIn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      uploads: 0,
      hasPassword: true,
      version: 1,
    });
  });

  test('counts uploads that are not deleted, and tells when somebody last signed in', async () => {
    const id = await add('Corinne');
    expect(await named('Corinne')).toMatchObject({ uploads: 0, lastSignIn: null });
    await addStatistic(id);
    await addStatistic(id);
    await database.pool.query(
      'update statistics set deleted_at = now() where id = (select max(id) from statistics)',
    );
    const before = Date.now();
    await signIn(portal.url, 'corinne@portal.example');
    const { uploads, lastSignIn } = await named('Corinne');
    expect(uploads).toBe(1);
    expect(Math.abs(Date.parse(lastSignIn!) - before)).toBeLessThan(60_000);
  });

  test('the current user is told the same people, at sign-in too', async () => {
    const manager = await add('Beat');
    const rep = await add('Corinne');
    const trainee = await add('Emil');
    await put(rep, { parentUserId: manager, replacementUserId: adminId });
    await put(trainee, { parentUserId: rep });
    const token = await signIn(portal.url, 'beat@portal.example');
    const { body } = await call('GET', '/current', { token });
    expect(body).toMatchObject({
      subordinates: [
        { id: rep, name: 'Corinne' },
        { id: trainee, name: 'Emil' },
      ],
      replacementFor: [],
    });
    expect((await call('GET', '/current')).body).toMatchObject({
      subordinates: [],
      replacementFor: [{ id: rep, name: 'Corinne' }],
    });
    const begun = await call('POST', '/authenticate', { body: { email: 'beat@portal.example', password } });
    expect(begun.body).toMatchObject({ subordinates: [{ name: 'Corinne' }, { name: 'Emil' }] });
  });
});

describe('a new user', () => {
  test('may be one who is not to sign in yet, and may come with an id, as users are sent on PUT', async () => {
    const { status, body } = await call<SavedUser>('POST', '', {
      body: { ...newUser, id: adminId, Active: false },
    });
    expect([status, body]).toMatchObject([200, { name: 'Rita', Active: false }]);
    expect(body.id).not.toBe(adminId);
    const asRita = { body: { email: 'rita@portal.example', password: strong } };
    expect((await call('POST', '/authenticate', asRita)).status).toBe(401);
    await call('POST', `/${body.id}/activate`);
    expect((await call('POST', '/authenticate', asRita)).status).toBe(200);
    const active = { ...newUser, email: 'emil@portal.example', Active: true };
    expect((await call('POST', '', { body: active })).body).toMatchObject({ Active: true });
    const { password: _, ...invited } = { ...newUser, email: 'una@portal.example', invitation: true };
    expect(await call('POST', '', { body: { ...invited, Active: false } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'invitation' }] },
    });
  });

  test('signs in with the password that the administrator has set', async () => {
    await beginAudit();
    const { status, body } = await call<SavedUser>('POST', '', {
      body: { ...newUser, FullDataAccess: true, parentUserId: adminId, language: 'fr' },
    });
    expect([status, body]).toMatchObject([
      200,
      { name: 'Rita', role: 'User', FullDataAccess: true, parentUserId: adminId, mailFailed: false },
    ]);
    const signedIn = await call('POST', '/authenticate', {
      body: { email: 'rita@portal.example', password: strong },
    });
    expect([signedIn.status, signedIn.body]).toMatchObject([200, { language: 'fr' }]);
    const [entry] = await audit();
    expect(entry).toMatchObject({
      action: 'user.created',
      by: 'Ada <ada@portal.example>',
      whom: 'Rita <Rita@portal.example>',
      after: { role: 'User', language: 'fr', FullDataAccess: true },
    });
    expect(JSON.stringify(entry)).not.toMatch(/argon2|Enten/);
  });

  test('needs a password of score 4', async () => {
    const { status, body } = await call('POST', '', { body: { ...newUser, password: 'Sommer2026' } });
    expect([status, body]).toMatchObject([
      400,
      { code: 'password_too_weak', message: 'Password not complex enough', issues: [{ path: 'password' }] },
    ]);
    expect(await list()).toHaveLength(1);
  });

  test('can be invited instead, again too, and only the newest link is good', async () => {
    const { password: _, ...invited } = newUser;
    await beginAudit();
    const { body } = await call<SavedUser>('POST', '', {
      body: { ...invited, language: 'it', invitation: true },
    });
    expect(body).toMatchObject({ hasPassword: false, mailFailed: false });
    const first = await mailbox.next('Rita@portal.example');
    expect(first.subject).toBe('Il suo accesso al portale dell’assortimento');
    expect(first.headers).toContainEqual(automatic);
    const { rows } = await database.pool.query(
      'select extract(epoch from expires_at - now()) / 3600 as hours from reset_tokens',
    );
    expect(Number(rows[0].hours)).toBeGreaterThan(71.9);
    expect(Number(rows[0].hours)).toBeLessThanOrEqual(72);
    expect((await call('POST', `/${body.id}/invitation`)).status).toBe(200);
    const again = await mailbox.next('Rita@portal.example');
    const set = (mail: typeof first) =>
      call('POST', '/set-password', {
        body: { token: /reset-password\/([\w-]{43})/.exec(mail.text!)![1]!, password: strong },
      });
    expect((await set(first)).status).toBe(400);
    expect((await set(again)).status).toBe(204);
    expect(await named('Rita')).toMatchObject({ hasPassword: true });
    expect(await audit()).toMatchObject([
      { action: 'user.created' },
      { action: 'user.invited', after: { link: 'invitation', hours: 72 } },
      { action: 'user.invited' },
    ]);
  });

  test('has either a password or an invitation', async () => {
    const { password: _, ...neither } = newUser;
    expect((await call('POST', '', { body: neither })).status).toBe(400);
    expect((await call('POST', '', { body: { ...newUser, invitation: true } })).status).toBe(400);
  });

  test('whose address is taken, whatever its case, is refused at that field', async () => {
    const { status, body } = await call('POST', '', { body: { ...newUser, email: 'ADA@Portal.example' } });
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'email_taken',
        message: 'This e-mail address already belongs to the account of Ada.',
        issues: [{ path: 'email' }],
      },
    ]);
  });

  test('of two with one address at once only one is made', async () => {
    const body = { ...newUser };
    const answers = await Promise.all(
      [portal, second, portal, second].map(({ url }) => call('POST', '', { body, url })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await list()).toHaveLength(2);
  });

  test('whom the mail server does not take an invitation for is there, and the answer says so', async () => {
    const deaf = await startInstance(database, { smtpUrl: 'smtp://127.0.0.1:9', logLevel: 'silent' });
    try {
      const { password: _, ...invited } = newUser;
      const answer = await call('POST', '', { body: { ...invited, invitation: true }, url: deaf.url });
      expect([answer.status, answer.body]).toMatchObject([200, { hasPassword: false, mailFailed: true }]);
      // The mail waits to be tried again, and holds no link that is good.
      const { rows } = await database.pool.query('select content::text as mail from mails');
      expect(rows).toHaveLength(1);
      expect(rows[0].mail).not.toMatch(/[\w-]{43}/);
    } finally {
      await deaf.close();
    }
  });
});

describe('a change', () => {
  test('of what is given leaves the rest as it is', async () => {
    const id = await add('Corinne');
    await put(id, { parentUserId: adminId, language: 'fr' });
    await beginAudit();
    const { body } = await put(id, { name: 'Corinne L.', FullDataAccess: true });
    expect(body).toMatchObject({ name: 'Corinne L.', parentUserId: adminId, language: 'fr', role: 'User' });
    await put(id, { name: 'Corinne L.' });
    expect(await audit()).toEqual([
      {
        action: 'user.changed',
        by: 'Ada <ada@portal.example>',
        whom: 'Corinne L. <corinne@portal.example>',
        before: { name: 'Corinne', FullDataAccess: false },
        after: { name: 'Corinne L.', FullDataAccess: true },
      },
    ]);
  });

  test('of the address is mailed to both, and makes worthless what was mailed to the old one', async () => {
    const id = await add('Corinne', { language: 'fr' });
    await call('POST', `/${id}/invitation`);
    await mailbox.next('corinne@portal.example');
    const { body } = await put(id, { email: 'corinne.l@portal.example' });
    expect(body).toMatchObject({ mailFailed: false });
    for (const to of ['corinne@portal.example', 'corinne.l@portal.example']) {
      const { subject, text, headers } = await mailbox.next(to);
      expect(subject).toBe('Nouvelle adresse e-mail sur le portail d’assortiment');
      expect(headers).toContainEqual(automatic);
      expect(text).toContain('corinne@portal.example devient corinne.l@portal.example');
    }
    const { rows } = await database.pool.query('select from reset_tokens');
    expect(rows).toEqual([]);
    await signIn(second.url, 'corinne.l@portal.example');
  });

  test('of capitals of the address alone leaves a link that was mailed good, and is told to nobody', async () => {
    const invited = { email: 'Nora@portal.example', name: 'Nora', role: 'User', language: 'en' };
    const { body } = await call<SavedUser>('POST', '', { body: { ...invited, invitation: true } });
    const { text = '' } = await mailbox.next('Nora@portal.example');
    await put(body.id, { email: 'nora@portal.example' });
    expect(mailbox.waiting()).toEqual([]);
    const [, token] = /reset-password\/([\w-]{43})/.exec(text)!;
    expect((await call('POST', '/set-password', { body: { token, password: strong } })).status).toBe(204);
  });

  test('of the address of who has no password yet says where to ask for a link to set one', async () => {
    const invited = { email: 'nora@portal.example', name: 'Nora', role: 'User', language: 'en' };
    const { body } = await call<SavedUser>('POST', '', { body: { ...invited, invitation: true } });
    await mailbox.next('nora@portal.example');
    await put(body.id, { email: 'nora.n@portal.example' });
    for (const to of ['nora@portal.example', 'nora.n@portal.example']) {
      const { text } = await mailbox.next(to);
      expect(text).toContain('https://portal.example/forgot-password');
      expect(text).not.toContain('Your password stays');
    }
  });

  test('of the address of who is deactivated asks nobody to sign in', async () => {
    const id = await add('Corinne');
    await put(id, { email: 'corinne.l@portal.example', Active: false });
    for (const to of ['corinne@portal.example', 'corinne.l@portal.example']) {
      const { text } = await mailbox.next(to);
      expect(text).toContain('von corinne@portal.example auf corinne.l@portal.example');
      expect(text).not.toContain('Melden Sie sich');
    }
  });

  test('to somebody else’s address is refused', async () => {
    const id = await add('Corinne');
    expect(await put(id, { email: 'Ada@portal.example' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect((await put(id, { email: 'CORINNE@portal.example' })).status).toBe(200);
    expect(mailbox.waiting()).toEqual([]);
  });

  test('that lets somebody report to themselves in the end is refused, naming all in between', async () => {
    const [beat, corinne, dora] = [await add('Beat'), await add('Corinne'), await add('Dora')];
    await put(corinne, { parentUserId: beat });
    await put(dora, { parentUserId: corinne });
    const refusal = await put(beat, { parentUserId: dora });
    expect(refusal).toMatchObject({
      status: 409,
      body: {
        code: 'parent_cycle',
        message: 'Somebody would report to themselves in the end: Beat → Dora → Corinne → Beat.',
        issues: [{ path: 'parentUserId' }],
      },
    });
    expect((await put(beat, { parentUserId: beat })).body.message).toContain('Beat → Beat');
    expect((await put(beat, { parentUserId: 2_000_000_000 })).body.code).toBe('person_unknown');
    expect((await put(beat, { parentUserId: null })).status).toBe(200);
  });

  test('of two that would close a circle together only one is made', async () => {
    const [beat, corinne] = [await add('Beat'), await add('Corinne')];
    const answers = await Promise.all([
      put(beat, { parentUserId: corinne }),
      put(corinne, { parentUserId: beat }, { url: second.url }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lets nobody replace themselves, but two each other', async () => {
    const [beat, corinne] = [await add('Beat'), await add('Corinne')];
    expect((await put(beat, { replacementUserId: beat })).body.code).toBe('replacement_self');
    expect((await put(beat, { replacementUserId: corinne })).status).toBe(200);
    expect((await put(corinne, { replacementUserId: beat })).status).toBe(200);
  });

  test('of who is not there is 404', async () => {
    expect((await put(2_000_000_000, { name: 'Nobody' })).status).toBe(404);
    expect((await call('POST', '/2000000000/deactivate')).status).toBe(404);
    expect((await call('POST', '/2000000000/invitation')).status).toBe(404);
    expect((await call('DELETE', '/2000000000')).status).toBe(404);
    expect((await call('GET', '/2000000000/deletion')).status).toBe(404);
  });
});

describe('the last administrator', () => {
  test('is neither demoted nor deactivated, and nobody shuts themselves out', async () => {
    expect((await put(adminId, { role: 'User' })).body.code).toBe('last_admin');
    expect((await put(adminId, { Active: false })).body.code).toBe('user_self');
    expect((await call('POST', `/${adminId}/deactivate`)).body.code).toBe('user_self');
    expect((await call('DELETE', `/${adminId}`)).body.code).toBe('user_self');
    await add('Beat', { role: 'Admin' });
    expect((await call('DELETE', `/${adminId}`)).body.code).toBe('user_self');
    expect((await put(adminId, { role: 'User' })).status).toBe(200);
    expect((await call('GET', '/list')).status).toBe(403);
  });

  test.each(['demote', 'deactivate', 'delete'])('two who %s each other at once leave one', async (deed) => {
    for (let round = 0; round < rounds({ short: 2, long: 50 }); round++) {
      await database.pool.query('delete from users');
      const ids = [await add('Ada', { role: 'Admin' }), await add('Beat', { role: 'Admin' })] as const;
      const tokens = [
        await signIn(portal.url, 'ada@portal.example'),
        await signIn(second.url, 'beat@portal.example'),
      ] as const;
      const act = (id: number, token: string, url: string) =>
        deed === 'demote'
          ? put(id, { role: 'User' }, { token, url })
          : call(deed === 'delete' ? 'DELETE' : 'POST', deed === 'delete' ? `/${id}` : `/${id}/deactivate`, {
              token,
              url,
            });
      const answers = await Promise.all([
        act(ids[1], tokens[0], portal.url),
        act(ids[0], tokens[1], second.url),
      ]);
      const { rows } = await database.pool.query(`select from users where role = 'Admin' and active`);
      expect(rows).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect([401, 403]).toContain(answers.find(({ status }) => status !== 200)!.status);
    }
  });
});

describe('in sessions that are open', () => {
  const statusOf = async (path: string, token: string) =>
    Promise.all([portal, second].map(async ({ url }) => (await call('GET', path, { token, url })).status));

  test('another role counts at once, in every process', async () => {
    const id = await add('Corinne');
    const token = await signIn(portal.url, 'corinne@portal.example');
    for (let round = 0; round < rounds({ short: 4, long: 200 }); round++) {
      const role = round % 2 ? 'User' : 'Admin';
      const due = role === 'Admin' ? [200, 200] : [403, 403];
      expect(await statusOf('/list', token)).toEqual(role === 'Admin' ? [403, 403] : [200, 200]);
      // Requests under way meanwhile are answered by either, none after the change by the old one.
      const racing = [portal, second].map(({ url }) => call('GET', '/list', { token, url }));
      expect((await put(id, { role })).status).toBe(200);
      expect(await statusOf('/list', token)).toEqual(due);
      for (const { status } of await Promise.all(racing)) expect([200, 403]).toContain(status);
    }
  });

  test('full data access counts at once, in every process', async () => {
    const id = await add('Corinne');
    const token = await signIn(portal.url, 'corinne@portal.example');
    await addStatistic(adminId);
    const counts = () =>
      Promise.all(
        [portal, second].map(async ({ url }) => {
          const response = await fetch(`${url}/api/statistics`, {
            headers: { authorization: `Bearer ${token}` },
          });
          return ((await response.json()) as unknown[]).length;
        }),
      );
    expect(await counts()).toEqual([0, 0]);
    await put(id, { FullDataAccess: true });
    expect(await counts()).toEqual([1, 1]);
    await put(id, { FullDataAccess: false });
    expect(await counts()).toEqual([0, 0]);
  });

  test('who is deactivated is out at once, in every process, and comes in again by signing in', async () => {
    const id = await add('Corinne');
    const token = await signIn(portal.url, 'corinne@portal.example');
    await beginAudit();
    expect(await statusOf('/current', token)).toEqual([200, 200]);
    expect((await call('POST', `/${id}/deactivate`)).body).toMatchObject({ Active: false });
    expect(await statusOf('/current', token)).toEqual([401, 401]);
    await expect(signIn(portal.url, 'corinne@portal.example')).rejects.toThrow();
    expect((await call('POST', `/${id}/invitation`)).body.code).toBe('user_inactive');
    expect((await call('POST', `/${id}/activate`)).body).toMatchObject({ Active: true });
    expect(await statusOf('/current', token)).toEqual([401, 401]);
    await signIn(second.url, 'corinne@portal.example');
    expect(await audit()).toMatchObject([
      { action: 'user.deactivated', before: { Active: true }, after: { Active: false } },
      { action: 'user.activated' },
    ]);
  });

  test('who is deleted is out at once, in every process', async () => {
    const id = await add('Corinne');
    const token = await signIn(portal.url, 'corinne@portal.example');
    expect(await statusOf('/current', token)).toEqual([200, 200]);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    expect(await statusOf('/current', token)).toEqual([401, 401]);
  });

  test('the language chosen is the one of the mails', async () => {
    await call('PUT', '/current/language', { body: { language: 'it' } });
    expect((await call('GET', '/current', { url: second.url })).body).toMatchObject({ language: 'it' });
    expect((await call('PUT', '/current/language', { body: { language: 'rm' } })).status).toBe(400);
    await call('POST', `/${adminId}/invitation`);
    expect((await mailbox.next('ada@portal.example')).subject).toBe(
      'Nuova password per il portale dell’assortimento',
    );
  });
});

describe('the own password', () => {
  const email = 'corinne@portal.example';
  type Begun = { token: string; device: string };
  const signInWith = (given: string, device?: string) =>
    call<Begun>('POST', '/authenticate', { body: { email, password: given, device } });
  const change = (token: string, body: object) =>
    call<{ token: string; remembered: boolean }>('PUT', '/current/password', { token, body });

  beforeEach(async () => {
    await add('Corinne');
  });

  test('is changed by who knows the old one: this session goes on by another token, this device stays, others end', async () => {
    const mine = (await signInWith(password)).body;
    const other = (await signInWith(password)).body;
    const sessionsOf = async (token: string) =>
      (await call<{ id: number; isThis: boolean }[]>('GET', '/current/sessions', { token })).body;
    const [before] = await sessionsOf(mine.token);
    const given = { oldPassword: password, password: strong, device: mine.device };
    const { status, body: renewed } = await change(mine.token, given);
    expect([status, renewed.remembered]).toEqual([200, false]);
    const statuses = [portal.url, second.url].map((url) =>
      Promise.all(
        [mine.token, other.token, renewed.token].map(
          async (token) => (await call('GET', '/current', { token, url })).status,
        ),
      ),
    );
    expect(await Promise.all(statuses)).toEqual([
      [401, 401, 200],
      [401, 401, 200],
    ]);
    expect(await sessionsOf(renewed.token)).toEqual([before]);
    expect((await signInWith(password)).status).toBe(401);
    expect((await signInWith(strong, mine.device)).body.device).toBe(mine.device);
    expect((await signInWith(strong, other.device)).body.device).not.toBe(other.device);
  });

  test('voids links that were mailed to set it', async () => {
    const { token } = (await signInWith(password)).body;
    const link = await openPasswordLink(database.pool, await named('Corinne'), 30, '');
    expect((await change(token, { oldPassword: password, password: strong })).status).toBe(200);
    const body = { token: link!.split('/').at(-1)! };
    expect((await call('POST', '/validate-reset-token', { body })).body).toBe(false);
  });

  test('stays where the old one is wrong or the new one weak, which says so at its field', async () => {
    const { token } = (await signInWith(password)).body;
    const wrong = await change(token, { oldPassword: 'wrong', password: strong });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { code: 'old_password_wrong', issues: [{ path: 'oldPassword' }] },
    ]);
    const weak = await change(token, { oldPassword: password, password: 'Sommer2026!' });
    expect([weak.status, weak.body]).toMatchObject([
      400,
      { code: 'password_too_weak', issues: [{ path: 'password' }] },
    ]);
    expect((await signInWith(password)).status).toBe(200);
    expect((await call('PUT', '/current/password', { token: '', body: {} })).status).toBe(401);
  });

  test('is guessed no more often than at signing in', async () => {
    const { token } = (await signInWith(password)).body;
    for (let count = 0; count < 10; count++)
      expect((await change(token, { oldPassword: `guess ${count}`, password: strong })).status).toBe(400);
    expect((await change(token, { oldPassword: password, password: strong })).status).toBe(429);
    expect((await signInWith(password)).status).toBe(429);
  });

  test('of two changes at once one counts', async () => {
    const sessions = [(await signInWith(password)).body, (await signInWith(password)).body];
    const answers = await Promise.all(
      sessions.map(({ token }, index) =>
        change(token, { oldPassword: password, password: `${strong} ${index}` }),
      ),
    );
    const [done, refused] = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(done).toBe(200);
    // The old one is wrong by then, or the session is over.
    expect([400, 401]).toContain(refused);
  });
});

test('many sign-ins of one user at once all succeed, also while accounts are changed', async () => {
  const id = await add('Corinne');
  const [first] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => signIn(portal.url, 'corinne@portal.example'))),
    put(id, { name: 'Corinne L.' }),
    put(id, { FullDataAccess: true }, { url: second.url }),
  ]);
  for (const token of first) expect((await call('GET', '/current', { token })).status).toBe(200);
});

test('who is deactivated keeps what is theirs, unless it is handed over in the same step', async () => {
  const [leaver, heir, manager] = [await add('Leo'), await add('Hanna'), await add('Beat')];
  await put(leaver, { parentUserId: manager });
  const statistic = await addStatistic(leaver);
  await addCart(statistic, leaver, ['7680000000019']);
  const owners = async () =>
    (
      await database.pool.query(
        `select s.uploader_id as uploader, s.sales_representative as name, c.owner_id as cart, o.owner_id as "order"
         from statistics s join carts c on c.statistic_id = s.id join orders o on o.statistic_id = s.id`,
      )
    ).rows;
  await call('POST', `/${leaver}/deactivate`);
  expect(await owners()).toEqual([{ uploader: leaver, name: 'Leo', cart: leaver, order: leaver }]);
  const token = await signIn(portal.url, 'beat@portal.example');
  const headers = { authorization: `Bearer ${token}` };
  const seen = await (await fetch(`${portal.url}/api/statistics`, { headers })).json();
  expect(JSON.stringify(seen)).toContain(`"bezugsStatistikID":${statistic}`);

  await call('POST', `/${leaver}/activate`);
  await call('POST', `/${heir}/deactivate`);
  const refused = await call('POST', `/${leaver}/deactivate?handOverTo=${heir}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'hand_over_unknown']);
  expect(await named('Leo')).toMatchObject({ Active: true });
  await call('POST', `/${heir}/activate`);
  await beginAudit();
  expect(await call('POST', `/${leaver}/deactivate?handOverTo=${heir}`)).toMatchObject({
    status: 200,
    body: { Active: false, uploads: 0 },
  });
  expect(await owners()).toEqual([{ uploader: heir, name: 'Hanna', cart: heir, order: heir }]);
  expect(await audit()).toMatchObject([
    {
      action: 'user.deactivated',
      before: { Active: true },
      after: { Active: false, handedOverTo: 'Hanna <hanna@portal.example>', uploads: 1, carts: 1, orders: 1 },
    },
  ]);

  // Somebody else may have been faster with deactivating, and have handed over nothing.
  await call('POST', `/${heir}/deactivate`);
  await beginAudit();
  expect((await call('POST', `/${heir}/deactivate?handOverTo=${manager}`)).status).toBe(200);
  expect(await owners()).toEqual([{ uploader: manager, name: 'Beat', cart: manager, order: manager }]);
  expect(await audit()).toMatchObject([
    { action: 'user.handed-over', after: { handedOverTo: 'Beat <beat@portal.example>', uploads: 1 } },
  ]);
});

describe('deleting a user', () => {
  let leaver: number;
  let heir: number;
  const effect = async (query = '') =>
    (await call<DeletionEffect>('GET', `/${leaver}/deletion${query}`)).body;
  const uploaders = async () =>
    (
      await database.pool.query(
        'select uploader_id as id, sales_representative as name from statistics order by statistics.id',
      )
    ).rows;

  beforeEach(async () => {
    leaver = await add('Leo');
    heir = await add('Hanna');
  });

  test('and nobody to take over leaves uploads, takes carts, and lets reports report to whom the user reported to', async () => {
    const rep = await add('Corinne');
    const manager = await add('Beat');
    await put(leaver, { parentUserId: manager });
    await put(rep, { parentUserId: leaver, replacementUserId: leaver });
    const statistic = await addStatistic(leaver);
    await addCart(statistic, leaver, ['7680000000019']);
    await addCart(await addStatistic(heir), leaver, []);
    await beginAudit();
    const nobody = '?handOverTo=nobody';
    const due = {
      handedOverTo: null,
      loseSight: [{ id: manager, name: 'Beat' }],
      uploads: 1,
      carts: 1,
      cartsOfBoth: 0,
      orders: 1,
      notes: 0,
      actions: 0,
      scenarios: 0,
      feeds: 0,
      alerts: false,
      reports: [{ id: rep, name: 'Corinne' }],
      replacementFor: [{ id: rep, name: 'Corinne' }],
    };
    expect(await effect(nobody)).toEqual(due);
    expect(await call('DELETE', `/${leaver}${nobody}`)).toEqual({ status: 200, body: due });
    expect(await uploaders()).toEqual([
      { id: null, name: 'Leo' },
      { id: heir, name: 'Hanna' },
    ]);
    const { rows } = await database.pool.query(
      'select (select count(*)::integer from carts) as carts, owner_id as owner from orders',
    );
    expect(rows).toEqual([{ carts: 0, owner: null }]);
    expect(await named('Corinne')).toMatchObject({ parentUserId: manager, replacementUserId: null });
    expect(await audit()).toMatchObject([
      {
        action: 'user.deleted',
        whom: 'Leo <leo@portal.example>',
        before: {
          email: 'leo@portal.example',
          role: 'User',
          parentUserId: `Beat (${manager})`,
          subordinates: [`Corinne (${rep})`],
          replacementFor: [`Corinne (${rep})`],
        },
        after: { handedOverTo: null, uploads: 1, carts: 1, orders: 1 },
      },
    ]);
  });

  test('gives what is theirs to the nearest active person above, where nobody else is named', async () => {
    const [top, manager, between] = [await add('Tina'), await add('Beat'), await add('Ivo')];
    await put(manager, { parentUserId: top });
    await put(between, { parentUserId: manager });
    await put(leaver, { parentUserId: between });
    await call('POST', `/${between}/deactivate`);
    const statistic = await addStatistic(leaver);
    await addCart(statistic, leaver, ['7680000000019']);
    const due = {
      handedOverTo: { id: manager, name: 'Beat' },
      loseSight: [],
      uploads: 1,
      carts: 1,
      orders: 1,
    };
    expect(await effect()).toMatchObject(due);
    await beginAudit();
    expect((await call('DELETE', `/${leaver}`)).body).toMatchObject(due);
    expect(await uploaders()).toEqual([{ id: manager, name: 'Beat' }]);
    expect(await audit()).toMatchObject([
      {
        action: 'user.deleted',
        after: { handedOverTo: 'Beat <beat@portal.example>', uploads: 1, carts: 1, orders: 1 },
      },
    ]);
  });

  test('tells who loses sight of uploads that go elsewhere', async () => {
    // Tina manages Beat, who manages Leo; Rita replaces Leo, Hanna reports to Tina. Otto sees everything, as Ada does.
    const [top, manager, deputy, otto] = [
      await add('Tina'),
      await add('Beat'),
      await add('Rita'),
      await add('Otto'),
    ];
    await put(manager, { parentUserId: top, replacementUserId: otto });
    await put(leaver, { parentUserId: manager, replacementUserId: deputy });
    await put(heir, { parentUserId: top });
    await put(otto, { FullDataAccess: true });
    const lose = async (query: string) => (await effect(query)).loseSight.map(({ name }) => name);
    expect(await lose('?handOverTo=nobody')).toEqual([]);
    await addStatistic(leaver);
    expect(await lose('?handOverTo=nobody')).toEqual(['Beat', 'Rita', 'Tina']);
    expect(await lose(`?handOverTo=${heir}`)).toEqual(['Beat', 'Rita']);
    expect(await lose('')).toEqual(['Rita']);
    await put(heir, { parentUserId: leaver });
    expect(await lose(`?handOverTo=${heir}`)).toEqual(['Rita']);
  });

  test('waits for an alert mail that is being written for the user', async () => {
    await setAlerts(database.pool, leaver, { frequency: 'weekly', replaceable: true, own: true, back: true });
    await database.pool.query('update alert_subscriptions set next_at = now()');
    const writer = await database.pool.connect();
    try {
      await writer.query('begin');
      const due = await findDue(writer, 1, []);
      expect(due?.user.id).toBe(leaver);
      expect(await lockDue(writer, due!)).toBe(true);
      const deleted = call('DELETE', `/${leaver}`);
      await expect.poll(() => countLockWaits(database.pool)).toBe(1);
      await insertUnsubscribeToken(writer, Buffer.alloc(32, 7), leaver);
      await writer.query('commit');
      expect((await deleted).status).toBe(200);
    } finally {
      writer.release(true);
    }
  });

  test.each([
    ['DELETE', ''],
    ['POST', '/deactivate'],
  ])(
    'lets everybody else, and who gets the uploads, sign in while these are handed over: %s %s',
    async (method, path) => {
      await add('Nora');
      const statistic = await addStatistic(leaver);
      const writer = await database.pool.connect();
      try {
        await writer.query('begin');
        await writer.query('select from statistics where id = $1 for update', [statistic]);
        const deleted = call(method, `/${leaver}${path}?handOverTo=${heir}`);
        await expect.poll(() => countLockWaits(database.pool)).toBe(1);
        await signIn(portal.url, 'nora@portal.example');
        await signIn(second.url, 'hanna@portal.example');
        // Whoever else administers accounts waits.
        const deactivated = call('POST', `/${heir}/deactivate`, { url: second.url });
        await expect.poll(() => countLockWaits(database.pool)).toBe(2);
        await writer.query('commit');
        expect([(await deleted).status, (await deactivated).status]).toEqual([200, 200]);
      } finally {
        writer.release(true);
      }
    },
  );

  test('can hand over uploads, carts and orders first, all of it or nothing', async () => {
    const own = await addStatistic(leaver);
    const named = await addStatistic(leaver);
    await database.pool.query("update statistics set sales_representative = 'Somebody' where id = $1", [
      named,
    ]);
    await addCart(own, leaver, ['7680000000019']);
    expect((await call('DELETE', `/${leaver}?handOverTo=${leaver}`)).body.code).toBe('hand_over_unknown');
    await call('POST', `/${heir}/deactivate`);
    expect((await call('DELETE', `/${leaver}?handOverTo=${heir}`)).body.code).toBe('hand_over_unknown');
    expect(await list()).toHaveLength(3);
    await call('POST', `/${heir}/activate`);
    expect((await call('DELETE', `/${leaver}?handOverTo=${heir}`)).status).toBe(200);
    expect(await uploaders()).toEqual([
      { id: heir, name: 'Hanna' },
      { id: heir, name: 'Somebody' },
    ]);
    const { rows } = await database.pool.query(
      'select c.owner_id as cart, c.handed_to as beside, o.owner_id as order from carts c join orders o on o.cart_id = c.id',
    );
    expect(rows).toEqual([{ cart: heir, beside: null, order: heir }]);
  });

  test('hands over scenarios, or says how many go; of two of one name both are kept', async () => {
    const [one, other] = [await addStatistic(leaver), await addStatistic(heir)];
    await addScenario(one, leaver, 'Spring');
    await addScenario(other, leaver, 'Spring');
    await addScenario(other, heir, 'Spring');
    expect(await effect('?handOverTo=nobody')).toMatchObject({ scenarios: 2 });
    await call('DELETE', `/${leaver}?handOverTo=${heir}`);
    const { rows } = await database.pool.query(
      'select id, statistic_id as of, owner_id as owner, name from scenarios order by id',
    );
    expect(rows).toEqual([
      { id: rows[0].id, of: one, owner: heir, name: 'Spring' },
      { id: rows[1].id, of: other, owner: heir, name: `Spring (Leo ${rows[1].id})` },
      { id: rows[2].id, of: other, owner: heir, name: 'Spring' },
    ]);
  });

  test('of two carts of one statistic both are kept, the one handed over beside one’s own', async () => {
    const statistic = await addStatistic(heir);
    const mine = await addCart(statistic, heir, ['7680000000019']);
    const handed = await addCart(statistic, leaver, ['7680000000019', '7680000000026']);
    expect(await effect(`?handOverTo=${heir}`)).toMatchObject({ carts: 1, cartsOfBoth: 1 });
    await call('DELETE', `/${leaver}?handOverTo=${heir}`);
    const token = await signIn(portal.url, 'hanna@portal.example');
    const { rows } = await database.pool.query('select direct_link_id as link from statistics');
    const carts = await fetch(`${portal.url}/api/cart/from-statistic/${rows[0].link}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await carts.json()).toMatchObject([
      { cartKey: mine, own: true, ownerName: 'Hanna', selectedRows: 1 },
      { cartKey: handed, own: false, ownerName: 'Leo', selectedRows: 2 },
    ]);
    const logOf = (key: string, by: string) =>
      fetch(`${portal.url}/api/cart/from-statistic/${rows[0].link}/${key}/log`, {
        headers: { authorization: `Bearer ${by}` },
      });
    expect([(await logOf(handed, token)).status, (await logOf(handed, admin)).status]).toEqual([200, 404]);
    const stranger = await fetch(`${portal.url}/api/cart/from-statistic/${rows[0].link}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(await stranger.json()).toEqual([]);
    // It goes on to whoever comes next.
    const next = await add('Nora');
    await call('DELETE', `/${heir}?handOverTo=${next}`);
    const kept = await database.pool.query(
      'select cart_key as key, owner_id as own, handed_to as beside, handed_from as by from carts order by id',
    );
    expect(kept.rows).toEqual([
      { key: mine, own: next, beside: null, by: null },
      { key: handed, own: null, beside: next, by: 'Leo' },
    ]);
  });
});

let number = 0;

/** A statistic without lines, uploaded by that user. */
async function addStatistic(uploader: number): Promise<number> {
  const { rows } = await database.pool.query(
    `insert into statistics (direct_link_id, time_month_from, time_year_from, time_month_to, time_year_to,
       sales_representative, uploader_id, file_name, line_count, report)
     select lpad($1, 22, '0'), 1, 2025, 12, 2025, name, id, 'a.xlsx', 0, '{}' from users where id = $2 returning id`,
    [String(number++), uploader],
  );
  return rows[0].id;
}

function addScenario(statistic: number, owner: number, name: string): Promise<unknown> {
  return database.pool.query(
    `insert into scenarios (statistic_id, owner_id, name, choice, statistic_revision, catalogue_revision)
     values ($1, $2, $3, '{}', 1, 1)`,
    [statistic, owner, name],
  );
}

/** A cart with an order made from it where there is something in it; gives its key. */
async function addCart(statistic: number, owner: number, gtins: string[]): Promise<string> {
  const key = String(number++).padStart(22, '0');
  const { rows } = await database.pool.query(
    'insert into carts (cart_key, statistic_id, owner_id) values ($1, $2, $3) returning id',
    [key, statistic, owner],
  );
  for (const gtin of gtins) {
    await database.pool.query(
      `insert into cart_rows (cart_id, gtin, description, quantity, version) values ($1, $2, 'Product', '3', 1)`,
      [rows[0].id, gtin],
    );
  }
  if (gtins.length > 0) {
    await database.pool.query(
      `insert into orders (cart_id, cart_key, version, statistic_id, owner_id, made_by, content, content_sha256,
         selection_sha256, signed, row_count, packs, ex_factory_sum)
       values ($1, $2, 1, $3, $4, $4, '{}', sha256('a'), sha256('b'), false, 1, 3, 0)`,
      [rows[0].id, key, statistic, owner],
    );
  }
  return key;
}
