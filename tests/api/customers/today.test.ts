import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeActions } from '#server/customers/note-queries.ts';
import type { CustomerAction } from '#shared/schemas/customer-page.ts';
import type { Reason, Today } from '#shared/schemas/today.ts';
import { zurichDay } from '#shared/zurich.ts';
import { nastyValues } from '#tests/support/nasty-values.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
const links: Record<string, string> = {};

const today = zurichDay(new Date());
/** A statistic of it is not old before the next one ends. */
const lastYear = String(Number(today.slice(0, 4)) - 1);
/** So many days from today, before it where negative. */
const dayIn = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

/** The list of stock-outs of the small catalogue, then one with the generic missing since `days` ago. */
const missingSince = (days: number) => ({
  stockouts: {
    csv: `${smallCatalogue.stockouts.csv}${generic},${dayIn(-days)},${dayIn(-days)},,\n`,
    date: today,
    force: 'Another list',
  },
});

beforeAll(async () => {
  server = await startTestServer();
  const { pool, url } = server;
  await publishReferenceData(pool, smallCatalogue);
  for (const name of ['rep', 'manager', 'colleague', 'full']) {
    const email = `${name}@portal.example`;
    ids[name] = await addUser(pool, { email, name, fullDataAccess: name === 'full' });
    tokens[name] = await signIn(url, email);
  }
  await pool.query('update users set parent_user_id = $1 where id = $2', [ids.manager, ids.rep]);
  // Of a year and of half a year with 3 + 2 packs to replace at CHF 10; and nothing to replace.
  const year = [
    [original, 3],
    [generic, 2],
  ] as const;
  const upload = async (number: string, rows: Parameters<typeof uploadRows>[2], fields = {}, who = 'rep') => {
    await addCustomer(pool, number, `Customer ${number}`);
    const fieldsOf = {
      customerExternalId: number,
      customerName: `Customer ${number}`,
      timeYearFrom: lastYear,
      timeYearTo: lastYear,
      ...fields,
    };
    links[number] = (await uploadRows(url, tokens[who]!, rows, fieldsOf)).directLinkId;
  };
  await upload('1', year);
  await upload('2', [[generic, 6]], { timeMonthFrom: '7' });
  await upload('3', [[provider, 1]]);
  await upload('4', [[provider, 2]], { timeYearFrom: '2023', timeYearTo: '2023' });
  await upload('5', [[provider, 3]], {}, 'colleague');
  await pool.query("update customers set phone = '044 123 45 67' where external_id = '1'");
}, 60_000);
afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('delete from customer_actions; delete from usage_counts; delete from orders');
});

async function call(who: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}

async function todayOf(who = 'rep', query = ''): Promise<Today> {
  const { status, body } = await call(who, 'GET', `today${query}`);
  expect([status, body]).toEqual([200, body]);
  return body as Today;
}

const kinds = ({ customers }: Today) =>
  customers.map(({ externalId, reasons }) => [externalId, ...reasons.map(({ kind }) => kind)]);

async function act(who: string, number: string, body: object): Promise<CustomerAction> {
  const { status, body: done } = await call(who, 'POST', `customers/${number}/actions`, body);
  expect([status, done]).toEqual([200, done]);
  return done as CustomerAction;
}

async function opened(number: string, days: number, times = 1, caller = 'visitor'): Promise<void> {
  await server.pool.query(
    `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
     select $1, 'opening', $2, id, uploader_id, $3 from statistics where direct_link_id = $4`,
    [dayIn(-days), caller, times, links[number]],
  );
}

/** Orders packs of the provider's product; gives the number. */
async function order(number: string, packs: number, deliveryDate?: string, more = {}): Promise<number> {
  const path = `cart/from-statistic/${links[number]}`;
  const { cartKey } = (await call('rep', 'POST', path, {})).body as { cartKey: string };
  expect((await call('rep', 'PUT', `cart/${cartKey}/${provider}/${packs}`)).status).toBe(200);
  if (deliveryDate) await call('rep', 'POST', `${path}/${cartKey}`, { deliveryDate, ...more });
  return ((await call('rep', 'POST', `${path}/${cartKey}/orders`, {})).body as { order: number }).order;
}

/** What is published is reckoned with. */
async function publish(days: number): Promise<void> {
  await publishReferenceData(server.pool, missingSince(days));
  await server.pool.query("select pg_notify('changes', 'statistic:none 0')");
  await expect
    .poll(async () => (await todayOf('full', '?whose=all')).outdated, { timeout: 40_000 })
    .toBeNull();
}

test('what was missing when lists began is no news, and a statistic of more than a year ago is', async () => {
  expect(await todayOf()).toMatchObject({ day: today, newStockoutDays: 14, all: 1, answered: [] });
  expect(kinds(await todayOf())).toEqual([['4', 'old']]);
  expect((await todayOf()).customers[0]).toMatchObject({
    name: 'Customer 4',
    representative: 'rep',
    directLinkId: links['4'],
    potentialPerMonth: 0,
    current: true,
    reasons: [{ kind: 'old', month: 12, year: 2023 }],
    offers: [],
    lastDone: null,
  });
});

test('what went missing lately and can be replaced comes first, by what could be delivered per month', async () => {
  await publish(3);
  const page = await todayOf();
  // 2 × 10 ÷ 12 months, and 6 × 10 ÷ 6 months
  expect(kinds(page)).toEqual([
    ['2', 'missing'],
    ['1', 'missing'],
    ['4', 'old'],
  ]);
  expect(page.customers[1]).toMatchObject({
    phone: '044 123 45 67',
    address: 'Hauptstrasse 1, 8000, Zürich ZH, Schweiz',
    potentialPerMonth: 4.17,
    reasons: [
      {
        kind: 'missing',
        products: 1,
        potentialPerMonth: 1.67,
        best: [
          {
            gtin: generic,
            productName: 'Generic 10 mg 30 Tabl',
            alternativeProductName: 'Provider 10 mg 30 Tabl',
            since: dayIn(-3),
            potentialPerMonth: 1.67,
          },
        ],
      },
    ],
    // 3 × 10 in place of 3 × 20, and 2 × 10 in place of 2 × 12
    offers: [
      { productName: 'Original 10 mg 30 Tabl', qtySum1: 3, turnoverPotential: 30, customersGain: 30 },
      { productName: 'Generic 10 mg 30 Tabl', qtySum1: 2, turnoverPotential: 20, customersGain: 4 },
    ],
  });
  expect(page.customers[0]!.reasons).toMatchObject([{ products: 1, potentialPerMonth: 10 }]);
  expect((await todayOf('rep', '?limit=1')).customers).toHaveLength(1);
  expect((await todayOf('rep', '?limit=1')).all).toBe(3);
  await server.pool.query("insert into config (key, value) values ('NEW_STOCKOUT_DAYS', '2')");
  await expect.poll(async () => kinds(await todayOf())).toEqual([['4', 'old']]);
  await server.pool.query("delete from config where key = 'NEW_STOCKOUT_DAYS'");
  await expect.poll(async () => (await todayOf()).all).toBe(3);
});

test('reasons rank by their kind, and each says what it is of', async () => {
  await opened('3', 1, 2);
  await opened('3', 4, 1);
  // By who is signed in, and too long ago.
  await opened('1', 1, 5, 'user');
  await opened('1', 14);
  const unsent = await order('4', 4, dayIn(20));
  expect(kinds(await todayOf())).toEqual([
    ['2', 'missing'],
    ['1', 'missing'],
    ['3', 'opened'],
    ['4', 'unsent', 'old'],
  ]);
  const reasonsOf = async (number: string) =>
    (await todayOf()).customers.find(({ externalId }) => externalId === number)?.reasons as Reason[];
  expect(await reasonsOf('3')).toEqual([
    { kind: 'opened', directLinkId: links['3'], day: dayIn(-1), times: 3 },
  ]);
  expect((await reasonsOf('4'))[0]).toMatchObject({
    ...{ kind: 'unsent', order: unsent, packs: 4, exFactorySum: 40, directLinkId: links['4'], orders: 1 },
    own: true,
    // The customer scans its barcodes: there is nobody to send it to.
    byCustomer: true,
  });
  const ofOthers = (await todayOf('manager', '?whose=all')).customers.find(
    ({ externalId }) => externalId === '4',
  );
  expect(ofOthers?.reasons[0]).toMatchObject({ kind: 'unsent', order: unsent, own: false });

  // On its way, refused for an hour, nobody knows whether it arrived, and refused for good.
  await server.pool.query(
    `insert into mails (kind, guarantee, recipient, content, order_id, next_attempt_at)
     values ('order', 'at most once', 'to@wholesaler.example', '{}', $1, now() + interval '1 day')`,
    [unsent],
  );
  expect((await reasonsOf('4')).map(({ kind }) => kind)).toEqual(['old']);
  await server.pool.query("update mails set written_at = now() - interval '61 minutes', attempts = 5");
  expect((await reasonsOf('4')).map(({ kind }) => kind)).toEqual(['unsent', 'old']);
  await server.pool.query('update mails set unknown_at = now(), written_at = now()');
  expect((await reasonsOf('4')).map(({ kind }) => kind)).toEqual(['unsent', 'old']);
  await server.pool.query("update mails set unknown_at = null, next_attempt_at = 'infinity'");
  expect((await reasonsOf('4')).map(({ kind }) => kind)).toEqual(['unsent', 'old']);
  // Mailed, and to be delivered in three days, then in two.
  await server.pool.query('update mails set sent_at = now()');
  expect((await reasonsOf('4')).map(({ kind }) => kind)).toEqual(['old']);
  await order('4', 5, dayIn(3));
  expect((await reasonsOf('4')).map(({ kind }) => kind)).toEqual(['unsent', 'old']);
  const due = await order('4', 6, dayIn(2), { deliveryType: 'TransferOrder' });
  expect(await reasonsOf('4')).toMatchObject([
    { kind: 'unsent', order: due, byCustomer: false },
    { kind: 'due', order: due, day: dayIn(2), packs: 6, wholesalerName: null, orders: 1 },
    { kind: 'old' },
  ]);
});

test('one’s own customers are listed first of all, and of others those whose statistics one may see', async () => {
  await opened('5', 1);
  const all = async (who: string) =>
    (await todayOf(who, '?whose=all')).customers.map(({ externalId }) => externalId);
  expect(await all('rep')).toEqual(['2', '1', '4']);
  expect((await todayOf('manager')).customers).toEqual([]);
  expect(await all('manager')).toEqual(['2', '1', '4']);
  expect(await all('colleague')).toEqual(['5']);
  expect((await todayOf('full')).all).toBe(0);
  expect(await all('full')).toEqual(['2', '1', '5', '4']);
  // Nobody calls whom nothing is sold to any more.
  await server.pool.query("update customers set active = false where external_id = '2'");
  expect(await all('rep')).toEqual(['1', '4']);
  await server.pool.query("update customers set active = true where external_id = '2'");
});

test('who was called is gone until something newer is a reason', async () => {
  await opened('1', 1);
  const done = await act('rep', '1', { action: 'called' });
  expect(done).toMatchObject({ action: 'called', until: null });
  expect(kinds(await todayOf())).toEqual([
    ['2', 'missing'],
    ['4', 'old'],
  ]);
  expect((await todayOf()).answered).toEqual([{ ...done, externalId: '1', name: 'Customer 1' }]);
  // Who is above sees that somebody has called.
  expect(kinds(await todayOf('manager', '?whose=all')).map(([number]) => number)).toEqual(['2', '4']);
  expect((await todayOf('manager', '?whose=all')).answered).toEqual([]);

  await order('1', 1, dayIn(20));
  const [, back] = (await todayOf()).customers;
  expect(back).toMatchObject({
    externalId: '1',
    reasons: [{ kind: 'unsent' }],
    lastDone: { action: 'called', by: 'rep', madeAt: done.madeAt },
  });
  await act('rep', '1', { action: 'ordered' });
  expect(kinds(await todayOf()).map(([number]) => number)).toEqual(['2', '4']);

  // What is published anew is no news; what has been missing for another while is.
  await publish(3);
  expect(kinds(await todayOf()).map(([number]) => number)).toEqual(['2', '4']);
  await publishReferenceData(server.pool, {
    stockouts: { ...smallCatalogue.stockouts, date: today, force: 'Another list' },
  });
  await publish(1);
  expect(kinds(await todayOf())).toEqual([
    ['2', 'missing'],
    ['1', 'missing'],
    ['4', 'old'],
  ]);
});

test('days are those of Zurich: what is told of so many days begins with the first minute of the first', async () => {
  const { pool } = server;
  await act('rep', '1', { action: 'called' });
  await order('4', 1, dayIn(20));
  /** What was done so many minutes after midnight of Zurich, seven and thirty days ago. */
  const told = async (minutes: number) => {
    const at = `($1::date::timestamp + make_interval(mins => $2)) at time zone 'Europe/Zurich'`;
    await pool.query(`update customer_actions set made_at = ${at}`, [dayIn(-7), minutes]);
    await pool.query(`update orders set handed_again_at = ${at}`, [dayIn(-30), minutes]);
    const page = await todayOf();
    const reasons = page.customers.find(({ externalId }) => externalId === '4')!.reasons;
    return [page.answered.length, reasons.filter(({ kind }) => kind === 'unsent').length];
  };
  expect(await told(1)).toEqual([1, 1]);
  expect(await told(-1)).toEqual([0, 0]);
});

test('a delivery is told of from the second day before on, until something is done', async () => {
  const { pool } = server;
  await order('4', 1, dayIn(2));
  await pool.query(`update orders set handed_again_at = now() - interval '5 days'`);
  await act('rep', '4', { action: 'called' });
  /** Whether it is, after what was done so many minutes after the midnight of Zurich that today began with. */
  const told = async (minutes: number) => {
    const at = `($1::date::timestamp + make_interval(mins => $2)) at time zone 'Europe/Zurich'`;
    await pool.query(`update customer_actions set made_at = ${at}`, [today, minutes]);
    return kinds(await todayOf()).some(([number, ...reasons]) => number === '4' && reasons.includes('due'));
  };
  expect([await told(-1), await told(0)]).toEqual([true, false]);
});

test('who is put off comes back on the day, for whoever has put them off', async () => {
  const done = await act('rep', '2', { action: 'later', until: dayIn(1) });
  expect(kinds(await todayOf()).map(([number]) => number)).toEqual(['1', '4']);
  expect((await todayOf()).answered).toEqual([{ ...done, externalId: '2', name: 'Customer 2' }]);
  expect((await todayOf('manager', '?whose=all')).customers[0]).toMatchObject({
    externalId: '2',
    lastDone: null,
  });

  await server.pool.query('update customer_actions set until = $1', [today]);
  expect(kinds(await todayOf())[0]).toEqual(['2', 'reminder', 'missing']);
  expect((await todayOf()).customers[0]!.reasons[0]).toEqual({
    kind: 'reminder',
    day: today,
    setAt: done.madeAt,
  });
  expect((await todayOf()).answered).toEqual([]);
  const called = await act('rep', '2', { action: 'called' });
  expect(kinds(await todayOf()).map(([number]) => number)).toEqual(['1', '4']);
  // Taken back, the reminder is there again.
  expect((await call('rep', 'DELETE', `customers/2/actions/${called.id}`)).status).toBe(204);
  expect(kinds(await todayOf())[0]).toEqual(['2', 'reminder', 'missing']);
});

test('of whom one was to be reminded stands among one’s own, whoever’s customer it is', async () => {
  await act('manager', '2', { action: 'later', until: dayIn(1) });
  expect((await todayOf('manager')).all).toBe(0);
  await server.pool.query('update customer_actions set until = $1', [today]);
  expect(kinds(await todayOf('manager')).map((each) => each.slice(0, 2))).toEqual([['2', 'reminder']]);
  await act('manager', '2', { action: 'called' });
  expect((await todayOf('manager')).all).toBe(0);
  // Nor any longer once their statistics are none that one may see.
  await act('manager', '2', { action: 'later', until: dayIn(1) });
  await server.pool.query('update customer_actions set until = $1 where until is not null', [today]);
  await server.pool.query('update users set parent_user_id = null where id = $1', [ids.rep]);
  expect((await todayOf('manager')).all).toBe(0);
  await server.pool.query('update users set parent_user_id = $1 where id = $2', [ids.manager, ids.rep]);
});

test('nobody takes back what somebody else has done, nor by another customer’s number', async () => {
  const { id } = await act('rep', '1', { action: 'called' });
  for (const [who, path] of [
    ['manager', `customers/1/actions/${id}`],
    ['full', `customers/1/actions/${id}`],
    ['colleague', `customers/1/actions/${id}`],
    ['rep', `customers/2/actions/${id}`],
    ['rep', `customers/1/actions/${id + 1}`],
  ] as const)
    expect([who, path, (await call(who, 'DELETE', path)).status]).toEqual([who, path, 404]);
  const twice = await Promise.all([1, 2].map(() => call('rep', 'DELETE', `customers/1/actions/${id}`)));
  expect(twice.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect((await call('colleague', 'POST', 'customers/1/actions', { action: 'called' })).status).toBe(404);
});

test('a reminder is of one of the next 366 days, and no other value is taken', async () => {
  const later = async (until: unknown) =>
    (await call('rep', 'POST', 'customers/1/actions', { action: 'later', until })).status;
  expect([await later(dayIn(0)), await later(dayIn(-1)), await later(dayIn(367))]).toEqual([400, 400, 400]);
  expect([await later(dayIn(1)), await later(dayIn(366))]).toEqual([200, 200]);
  for (const value of [...nastyValues, undefined, null, 7, '2026-02-30']) {
    expect([value, await later(value)]).toEqual([value, 400]);
    expect([value, (await call('rep', 'POST', 'customers/1/actions', { action: value })).status]).toEqual([
      value,
      400,
    ]);
  }
  expect(
    (await call('rep', 'POST', 'customers/1/actions', { action: 'called', until: dayIn(1) })).status,
  ).toBe(400);
  expect((await call('rep', 'GET', 'today?whose=none')).status).toBe(400);
  expect((await call('rep', 'GET', 'today?limit=0')).status).toBe(400);
});

test('calls are removed with notes, and reminders so long after their day', async () => {
  const { pool } = server;
  const { id } = await act('rep', '1', { action: 'called' });
  await act('rep', '1', { action: 'ordered' });
  await act('rep', '2', { action: 'later', until: dayIn(30) });
  await pool.query(
    "update customer_actions set made_at = now() - interval '25 months' where id = $1 or until is not null",
    [id],
  );
  expect(await purgeActions(pool)).toBe(1);
  await pool.query("insert into config (key, value) values ('CUSTOMER_NOTE_MONTHS', '1')");
  await pool.query('update customer_actions set until = $1 where until is not null', [dayIn(-40)]);
  expect(await purgeActions(pool)).toBe(1);
  await pool.query("delete from config where key = 'CUSTOMER_NOTE_MONTHS'");
});

test('what a user who is deleted has done goes to who gets the uploads', async () => {
  const admin = await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  tokens.admin = await signIn(server.url, 'admin@portal.example');
  await act('rep', '1', { action: 'called' });
  await act('rep', '2', { action: 'later', until: dayIn(3) });
  expect((await call('admin', 'GET', `users/${ids.rep}/deletion`)).body).toMatchObject({ actions: 2 });
  await call('admin', 'DELETE', `users/${ids.rep}?handOverTo=${ids.colleague}`);
  expect(kinds(await todayOf('colleague'))).toEqual([['4', 'old']]);
  expect((await todayOf('colleague')).answered).toHaveLength(2);
  expect((await todayOf('full', '?whose=all')).customers.map(({ externalId }) => externalId)).toEqual([
    '2',
    '4',
  ]);
  expect(admin).toBeGreaterThan(0);
});

test('the page that signing in leads to is chosen by oneself', async () => {
  const current = async () => (await call('manager', 'GET', 'users/current')).body as { startPage: string };
  expect((await current()).startPage).toBe('uploads');
  expect((await call('manager', 'PUT', 'users/current/start-page', { startPage: 'today' })).status).toBe(204);
  expect((await current()).startPage).toBe('today');
  expect((await call('manager', 'PUT', 'users/current/start-page', { startPage: '/evil' })).status).toBe(400);
});
