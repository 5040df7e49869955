import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable } from '#analytics/catalogue/table.ts';
import { todayInUtc } from '#analytics/context.ts';
import { portfolio } from '#analytics/views/portfolio.ts';
import { deactivate } from '#server/commands/user/accounts.ts';
import { openAnnouncer } from '#server/platform/cache-invalidation/announcer.ts';
import { addDays } from '#shared/calendar.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, smallCatalogue } from '#tests/support/small-catalogue.ts';

type Answer = { id: number; token: string; [field: string]: unknown };

/** What a spreadsheet would calculate, CSV would split, and XML would take for a tag or can't hold. */
const nasty = '=HYPERLINK("http://x"), <b>&amp; \u0001 “é”\n@SUM(A1)';
const daysAgo = (days: number) => addDays(todayInUtc(), -days);

let database: TestDatabase;
let one: Awaited<ReturnType<typeof startInstance>>;
let other: typeof one;
let rep: string;
let fr: string;

beforeAll(async () => {
  database = await testDatabase();
  const { catalogue } = smallCatalogue;
  await publishReferenceData(database.pool, {
    catalogue: {
      ...catalogue!,
      products: catalogue!.products.replace(
        'Generic 10 mg 30 Tabl',
        () => `"${nasty.replaceAll('"', '""')}"`,
      ),
    },
    stockouts: { csv: list([original, daysAgo(300)], [generic, daysAgo(10)]), date: daysAgo(9) },
  });
  for (const [email, language] of [
    ['rep', 'de'],
    ['fr', 'fr'],
    ['leaver', 'it'],
  ] as const)
    await addUser(database.pool, { email: `${email}@portal.example`, language });
  [one, other] = await Promise.all([startInstance(database), startInstance(database)]);
  [rep, fr] = await Promise.all([
    signIn(one.url, 'rep@portal.example'),
    signIn(one.url, 'fr@portal.example'),
  ]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

function list(...missing: [gtin: string, reportedOn: string][]): string {
  const rows = missing.map(([gtin, day]) => `${gtin},${day},${day},,`);
  return `${['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', ...rows].join('\n')}\n`;
}

async function call(method: string, path: string, token: string, json?: unknown) {
  const response = await fetch(`${one.url}/api/feeds${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Answer };
}

const save = async (token: string, feed: object): Promise<Answer> => {
  const { status, body } = await call('POST', '', token, { name: 'Morgens', view: 'portfolio', ...feed });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** As a program without any session does. */
async function follow(token: string, form: 'csv' | 'atom', headers = {}, url = other.url) {
  // Otherwise fetch asks for what nobody has kept.
  const response = await fetch(`${url}/api/feeds/${token}/${form}`, { headers, cache: 'no-cache' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function readCsv(text: string): Record<string, string>[] {
  return readTable('feed', text, ['gtin'], (cells) => cells).rows;
}

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** By a parser that refuses what is not well-formed. */
function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    const values = Object.values(attributes).map((each) => [each.name, each.value]);
    const element = { name: local, attributes: Object.fromEntries(values), text: '', children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    open.at(-1)!.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return root.children[0]!;
}

const children = (element: Element, name: string) => element.children.filter((each) => each.name === name);
const textIn = (element: Element, name: string) => children(element, name).map(({ text }) => text);

test('a filter by a molecule of many substances can be followed', async () => {
  const parameters = { molecule: ['substantia, '.repeat(190)] };
  const saved = await save(rep, { parameters });
  expect(saved.parameters).toEqual(parameters);
  await call('DELETE', `/${saved.id}`, rep);
});

test('a saved filter is its owner’s, and its token is told once and stored nowhere', async () => {
  const saved = await save(rep, { name: ' Ramipril ', parameters: { molecule: 'ramiprilum', atc: ['C09'] } });
  expect(saved).toMatchObject({
    name: 'Ramipril',
    view: 'portfolio',
    parameters: { molecule: 'ramiprilum', atc: ['C09'] },
    token: expect.stringMatching(/^[\w-]{43}$/),
  });
  const { token, ...rest } = saved;
  expect((await call('GET', '', rep)).body).toEqual([rest]);
  expect((await call('GET', '', fr)).body).toEqual([]);
  const { rows } = await database.pool.query('select * from feeds');
  expect(JSON.stringify(rows)).not.toContain(token);
  for (const [method, path, json] of [
    ['PUT', `/${saved.id}`, { name: 'Mine' }],
    ['POST', `/${saved.id}/token`],
    ['DELETE', `/${saved.id}`],
  ] as const) {
    expect((await call(method, path, fr, json)).status, method).toBe(404);
  }
  expect((await call('PUT', `/${saved.id}`, rep, { name: 'Neu' })).body).toEqual({ ...rest, name: 'Neu' });
  expect((await follow(token, 'csv')).status).toBe(200);
  expect((await call('DELETE', `/${saved.id}`, rep)).status).toBe(204);
});

test('only filters that the view knows are saved, and no more than fifty', async () => {
  const refused = async (feed: object) => {
    const { status, body } = await call('POST', '', rep, { name: 'x', view: 'portfolio', ...feed });
    return [status, body.issues];
  };
  expect(await refused({ parameters: { general: ['match', 'nonsense'] } })).toEqual([
    400,
    [{ path: 'parameters.general.1', message: expect.any(String) }],
  ]);
  for (const feed of [
    { parameters: { page: '1' } },
    { parameters: { stockOutSince: 'yesterday' } },
    { parameters: { date: '2026-01-01' } },
    { view: 'portfolio/summary' },
    { view: 'statistics' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
  ]) {
    expect([feed, (await refused(feed))[0]]).toEqual([feed, 400]);
  }
  const saved: Answer[] = [];
  while (saved.length < 50) saved.push(await save(fr, {}));
  expect((await call('POST', '', fr, { name: 'x', view: 'portfolio' })).status).toBe(409);
  for (const { id } of saved) await call('DELETE', `/${id}`, fr);
});

test('of two that are saved at once only one is the fiftieth', async () => {
  const owner = await addUser(database.pool, { email: 'busy@portal.example' });
  const busy = await signIn(one.url, 'busy@portal.example');
  const insert = `insert into feeds (user_id, name, view, parameters, token_hash)
    select $1, number, 'portfolio', '{}', sha256(number::text::bytea) from generate_series($2::integer, $3) number`;
  await database.pool.query(insert, [owner, 1, 49]);
  const another = await database.pool.connect();
  try {
    // What another request does at the same time.
    await another.query('begin');
    await another.query('select from users where id = $1 for no key update', [owner]);
    await another.query(insert, [owner, 50, 50]);
    const saved = call('POST', '', busy, { name: 'At the same time', view: 'portfolio' });
    await Promise.race([saved, waitsForALock()]);
    await another.query('commit');
    expect(await saved).toMatchObject({ status: 409, body: { code: 'feeds_too_many' } });
  } finally {
    another.release(true);
  }
});

async function waitsForALock() {
  await expect.poll(() => countLockWaits(database.pool), { timeout: 10_000 }).toBe(1);
}

test('CSV has wire names and the rows of the view as signed-in users see them, with formulas disarmed', async () => {
  const { token } = await save(rep, { parameters: { stockOutSince: daysAgo(400), sortBy: 'productName' } });
  const { headers, text } = await follow(token, 'csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="Morgens.csv"');
  expect(text.slice(0, text.indexOf('\r\n'))).toBe(Object.keys(portfolio.row.shape).join(','));
  const authorization = `Bearer ${rep}`;
  const query = `stockOutSince=${daysAgo(400)}&sortBy=productName`;
  const asked = await fetch(`${one.url}/api/portfolio?${query}`, { headers: { authorization } });
  const rows = (await asked.json()) as Record<string, unknown>[];
  expect(rows.map(({ gtin }) => gtin).toSorted()).toEqual([original, generic]);
  const disarmed = (value: unknown) =>
    value === nasty ? `'${nasty.replace('@', "'@")}` : String(value ?? '');
  expect(readCsv(text)).toEqual(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, disarmed(value)])),
    ),
  );
  expect(text).toContain(`"'=HYPERLINK(""http://x"")`);
});

test('days that nobody chose move with today', async () => {
  const gtins = async (parameters: object) => {
    const { token } = await save(rep, { parameters });
    return readCsv((await follow(token, 'csv')).text).map(({ gtin }) => gtin);
  };
  // What is missing for 300 days is older than six months.
  expect(await gtins({})).toEqual([generic]);
  expect((await gtins({ stockOutSince: daysAgo(301) })).toSorted()).toEqual([original, generic]);
});

test.each([
  ['portfolio/full', {}, 'stockout-analyser-full?sortBy=potentialPerCompetitor'],
  // An address that is silent would show what its tab was asked for last.
  ['portfolio/competitor', {}, 'stockout-analyser-competitor?general='],
  ['portfolio/competitor', { find: ['10'] }, 'stockout-analyser-competitor?find=10&general='],
])(
  'the page that a feed of %s %o leads to does not begin with filters that the feed has not',
  async (view, parameters, page) => {
    const saved = await save(rep, { name: 'All', view, parameters });
    const { text } = await follow(saved.token, 'atom');
    const pages = children(readXml(text), 'link').filter(({ attributes }) => attributes.rel === 'alternate');
    expect(pages.map(({ attributes }) => attributes.href)).toEqual([`${other.url}/${page}`]);
  },
);

test('Atom is a feed as RFC 4287 has it, in its owner’s language, with ids that stay', async () => {
  const saved = await save(fr, { name: 'Été <&>', parameters: { stockOutSince: daysAgo(400) } });
  const { headers, text } = await follow(saved.token, 'atom');
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const feed = readXml(text);
  expect([feed.name, feed.attributes['xml:lang']]).toEqual(['feed', 'fr']);
  expect(textIn(feed, 'title')).toEqual(['Été <&>']);
  expect(textIn(feed, 'id')).toEqual([expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/)]);
  expect(textIn(feed, 'updated')[0]! >= (saved.createdAt as string)).toBe(true);
  expect(textIn(children(feed, 'author')[0]!, 'name')).toEqual(['Provider']);
  const links = children(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href]);
  expect(links).toEqual([
    ['self', `${other.url}/api/feeds/${saved.token}/atom`],
    ['alternate', `${other.url}/stockout-analyser?stockOutSince=${daysAgo(400)}&sortBy=manufacturer`],
  ]);
  const entries = children(feed, 'entry');
  expect(entries.map((entry) => textIn(entry, 'title')[0]).toSorted()).toEqual([
    `${nasty.replace('\u0001', '\ufffd')}, Generic AG`,
    'Original 10 mg 30 Tabl, Original AG',
  ]);
  const of = (name: string) => entries.find((entry) => textIn(entry, 'title')[0]!.includes(name))!;
  expect(textIn(of('Generic AG'), 'updated')).toEqual([`${daysAgo(10)}T00:00:00.000Z`]);
  const [year, month, day] = daysAgo(10).split('-');
  expect(textIn(of('Generic AG'), 'content')[0]!.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^Manque.* depuis le ${day}.${month}.${year}$`)),
    'Alternative, livrable\u00a0: Provider 10 mg 30 Tabl',
    `GTIN ${generic}`,
  ]);
  const ids = (root: Element) => children(root, 'entry').flatMap((entry) => textIn(entry, 'id'));
  expect(new Set(ids(feed)).size).toBe(2);
  await call('PUT', `/${saved.id}`, fr, { name: 'Autrement' });
  const again = readXml((await follow(saved.token, 'atom', {}, one.url)).text);
  expect(textIn(again, 'title')).toEqual(['Autrement']);
  expect([ids(again), textIn(again, 'id')]).toEqual([ids(feed), textIn(feed, 'id')]);
});

test('an entry stays the same while one of two sources has the product back', async () => {
  const nord = (...missing: Parameters<typeof list>) => ({ source: 'Nord AG', csv: list(...missing) });
  const others = list([original, daysAgo(300)], [generic, daysAgo(10)]);
  const publishAt = (days: number, csv: string, byNord: ReturnType<typeof nord>) =>
    publishReferenceData(database.pool, {
      stockouts: [
        { csv, date: daysAgo(days), force: 'of a test' },
        { ...byNord, date: daysAgo(days), force: 'of a test' },
      ],
    });
  await publishAt(8, others, nord([generic, daysAgo(8)]));
  const { token } = await save(rep, { parameters: { stockOutSince: daysAgo(100) } });
  const told = async () => {
    const [entry] = children(readXml((await follow(token, 'atom')).text), 'entry');
    return { id: textIn(entry!, 'id')[0], since: textIn(entry!, 'content')[0]!.split('\n')[0] };
  };
  const written = (day: string) => day.split('-').toReversed().join('.');
  const before = await told();
  expect(before.since).toContain(written(daysAgo(10)));
  // The source that reported it first has it back.
  await publishAt(7, list([original, daysAgo(300)]), nord([generic, daysAgo(8)]));
  const after = await told();
  expect(after.since).toContain(written(daysAgo(8)));
  expect(after.id).toBe(before.id);
  // As it was, for the tests that follow.
  await publishAt(6, others, nord());
});

test('every view can be followed in both forms', async () => {
  for (const view of ['portfolio', 'portfolio/full', 'portfolio/competitor', 'portfolio/back-in-stock']) {
    const { token } = await save(rep, { view });
    expect([view, (await follow(token, 'csv')).text.split('\r\n')[0]]).toEqual([
      view,
      expect.stringContaining('gtin,'),
    ]);
    expect([view, readXml((await follow(token, 'atom')).text).name]).toEqual([view, 'feed']);
  }
});

test('who has just that is answered 304, until a list is published', async () => {
  const { token } = await save(rep, { view: 'portfolio/back-in-stock' });
  const tags = await Promise.all(
    (['csv', 'atom'] as const).map(async (form) => (await follow(token, form)).headers.get('etag')!),
  );
  expect(tags[0]).not.toBe(tags[1]);
  for (const url of [one.url, other.url]) {
    expect(await follow(token, 'csv', { 'if-none-match': tags[0]! }, url)).toMatchObject({
      status: 304,
      text: '',
    });
  }
  await publishReferenceData(database.pool, {
    stockouts: { csv: list([original, daysAgo(300)]), date: daysAgo(5), force: 'of a test' },
  });
  const back = await follow(token, 'csv', { 'if-none-match': tags[0]! });
  expect(back.status).toBe(200);
  expect(readCsv(back.text)).toMatchObject([
    { gtin: generic, backInStockDate: daysAgo(5), provider: 'false' },
  ]);
  const atom = readXml((await follow(token, 'atom', { 'if-none-match': tags[1]! })).text);
  expect(children(atom, 'entry').flatMap((entry) => textIn(entry, 'updated'))).toEqual([
    `${daysAgo(5)}T00:00:00.000Z`,
  ]);
});

test('a token ends at once in every process: revoked, replaced, or with its owner', async () => {
  const kept = async (feed: Answer) => {
    const answers = await Promise.all([one, other].map(({ url }) => follow(feed.token, 'csv', {}, url)));
    return answers.map(({ status }) => status);
  };
  const revoked = await save(rep, {});
  expect(await kept(revoked)).toEqual([200, 200]);
  await call('DELETE', `/${revoked.id}`, rep);
  expect(await kept(revoked)).toEqual([404, 404]);

  const replaced = await save(rep, {});
  expect(await kept(replaced)).toEqual([200, 200]);
  const { body: renewed } = await call('POST', `/${replaced.id}/token`, rep);
  expect(renewed).toMatchObject({ id: replaced.id, name: 'Morgens' });
  expect([await kept(replaced), await kept(renewed)]).toEqual([
    [404, 404],
    [200, 200],
  ]);

  const leavers = await save(await signIn(one.url, 'leaver@portal.example'), {});
  expect(await kept(leavers)).toEqual([200, 200]);
  await deactivate(database.pool, 'leaver@portal.example', false);
  const announcer = openAnnouncer(database.url);
  await announcer.everyoneHasHeard();
  await announcer.close();
  expect(await kept(leavers)).toEqual([404, 404]);
  await database.pool.query("delete from users where email = 'leaver@portal.example'");
  expect((await database.pool.query('select from feeds where id = $1', [leavers.id])).rowCount).toBe(0);
});

test('whatever is no token leads nowhere, and a session that is over does not matter', async () => {
  for (const token of ['x', 'x'.repeat(43), 'x'.repeat(200), '..%2f']) {
    expect([token, (await follow(token, 'atom')).status]).toEqual([token, 404]);
  }
  const { token } = await save(rep, {});
  expect((await follow(token, 'atom', { authorization: 'Bearer gone' })).status).toBe(200);
});

test('a feed is asked for sixty times in ten minutes and then told to wait, others are not', async () => {
  const [busy, calm] = [await save(rep, {}), await save(rep, {})];
  const statuses = await Promise.all(
    Array.from({ length: 61 }, async (_, index) => {
      return (await follow(busy.token, 'csv', {}, index % 2 ? one.url : other.url)).status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const refused = await follow(busy.token, 'atom');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await follow(calm.token, 'csv')).status).toBe(200);
});

test('a filter that its view no longer knows is told so, not answered without it', async () => {
  const { id, token } = await save(rep, {});
  await database.pool.query(`update feeds set parameters = '{"former": "x"}' where id = $1`, [id]);
  await expect.poll(async () => (await follow(token, 'csv')).status).toBe(409);
});
