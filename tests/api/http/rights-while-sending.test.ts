import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAnnouncer } from '#server/platform/cache-invalidation/announcer.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

let server: TestServer;
let repId: number;
let otherId: number;
let adminId: number;
let rep: string;
let admin: string;
let statistic: { bezugsStatistikID: number; directLinkId: string };

beforeAll(async () => {
  server = await startTestServer();
  repId = await fillSmallPortal(server.pool);
  otherId = await addUser(server.pool, { email: 'other@portal.example' });
  adminId = await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  await addUser(server.pool, { email: 'second@portal.example', role: 'Admin' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await change(
    `update users set active = true, role = case when email like 'rep%' then role else 'Admin' end`,
  );
  await change(`update users set role = 'User' where id = ${otherId}`);
  rep = await signIn(server.url, 'rep@portal.example');
  admin = await signIn(server.url, 'admin@portal.example');
  statistic = await uploadRows(server.url, rep, [[original, 1]]);
});

/** Changes what is stored, and waits until the process has heard of it, as whoever changes it by a call does. */
async function change(sql: string): Promise<void> {
  await server.pool.query(sql);
  const announcer = openAnnouncer(server.pool.options.connectionString!);
  await announcer.everyoneHasHeard();
  await announcer.close();
}

/** Sends half of a body, then the rest once `meanwhile` is done. */
async function sendSlowly(
  method: string,
  path: string,
  token: string,
  body: FormData | object,
  meanwhile: () => Promise<void>,
): Promise<{ status: number; body: unknown }> {
  const whole = new Request('http://portal', {
    method: 'POST',
    ...(body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const sending = request(`${server.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': whole.headers.get('content-type')!,
      'content-length': bytes.length,
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write(bytes.subarray(0, bytes.length / 2));
  // Until the process has let the request in.
  await sleep(200);
  await meanwhile();
  sending.end(bytes.subarray(bytes.length / 2));
  const [answer] = await answered;
  return { status: answer.statusCode!, body: await json(answer).catch(() => undefined) };
}

const wholesaler = (transferOrderContact: string) => ({
  wholesalerName: 'Aare Pharma AG',
  enabledForApo: true,
  enabledForSd: false,
  enabledForOnlineOrders: true,
  transferOrderContact,
});

/** Adds a wholesaler with that contact and gives its number. */
async function addTransferOrders(contact: string): Promise<number> {
  await server.pool.query('delete from wholesalers');
  const created = await fetch(`${server.url}/api/wholesaler`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(wholesaler(contact)),
  });
  expect(created.status).toBe(200);
  const [added] = await stored<{ id: number }>('select id from wholesalers');
  return added!.id;
}

async function stored<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await server.pool.query(sql, parameters)).rows as Row[];
}

test('who is no administrator any more once the body is there changes nothing of what administrators keep', async () => {
  const id = await addTransferOrders('orders@aare.example');
  const answer = await sendSlowly('PUT', `wholesaler/${id}`, admin, wholesaler('mine@evil.example'), () =>
    change(`update users set role = 'User' where id = ${adminId}`),
  );
  expect(answer.status).toBe(403);
  expect(await stored('select transfer_order_contact as contact from wholesalers')).toEqual([
    { contact: 'orders@aare.example' },
  ]);
});

test('who is no administrator any more when a change is made, of whatever they keep, has changed nothing', async () => {
  const call = (path: string, body: object) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await addTransferOrders('orders@aare.example');
  const before = await stored('select * from wholesalers order by id');
  const blocker = await server.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table wholesalers in access exclusive mode');
  const answer = call('wholesaler', { ...wholesaler('mine@evil.example'), wholesalerName: 'Evil AG' });
  await sleep(300);
  await change(`update users set role = 'User' where id = ${adminId}`);
  await blocker.query('commit');
  blocker.release();
  expect((await answer).status).toBe(403);
  expect(await stored('select * from wholesalers order by id')).toEqual(before);
});

test('an image of who is no administrator any more once it is there is not kept', async () => {
  const form = new FormData();
  form.set('name', 'Letterhead');
  form.set('file', new Blob([new Uint8Array(100_000)]), 'a.png');
  const answer = await sendSlowly('POST', 'templateimage', admin, form, () =>
    change(`update users set role = 'User' where id = ${adminId}`),
  );
  expect(answer.status).toBe(403);
});

test.each([
  ['was handed over', () => `update statistics set uploader_id = ${otherId} where id = $1`, 404],
  ['was deleted', () => 'update statistics set deleted_at = now() where id = $1', 404],
  ['is of somebody who was deactivated', () => `update users set active = false where id = ${repId}`, 401],
])(
  'a statistic that %s while an edit of it came in is not edited, its consent not replaced, and nothing of it told',
  async (_, sql, status) => {
    const { bezugsStatistikID: id, directLinkId } = statistic;
    const kept = () =>
      stored(
        `select s.comment, s.consent_file_name, f.consent from statistics s
         join statistic_files f on f.statistic_id = s.id where s.id = $1`,
        [id],
      );
    const before = await kept();
    const overtaken = Promise.withResolvers<void>();
    const form = new FormData();
    form.set('consentFile', new Blob(['%PDF-1.7']), 'other.pdf');
    const answers = Promise.all([
      sendSlowly('POST', `statistics/${id}`, rep, { comment: 'x' }, () => overtaken.promise),
      sendSlowly('PUT', `statistics/${directLinkId}/consent`, rep, form, () => overtaken.promise),
    ]);
    await sleep(200);
    await change(sql().replace('$1', String(id)));
    overtaken.resolve();
    for (const { status: answered, body } of await answers) {
      expect(answered).toBe(status);
      expect(Object.keys(body as object)).toEqual(['message', 'code', 'requestId']);
    }
    expect(await kept()).toEqual(before);
  },
);
