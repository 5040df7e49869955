import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';

type Row = Record<string, unknown>;

const since = 'stockOutSince=2026-01-01';
const KEY = 'STOCKOUT_BEZUGS_STATISTIK_ID';

let database: TestDatabase;
let one: Awaited<ReturnType<typeof startInstance>>;
let other: typeof one;
/** Tokens by who it is; a visitor has none. `rep` has uploaded both statistics, `boss` is above `rep`. */
const tokens: Record<string, string | undefined> = { visitor: undefined };
const people = ['visitor', 'colleague', 'rep', 'boss', 'reader', 'admin'];
/** Of the customer 4711: 3 packs of the original, 2 of the generic. */
let ofCustomer: number;
/** A test upload that names no customer: 1 pack of the original. */
let ofNobody: number;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  // Both are missing, and Generic is the first by name.
  const csv = `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn
${original},2026-01-02,2026-01-04,,
${generic},2026-01-02,2026-01-04,,
`;
  await publishReferenceData(pool, { ...smallCatalogue, stockouts: { csv } });
  await addCustomer(pool, '4711', 'Pharmacy');
  const rep = await addUser(pool, { email: 'rep@portal.example' });
  const boss = await addUser(pool, { email: 'boss@portal.example' });
  await pool.query('update users set parent_user_id = $1 where id = $2', [boss, rep]);
  await addUser(pool, { email: 'colleague@portal.example' });
  await addUser(pool, { email: 'reader@portal.example', fullDataAccess: true });
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  [one, other] = await Promise.all([startInstance(database), startInstance(database)]);
  for (const name of people.slice(1)) tokens[name] = await signIn(one.url, `${name}@portal.example`);
  const rows = [
    [original, 3],
    [generic, 2],
  ] as const;
  ofCustomer = (await uploadRows(one.url, tokens.rep!, rows)).bezugsStatistikID;
  const nobody = { testUpload: 'true', customerExternalId: undefined, customerName: undefined };
  ofNobody = (await uploadRows(one.url, tokens.rep!, [[original, 1]], nobody)).bezugsStatistikID;
}, 60_000);
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

async function choose(value: number, audience?: string, url = one.url) {
  const response = await fetch(`${url}/api/config/${KEY}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ value, audience }),
  });
  return { status: response.status, body: (await response.json()) as Row };
}

function ask(path: string, who = 'visitor', headers: Record<string, string> = {}, url = other.url) {
  const token = tokens[who];
  return fetch(`${url}/api/portfolio${path}`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
}

async function rows(path: string, who?: string): Promise<Row[]> {
  const response = await ask(path, who);
  expect(response.status, path).toBe(200);
  return [(await response.json()) as Row | Row[]].flat();
}

/** Who of all gets packs in the process that was not told of the choice. */
async function seeing(): Promise<string[]> {
  const answers = await Promise.all(people.map((who) => rows(`/full?${since}`, who)));
  return people.filter((_, place) => answers[place]!.some((row) => 'qty' in row));
}

const names = (list: Row[]) => list.map(({ productName }) => String(productName).split(' ')[0]);

test.each([
  ['everybody', people],
  ['signedIn', people.slice(1)],
  ['statistic', ['rep', 'boss', 'reader', 'admin']],
  // The default of a customer's.
  [undefined, people.slice(1)],
])(
  'amounts reckoned from a statistic that was chosen for %s are for nobody else',
  async (audience, allowed) => {
    expect(await choose(ofCustomer, audience)).toMatchObject({
      status: 200,
      body: { audience: audience ?? 'signedIn' },
    });
    expect(await seeing()).toEqual(allowed);
  },
);

test('a statistic of no customer is market data for everybody, a test upload that names one is not', async () => {
  expect((await choose(ofNobody)).body).toMatchObject({ audience: 'everybody' });
  expect(await seeing()).toEqual(people);
  // An audience is chosen for one statistic and not for the next.
  expect((await choose(ofNobody, 'statistic')).body).toMatchObject({ audience: 'statistic' });
  expect(await seeing()).toEqual(['rep', 'boss', 'reader', 'admin']);
  expect((await choose(ofCustomer)).body).toMatchObject({ audience: 'signedIn' });
  expect((await choose(ofNobody)).body).toMatchObject({ audience: 'everybody' });

  const named = { testUpload: 'true', customerExternalId: undefined, customerName: 'Pharmacy' };
  const { bezugsStatistikID } = await uploadRows(one.url, tokens.rep!, [[original, 1]], named);
  expect((await choose(bezugsStatistikID)).body).toMatchObject({ audience: 'signedIn' });
});

test('a choice made before anybody was asked whose its amounts are takes the default', async () => {
  await choose(ofNobody, 'everybody');
  // As a portal of before does.
  await database.pool.query('update config set value = $2 where key = $1', [KEY, ofCustomer]);
  await expect.poll(seeing, { timeout: 10_000 }).toEqual(people.slice(1));
});

test('totals say for which months it is, and whether of a customer, to whoever sees amounts', async () => {
  await choose(ofCustomer);
  const told = { feeding: true, feedingFrom: '2025-01', feedingTo: '2025-12' };
  expect(await rows('/totals', 'rep')).toMatchObject([{ ...told, feedingOfCustomer: true }]);
  await choose(ofNobody);
  expect(await rows('/full/totals')).toMatchObject([{ ...told, feedingOfCustomer: false }]);
  expect(await rows('/back-in-stock/totals')).toMatchObject([{ ...told, feedingOfCustomer: false }]);
});

test('another audience than these three is refused', async () => {
  for (const audience of ['', 'all', null, 1]) {
    expect((await choose(ofCustomer, audience as string)).status).toBe(400);
  }
});

test('what a choice would mean is told before it is made, the present one as it was made', async () => {
  await choose(ofCustomer, 'statistic');
  const audienceOf = async (value: number) => {
    const headers = { authorization: `Bearer ${tokens.admin}` };
    const answer = await fetch(`${other.url}/api/config/${KEY}/preview?value=${value}`, { headers });
    return ((await answer.json()) as Row).audience;
  };
  expect(await audienceOf(ofNobody)).toBe('everybody');
  expect(await audienceOf(ofCustomer)).toBe('statistic');
});

test('the audit says whose the amounts were and are', async () => {
  await choose(ofCustomer, 'statistic');
  await choose(ofNobody, 'everybody');
  const { rows: entries } = await database.pool.query(
    `select before, after from audit_entries where action = 'feeding-statistic.chosen' order by id desc limit 1`,
  );
  expect(entries).toEqual([
    {
      before: { statistic: ofCustomer, audience: 'statistic' },
      after: { statistic: ofNobody, audience: 'everybody' },
    },
  ]);
});

describeHidden('visitor', undefined);
describeHidden('colleague', 'statistic');

function describeHidden(who: string, audience: string | undefined): void {
  test(`a ${who} for whom it is not meant gets the rows without what tells of the statistic, in every form`, async () => {
    await choose(ofCustomer, audience);
    const itself = ['feeding', 'feedingFrom', 'feedingTo', 'feedingOfCustomer'];
    for (const [path, gone] of [
      ['', ['qty', 'turnoverPotential']],
      ['/full', ['qty', 'turnoverPotential', 'manufacturerQty', 'manufacturerPotential']],
      ['/competitor', ['qty', 'turnoverPotential']],
      ['/totals', ['qty', 'turnoverPotential', 'potentialsUnknown', ...itself]],
      ['/full/totals', ['qty', 'turnoverPotential', 'potentialsUnknown', ...itself]],
      ['/back-in-stock/totals', ['qty', 'turnover', 'turnoversUnknown', ...itself]],
    ] as const) {
      const asked = `${path}?${path.includes('back') ? '' : since}`;
      const byGtin = (list: Row[]) => list.toSorted((a, b) => Number(a.gtin) - Number(b.gtin));
      const whole = byGtin(await rows(asked, 'admin'));
      const shown = Object.keys(whole[0]!).filter((name) => !(gone as readonly string[]).includes(name));
      expect(Object.keys(whole[0]!)).toEqual(expect.arrayContaining([...gone]));
      const left = byGtin(await rows(asked, who));
      expect([path, Object.keys(left[0]!)]).toEqual([path, shown]);
      // What is left says the same to all.
      expect(whole).toMatchObject(left);
      const arrow = await ask(asked, who, { accept: ARROW_STREAM });
      const { fields } = tableFromIPC(new Uint8Array(await arrow.arrayBuffer())).schema;
      expect([path, fields.map(({ name }) => name)]).toEqual([path, shown]);
    }
  });

  test(`the order that a ${who} gets is that of names, whatever they ask for`, async () => {
    await choose(ofCustomer, audience);
    for (const path of ['?sortBy=turnoverPotential', '/full?', '/full?sortBy=overallPotential']) {
      expect([path, names(await rows(`${path}&${since}`, 'admin'))]).toEqual([path, ['Original', 'Generic']]);
      expect([path, names(await rows(`${path}&${since}`, who))]).toEqual([path, ['Generic', 'Original']]);
    }
  });

  test(`nothing that a ${who} is sent names the statistic, or changes with it`, async () => {
    await choose(ofCustomer, audience);
    const headersOf = async (name: string) => (await ask(`/full?${since}`, name)).headers;
    const whole = await headersOf('admin');
    expect(whole.get('x-data-version')).toMatch(new RegExp(`^${ofCustomer}\\.`));
    const headers = await headersOf(who);
    expect(headers.get('x-data-version')).toMatch(/^hidden\./);
    const tag = headers.get('etag')!;
    expect(tag).not.toBe(whole.get('etag'));
    const known = { 'cache-control': 'max-age=0' };
    // Neither has what the other one was sent.
    const other = { ...known, 'if-none-match': whole.get('etag')! };
    expect((await ask(`/full?${since}`, who, other)).status).toBe(200);
    expect((await ask(`/full?${since}`, 'admin', { ...known, 'if-none-match': tag })).status).toBe(200);
    await choose(ofNobody, 'statistic');
    expect((await ask(`/full?${since}`, who, { ...known, 'if-none-match': tag })).status).toBe(304);
  });
}

test('a feed holds what its owner may see now', async () => {
  await choose(ofCustomer, 'signedIn');
  const save = async (who: string) => {
    const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      name: 'x',
      view: 'portfolio/full',
      parameters: { stockOutSince: '2026-01-01' },
    });
    const answer = await fetch(`${one.url}/api/feeds`, { method: 'POST', headers, body });
    return ((await answer.json()) as { token: string }).token;
  };
  const follow = async (token: string, form: string) =>
    (await fetch(`${other.url}/api/feeds/${token}/${form}`, { cache: 'no-cache' })).text();
  const [own, colleagues] = [await save('rep'), await save('colleague')];
  const told = async (token: string) => {
    const csv = await follow(token, 'csv');
    const atom = await follow(token, 'atom');
    return [
      /turnoverPotential/.test(csv.split('\n')[0]!),
      csv
        .split('\n')
        .slice(1, 3)
        .map((line) => /Original|Generic/.exec(line)?.[0]),
      /Packungen im Markt: 3/.test(atom),
      /Umsatzpotenzial/.test(atom),
    ];
  };
  const all = [true, ['Original', 'Generic'], true, true];
  expect([await told(own), await told(colleagues)]).toEqual([all, all]);
  await choose(ofCustomer, 'statistic');
  expect([await told(own), await told(colleagues)]).toEqual([
    all,
    [false, ['Generic', 'Original'], false, false],
  ]);
  // A right that is given counts at once, as one that is taken.
  await database.pool.query(
    `update users set full_data_access = true where email = 'colleague@portal.example'`,
  );
  await expect.poll(() => told(colleagues), { timeout: 10_000 }).toEqual(all);
  await database.pool.query(
    `update users set full_data_access = false where email = 'colleague@portal.example'`,
  );
  await expect.poll(async () => (await told(colleagues))[0], { timeout: 10_000 }).toBe(false);
});

test('the turnover of what is back is for signed-in users, and of them for those for whom it is meant', async () => {
  const keys = async (who: string) => {
    const answer = await ask('/back-in-stock/totals', who);
    return Object.keys((await answer.json()) as object).includes('turnover');
  };
  const asked = async () => Promise.all(['visitor', 'colleague', 'rep'].map(keys));
  await choose(ofCustomer, 'everybody');
  expect(await asked()).toEqual([false, true, true]);
  await choose(ofCustomer, 'statistic');
  expect(await asked()).toEqual([false, false, true]);
  expect((await ask('/back-in-stock?sortBy=turnover', 'visitor')).status).toBe(401);
  expect((await ask('/back-in-stock?sortBy=turnover', 'colleague')).status).toBe(200);
});

test('while the statistic is disabled or deleted nothing is reckoned from it, for anybody', async () => {
  await choose(ofCustomer, 'statistic');
  const packs = async (who: string) => (await rows(`/full?${since}`, who)).map(({ qty }) => qty);
  for (const state of ['active = false', 'deleted_at = now()']) {
    await database.pool.query(`update statistics set ${state} where id = $1`, [ofCustomer]);
    for (const who of people) {
      await expect.poll(() => packs(who), { timeout: 10_000 }).toEqual([null, null]);
    }
    await database.pool.query('update statistics set active = true, deleted_at = null where id = $1', [
      ofCustomer,
    ]);
    await expect.poll(() => packs('rep'), { timeout: 10_000 }).toEqual([3, 2]);
    expect(await packs('colleague')).toEqual([undefined, undefined]);
  }
});
