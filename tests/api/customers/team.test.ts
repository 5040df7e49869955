import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Brought } from '#shared/schemas/customer-page.ts';
import type { Team, TeamBrought, TeamFigures } from '#shared/schemas/team.ts';
import { countLockWaits } from '#tests/support/database.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { rowsBySheetJs } from '#tests/support/written-workbook.ts';

let server: TestServer;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

const people = ['Anna', 'Beat', 'Carla', 'Lead', 'Sublead', 'Standin', 'Stranger', 'Full', 'Admin'];

beforeAll(async () => {
  server = await startTestServer();
  const { pool, url } = server;
  await publishReferenceData(pool, smallCatalogue);
  await addCustomer(pool, '1', 'One');
  await addCustomer(pool, '2', 'Two');
  for (const name of people) {
    const email = `${name.toLowerCase()}@portal.example`;
    const role = name === 'Admin' ? 'Admin' : 'User';
    ids[name] = await addUser(pool, { email, name, role, fullDataAccess: name === 'Full' });
    tokens[name] = await signIn(url, email);
  }
  const below = (name: string, parent: string) =>
    pool.query('update users set parent_user_id = $1 where id = $2', [ids[parent], ids[name]]);
  await below('Anna', 'Lead');
  await below('Beat', 'Lead');
  await below('Sublead', 'Lead');
  await below('Carla', 'Sublead');
  await pool.query('update users set replacement_user_id = $1 where id = $2', [ids.Standin, ids.Lead]);

  // The original is missing, and a pack of it or of the generic is CHF 10 of potential.
  const halfYear = { timeYearFrom: '2026', timeYearTo: '2026', timeMonthTo: '6' };
  // Midnight of the first of April in Zurich: 10 a month.
  const cart = await upload('Anna', '1', [[original, 12]], '2026-03-31T22:00:00Z');
  // 12 packs in 6 months: 20 a month.
  await upload(
    'Anna',
    '1',
    [
      [original, 6],
      [generic, 6],
    ],
    '2026-05-10T10:00:00Z',
    halfYear,
  );
  await upload('Anna', '2', [[generic, 3]], '2026-05-11T10:00:00Z');
  await upload('Anna', '', [[generic, 7]], '2026-05-11T10:00:00Z', { testUpload: 'true' });
  const gone = await upload('Anna', '2', [[generic, 8]], '2026-05-11T10:00:00Z');
  await pool.query('update statistics set deleted_at = now() where id = $1', [gone.bezugsStatistikID]);
  await upload('Beat', '1', [[original, 24]], '2026-05-12T10:00:00Z');
  // A second before the year, and half an hour into it.
  await upload('Carla', '2', [[original, 36]], '2025-12-31T22:59:59Z');
  await upload('Carla', '2', [[original, 12]], '2025-12-31T23:30:00Z');
  await upload('Stranger', '2', [[original, 48]], '2026-05-13T10:00:00Z');

  const versions = [
    ['2026-05-05T10:00:00Z', 100, true],
    ['2026-05-31T21:59:59Z', 150, false],
    // Midnight of the first of June.
    ['2026-05-31T22:00:00Z', 70, true],
  ] as const;
  for (const [place, [madeAt, value, isSent]] of versions.entries()) {
    const { rows } = await pool.query<{ id: number }>(
      `insert into orders (cart_key, version, statistic_id, owner_id, made_by, made_at, content, content_sha256,
         selection_sha256, signed, row_count, packs, ex_factory_sum)
       values ('cart', $1::integer, $2, $3, $3, $4, '{}', sha256($1::text::bytea), sha256('x'), false, 1, 1, $5)
       returning id`,
      [place + 1, cart.bezugsStatistikID, ids.Anna, madeAt, value],
    );
    if (isSent)
      await pool.query(
        `insert into mails (kind, guarantee, recipient, content, order_id, sent_at)
         values ('order', 'at most once', 'orders@wholesaler.example', '{}', $1, now())`,
        [rows[0]!.id],
      );
  }
  await pool.query(
    `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
     values ('2026-05-31', 'opening', 'visitor', $1, $2, 3), ('2026-05-31', 'opening', 'user', $1, $2, 5),
       ('2026-05-31', 'handout', 'visitor', $1, $2, 6), ('2027-01-01', 'opening', 'visitor', $1, $2, 7)`,
    [cart.bezugsStatistikID, ids.Anna],
  );
}, 60_000);
afterAll(() => server.close());

async function upload(
  who: string,
  customerExternalId: string,
  rows: [string, number][],
  importDate: string,
  fields: Record<string, string> = {},
) {
  const of = { customerExternalId, customerName: `Customer ${customerExternalId}`, ...fields };
  const uploaded = await uploadRows(server.url, tokens[who]!, [...rows, [provider, 1]], of);
  await server.pool.query('update statistics set import_date = $1 where id = $2', [
    importDate,
    uploaded.bezugsStatistikID,
  ]);
  return uploaded;
}

/** Somebody’s order of five packs of each product, from a statistic of a customer. */
async function insertOrder(
  who: string,
  customerExternalId: string,
  statistic: number,
  madeAt: string,
  gtins: readonly string[] = [provider],
): Promise<void> {
  const content = {
    statistic: { customerExternalId },
    rows: gtins.map((gtin) => ({ gtin, productDescription: 'Offer', packs: 5 })),
  };
  await server.pool.query(
    `insert into orders (cart_key, version, statistic_id, owner_id, made_at, content, content_sha256, selection_sha256,
       signed, row_count, packs, ex_factory_sum)
     values ($1::text, 1, $2, $3, $4, $5, sha256($1::bytea), sha256('x'), false, 1, 1, 1)`,
    [`${who} ${customerExternalId} ${madeAt}`, statistic, ids[who], madeAt, JSON.stringify(content)],
  );
}

function ask(who: string, query = 'from=2026-01&to=2026-12', path = 'team'): Promise<Response> {
  const headers = tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : undefined;
  return fetch(`${server.url}/api/${path}?${query}`, headers && { headers });
}

async function teamOf(who: string, query?: string): Promise<Team> {
  const answer = await ask(who, query);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Team;
}

type Few = [
  uploads: number,
  customers: number,
  potential: number | null,
  missing: number | null,
  orders: number,
  sent: number,
  value: number | null,
  openings: number,
];

/** All that is missing is replaceable here. */
const few = (row: TeamFigures): Few => {
  expect(row.notDeliverableReplaceable).toBe(row.notDeliverable);
  return [
    row.uploads,
    row.customers,
    row.potentialPerMonth,
    row.notDeliverable,
    row.orders,
    row.ordersSent,
    row.orderValue,
    row.openings,
  ];
};
const byName = ({ representatives }: Team) =>
  Object.fromEntries(representatives.map((each) => [each.name, few(each)]));
const byMonth = ({ representatives }: Team, of: string) =>
  Object.fromEntries(
    representatives.find(({ name }) => name === of)!.months.map((each) => [each.month, few(each)]),
  );

const untold = [null, null, null, null];
const nothing: Few = [0, 0, null, null, 0, 0, 0, 0];

test('a line manager sees what their people did at any depth, by month of Zurich', async () => {
  const team = await teamOf('Lead');
  expect(byName(team)).toEqual({
    // The newest of each customer: 20 and 3 × 10 ÷ 12.
    Anna: [3, 2, 22.5, 1, 2, 1, 220, 3],
    Beat: [1, 1, 20, 1, 0, 0, 0, 0],
    Carla: [1, 1, 10, 1, 0, 0, 0, 0],
    Lead: nothing,
    Sublead: nothing,
  });
  expect(byMonth(team, 'Anna')).toEqual({
    '2026-06': [0, 0, null, null, 1, 1, 70, 0],
    '2026-05': [2, 2, 22.5, 1, 1, 0, 150, 3],
    '2026-04': [1, 1, 10, 1, 0, 0, 0, 0],
  });
  expect(byMonth(team, 'Carla')).toEqual({ '2026-01': [1, 1, 10, 1, 0, 0, 0, 0] });
  expect(byMonth(team, 'Lead')).toEqual({});
  // Each customer once, by whoever has the newest: Anna of both.
  expect(few(team.totals)).toEqual([5, 2, 22.5, 1, 2, 1, 220, 3]);
  expect(team.current).toBe(true);
});

test('months before and after are left out', async () => {
  const team = await teamOf('Lead', 'from=2025-12&to=2026-04');
  // 36 × 10 ÷ 12 in December; of both the one that was uploaded last.
  expect(byMonth(team, 'Carla')).toEqual({
    '2026-01': [1, 1, 10, 1, 0, 0, 0, 0],
    '2025-12': [1, 1, 30, 1, 0, 0, 0, 0],
  });
  expect(byName(team)).toMatchObject({ Anna: [1, 1, 10, 1, 0, 0, 0, 0], Carla: [2, 1, 10, 1, 0, 0, 0, 0] });
  expect(few((await teamOf('Lead', 'from=2026-12&to=2026-01')).totals)).toEqual(nothing);
});

test('of nobody else anything is seen, and who has nobody is refused', async () => {
  const seen: Record<string, unknown> = {};
  for (const who of people) {
    const answer = await ask(who);
    seen[who] =
      answer.status === 200 ? Object.keys(byName((await answer.json()) as Team)).join(' ') : answer.status;
    expect((await ask(who, undefined, 'team/excel')).status).toBe(answer.status);
  }
  expect(seen).toEqual({
    Anna: 403,
    Beat: 403,
    Carla: 403,
    Lead: 'Anna Beat Carla Lead Sublead',
    Sublead: 'Carla Sublead',
    Standin: 'Anna Beat Carla Lead Standin Sublead',
    Stranger: 403,
    // Administrators are no representatives as long as they upload nothing.
    Full: 'Anna Beat Carla Full Lead Standin Stranger Sublead',
    Admin: 'Anna Beat Carla Full Lead Standin Stranger Sublead',
  });
  expect((await ask('')).status).toBe(401);
  expect((await teamOf('Sublead')).totals.uploads).toBe(1);
  expect((await teamOf('Admin')).totals).toMatchObject({ uploads: 6, customers: 2 });
});

test('what was done by users who are none any more stands without a name', async () => {
  const { pool } = server;
  await pool.query('update statistics set uploader_id = null where uploader_id = $1', [ids.Beat]);
  const last = (await teamOf('Admin')).representatives.at(-1)!;
  expect([last.id, last.name, last.uploads, last.months.length]).toEqual([null, null, 1, 1]);
  expect((await teamOf('Lead')).totals.uploads).toBe(4);
  await pool.query('update statistics set uploader_id = $1 where uploader_id is null', [ids.Beat]);
});

test('a statistic that cannot be opened has no figures, and those of an earlier publication say so', async () => {
  const { pool } = server;
  const beats = 'where uploader_id = $1';
  await pool.query(`update statistics set active = false ${beats}`, [ids.Beat]);
  expect(byName(await teamOf('Lead')).Beat).toEqual([1, 1, null, null, 0, 0, 0, 0]);
  expect((await teamOf('Lead')).current).toBe(true);
  await pool.query(`update statistics set active = true ${beats}`, [ids.Beat]);
  // Not by the process that reckons: another one has its turn.
  await pool.query(
    `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
     on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
  );
  await pool.query(
    `update statistic_figures set version = 'before' where statistic_id in (select id from statistics ${beats})`,
    [ids.Beat],
  );
  // Of customer 1 Anna has the newest.
  expect((await teamOf('Lead')).current).toBe(true);
  await pool.query(
    `update statistic_figures set version = 'before'
     where statistic_id in (select id from statistics where uploader_id = $1)`,
    [ids.Anna],
  );
  expect((await teamOf('Lead')).current).toBe(false);
});

test.each([
  '',
  'from=2026-01',
  'from=2026-13&to=2026-12',
  'from=0000-01&to=2026-12',
  "from=2026-01'&to=2026-12",
  'from=2026-01&to=2026-12&user=1',
])('months that are none are refused: %s', async (query) => {
  expect((await ask('Lead', query)).status).toBe(400);
  expect((await ask('Lead', query, 'team/excel')).status).toBe(400);
});

test('what is neither ordered nor proposed is refused', async () => {
  for (const of of ['both', '', 'orders&of=scenarios', 'constructor'])
    expect((await ask('Lead', `from=2026-01&to=2026-12&of=${of}`, 'team/brought')).status).toBe(400);
});

test('the workbook has the same figures, by representative and by month', async () => {
  await server.pool.query("update users set name = '=1+1 <Anna>' where id = $1", [ids.Anna]);
  const answer = await ask('Lead', undefined, 'team/excel');
  expect(answer.headers.get('content-disposition')).toContain('Team 2026.xlsx');
  const sheets = rowsBySheetJs(Buffer.from(await answer.arrayBuffer()));
  expect(Object.keys(sheets)).toEqual([
    'Vertretungen',
    'Monate',
    'Letzte Bestellungen',
    'Bestellte Produkte',
    'Letzte Szenarien',
    'Vorgeschlagene Produkte',
    'Angaben',
    'Erklärung der Spalten',
  ]);
  // Uploads, customers, potential, missing, replaceable, orders, sent, value, what the last orders brought, openings.
  expect(sheets.Vertretungen!.slice(1)).toEqual([
    ['=1+1 <Anna>', 3, 2, 22.5, 1, 1, 2, 1, 220, ...untold, 3],
    ['Beat', 1, 1, 20, 1, 1, 0, 0, 0, ...untold, 0],
    ['Carla', 1, 1, 10, 1, 1, 0, 0, 0, ...untold, 0],
    ['Lead', 0, 0, null, null, null, 0, 0, 0, ...untold, 0],
    ['Sublead', 0, 0, null, null, null, 0, 0, 0, ...untold, 0],
    ['Total', 5, 2, 22.5, 1, 1, 2, 1, 220, ...untold, 3],
  ]);
  expect(
    sheets.Monate!.slice(1).map(([name, month]) => [name, (month as Date).toISOString().slice(0, 7)]),
  ).toEqual([
    ['=1+1 <Anna>', '2026-06'],
    ['=1+1 <Anna>', '2026-05'],
    ['=1+1 <Anna>', '2026-04'],
    ['Beat', '2026-05'],
    ['Carla', '2026-01'],
  ]);
  expect(sheets.Monate![2]!.slice(2)).toEqual([2, 2, 22.5, 1, 1, 1, 0, 150, ...untold, 3]);
  await server.pool.query("update users set name = 'Anna' where id = $1", [ids.Anna]);
});

test('what the last order of each customer brought is told by their newest statistic', async () => {
  const { pool, url } = server;
  const upload2024 = (customerExternalId: string, packs: [string, number], fields: object) =>
    uploadRows(url, tokens.Anna!, [packs], {
      customerExternalId,
      timeYearFrom: '2024',
      timeYearTo: '2024',
      ...fields,
    });
  const other = '7680999999993';
  const orders = [
    ['Anna', '3', '2024-03-10', [provider, other]],
    ['Anna', '3', '2024-03-20', [provider]],
    ['Beat', '3', '2024-04-01', [other]],
    ['Anna', '3', '2024-05-02', [provider, other]],
    ['Anna', '4', '2024-03-05', [provider]],
    // In the last month of the statistic.
    ['Anna', '4', '2024-12-03', [provider]],
  ] as const;
  for (const customer of ['3', '4']) {
    await addCustomer(pool, customer, `Customer ${customer}`);
    const { bezugsStatistikID } = await upload2024(customer, [original, 1], {
      timeYearFrom: '2023',
      timeYearTo: '2023',
    });
    for (const [who, of, day, gtins] of orders.filter(([, of]) => of === customer)) {
      await insertOrder(who, of, bezugsStatistikID, day, gtins);
    }
  }
  // 60 in half a year, and of the other customer a competitor's.
  const { bezugsStatistikID: third } = await upload2024('3', [provider, 6], { timeMonthFrom: '7' });
  await upload2024('4', [generic, 3], {});

  const brought = (row: TeamFigures) => [
    row.orderedProducts,
    row.boughtProducts,
    row.competitorProducts,
    row.turnoverPerYear,
  ];
  const asked = 'from=2024-01&to=2024-12';
  const team = await teamOf('Lead', asked);
  const [anna, beat] = team.representatives;
  expect(anna!.months.map((each) => [each.month, ...brought(each)])).toEqual([
    ['2024-12', ...untold],
    ['2024-05', 2, 1, 0, 120],
    ['2024-03', 2, 1, 1, 120],
  ]);
  expect([anna!.orders, ...brought(anna!)]).toEqual([5, 3, 1, 1, 120]);
  expect(brought(beat!)).toEqual([1, 0, 0, 0]);
  expect(brought(team.totals)).toEqual([3, 1, 1, 120]);
  // The orders that these are of, by what they turn over.
  const rows = (await (await ask('Lead', asked, 'team/brought')).json()) as TeamBrought[];
  const { rows: made } = await pool.query<{ id: number }>(
    "select id from orders where cart_key in ('Anna 3 2024-05-02', 'Anna 4 2024-03-05') order by cart_key",
  );
  const [order3, order4] = made.map(({ id }) => ({ id, name: String(id) }));
  // Who is called Pharmacy in the statistics.
  const anna3 = {
    representative: 'Anna',
    customerExternalId: '3',
    customerName: 'Customer 3',
    ...order3,
    month: '2024-05',
  };
  const anna4 = {
    representative: 'Anna',
    customerExternalId: '4',
    customerName: 'Customer 4',
    ...order4,
    month: '2024-03',
  };
  expect(rows).toMatchObject([anna3, anna4]);
  expect(rows.map((row) => [row.orderedProducts, row.boughtProducts, row.competitorProducts])).toEqual([
    [2, 1, 0],
    [1, 0, 1],
  ]);
  expect(rows.map(({ turnoverPerYear }) => turnoverPerYear)).toEqual([120, 0]);
  const workbook = await ask('Lead', asked, 'team/excel');
  const sheets = rowsBySheetJs(Buffer.from(await workbook.arrayBuffer()));
  const { 'Letzte Bestellungen': listed, 'Bestellte Produkte': products } = sheets;
  expect(listed!.slice(1).map((row) => [row[0], row[2], row[3], ...row.slice(5)])).toEqual([
    ['Anna', '3', made[0]!.id, 2, 1, 0, 120],
    ['Anna', '4', made[1]!.id, 1, 0, 1, 0],
  ]);
  // Product by product: packs ordered, what became of it, packs and CHF a year bought, other packs, a competitor's. Of the
  // customer 4 that is 3 of the generic for CHF 12 in a year.
  expect(products!.slice(1).map((row) => [row[2], row[3], ...row.slice(5)])).toEqual([
    ['3', made[0]!.id, 'Offer', provider, 5, 'gekauft', 6, 120, 0, 0, 0],
    ['3', made[0]!.id, 'Offer', other, 5, 'weder noch', 0, 0, 0, 0, 0],
    ['4', made[1]!.id, 'Offer', provider, 5, 'vom Mitbewerber', 0, 0, 0, 3, 36],
  ]);
  expect(team.current).toBe(true);

  // The same in a whole year is half as much.
  await pool.query('update statistics set time_month_from = 1, revision = revision + 1 where id = $1', [
    third,
  ]);
  expect((await teamOf('Lead', asked)).current).toBe(false);
  await pool.query('delete from figures_turn');
  await pool.query("select pg_notify('changes', 'statistic:none 0')");
  await expect.poll(async () => (await teamOf('Lead', asked)).current, { timeout: 20_000 }).toBe(true);
  expect(brought((await teamOf('Lead', asked)).totals)).toEqual([3, 1, 1, 60]);
}, 60_000);

if (long)
  test('an order of a test upload is told of by the customer’s other statistics once that is none any more', async () => {
    const { pool, url } = server;
    const asked = 'from=2020-01&to=2020-12';
    const upload2020 = async (rows: [string, number][], fields: object) => {
      const year = { customerExternalId: '7', timeYearFrom: '2020', timeYearTo: '2020', ...fields };
      return (await uploadRows(url, tokens.Anna!, rows, year)).bezugsStatistikID;
    };
    await addCustomer(pool, '7', 'Customer 7');
    const tried = await upload2020([[original, 1]], { timeMonthTo: '6', testUpload: 'true' });
    await insertOrder('Anna', '7', tried, '2020-07-10');
    // 5 packs for CHF 10 in half a year.
    const telling = await upload2020([[provider, 5]], { timeMonthFrom: '7' });
    const versionOf = async () =>
      (await pool.query('select version from statistic_figures where statistic_id = $1', [telling])).rows[0];
    const kept = await versionOf();
    const brought = async () => {
      const { current, totals } = await teamOf('Lead', asked);
      return [current, totals.orderedProducts, totals.boughtProducts, totals.turnoverPerYear];
    };
    expect(await brought()).toEqual([true, null, null, null]);

    await pool.query(
      `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
       on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
    );
    const edit = async (changes: object) => {
      const answer = await fetch(`${url}/api/statistics/${tried}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.Anna}`, 'content-type': 'application/json' },
        body: JSON.stringify(changes),
      });
      expect([answer.status, await answer.json()]).toEqual([200, expect.anything()]);
    };
    await edit({ comment: 'Tried' });
    expect(await versionOf()).toEqual(kept);
    await edit({ testUpload: false });
    expect(await brought()).toEqual([false, null, null, null]);
    await pool.query('delete from figures_turn');
    // Whoever is reckoning at that moment, and had no turn, is told again.
    const reckoned = async () => {
      await pool.query("select pg_notify('changes', 'statistic:none 0')");
      return brought();
    };
    await expect.poll(reckoned, { timeout: 20_000 }).toEqual([true, 1, 1, 100]);

    // Of before such a change, and kept after it, figures are reckoned anew.
    await edit({ testUpload: true });
    await expect.poll(reckoned, { timeout: 20_000 }).toEqual([true, null, null, null]);
    const storing = await pool.connect();
    await storing.query('begin');
    await storing.query('select from statistics where id = $1 for update', [telling]);
    await pool.query("update statistic_figures set version = '' where statistic_id = $1", [telling]);
    const waiting = async () => {
      await pool.query("select pg_notify('changes', 'statistic:none 0')");
      return countLockWaits(pool, "query like '%into statistic_figures%'");
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await edit({ testUpload: false });
    await storing.query('rollback');
    storing.release();
    await expect.poll(reckoned, { timeout: 20_000 }).toEqual([true, 1, 1, 100]);
  }, 90_000);

test('an order whose statistic becomes the customer’s during an upload is told of by that upload', async () => {
  const { pool, url } = server;
  await addCustomer(pool, '18', 'Customer 18');
  const ofYear = (rows: [string, number][], fields: object) =>
    uploadRows(url, tokens.Anna!, rows, {
      customerExternalId: '18',
      timeYearFrom: '2019',
      timeYearTo: '2019',
      ...fields,
    });
  const tried = await ofYear([[original, 1]], { timeMonthTo: '6', testUpload: 'true' });
  await insertOrder('Anna', '18', tried.bezugsStatistikID, '2019-07-10');
  const holding = await pool.connect();
  try {
    await holding.query('begin');
    await holding.query('select from users where id = $1 for update', [ids.Anna]);
    // 5 packs for CHF 10 in half a year.
    const telling = ofYear([[provider, 5]], { timeMonthFrom: '7' });
    // Matched, and about to be stored.
    await expect.poll(() => countLockWaits(pool, "query like '%from users where id%key share%'")).toBe(1);
    await pool.query('update statistics set test_upload = false, revision = revision + 1 where id = $1', [
      tried.bezugsStatistikID,
    ]);
    await holding.query('commit');
    await telling;
  } finally {
    holding.release(true);
  }
  const reckoned = async () => {
    await pool.query("select pg_notify('changes', 'statistic:none 0')");
    const { totals } = await teamOf('Lead', 'from=2019-01&to=2019-12');
    return [totals.orderedProducts, totals.boughtProducts, totals.turnoverPerYear];
  };
  await expect.poll(reckoned, { timeout: 20_000 }).toEqual([1, 1, 100]);
}, 60_000);

test('an order tells its owner and administrators alone while its statistic can’t be opened, and of the customer it was made for', async () => {
  const { pool, url } = server;
  const asked = 'from=2022-01&to=2022-12';
  const uploaded: Record<string, number> = {};
  // A pack a year is CHF 10.
  const orders = [
    ['5', 'Anna', '2022-03-20', 6],
    ['6', 'Lead', '2022-03-10', 3],
  ] as const;
  for (const [of, owner, day, packs] of orders) {
    const uploadYear = async (year: string, rows: [string, number][]) => {
      const period = { customerExternalId: of, timeYearFrom: year, timeYearTo: year };
      return (await uploadRows(url, tokens.Anna!, rows, period)).bezugsStatistikID;
    };
    await addCustomer(pool, of, `Customer ${of}`);
    uploaded[of] = await uploadYear('2021', [[original, 1]]);
    await insertOrder(owner, of, uploaded[of]!, day);
    await uploadYear('2022', [[provider, packs]]);
  }
  const told = async (who: string) => {
    const rows = (await (await ask(who, asked, 'team/brought')).json()) as TeamBrought[];
    const sheets = rowsBySheetJs(Buffer.from(await (await ask(who, asked, 'team/excel')).arrayBuffer()));
    const customers = rows.map((row) => row.customerExternalId);
    expect(sheets['Bestellte Produkte']!.slice(1).map((row) => row[2])).toEqual(customers);
    const { totals } = await teamOf(who, asked);
    // What was done is counted for everybody.
    expect(totals.orders).toBe(2);
    return [...customers, totals.turnoverPerYear];
  };
  const all = ['5', '6', 90];
  const toldToEach = async () =>
    Object.fromEntries(
      await Promise.all(['Lead', 'Standin', 'Full', 'Admin'].map(async (who) => [who, await told(who)])),
    );
  expect(await toldToEach()).toEqual({ Lead: all, Standin: all, Full: all, Admin: all });
  const setActive = (active: boolean) =>
    pool.query('update statistics set active = $1 where id = any ($2)', [active, Object.values(uploaded)]);
  await setActive(false);
  expect(await toldToEach()).toEqual({ Lead: ['6', 30], Standin: [null], Full: [null], Admin: all });
  await setActive(true);

  // An upload of the customer 5 was the customer 6's all along; nothing has been reckoned since.
  await pool.query(
    `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
     on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
  );
  await pool.query("update statistics set customer_external_id = '6' where id = $1", [uploaded['5']]);
  expect((await teamOf('Lead', asked)).current).toBe(false);
  expect(await told('Lead')).toEqual(['6', 30]);
  await pool.query('delete from figures_turn');
}, 60_000);

const uploadYear = async (
  customerExternalId: string,
  year: string,
  rows: [string, number][],
  fields: object = {},
) => {
  const of = { customerExternalId, customerName: `Customer ${customerExternalId}` };
  const period = { ...of, timeYearFrom: year, timeYearTo: year, ...fields };
  return (await uploadRows(server.url, tokens.Anna!, rows, period)).bezugsStatistikID;
};

async function keepScenario(
  statistic: number,
  who: string,
  name: string,
  day: string,
  proposed: [string, number][],
  visible = false,
) {
  await server.pool.query(
    `insert into scenarios (statistic_id, owner_id, name, choice, visible, statistic_revision, catalogue_revision, made_at,
       proposed)
     values ($1, $2, $3, '{"chosen":[],"share":"1","benchmark":null}', $4, 1, 1, $5, $6)`,
    [
      statistic,
      ids[who],
      name,
      visible,
      day,
      JSON.stringify(proposed.map(([gtin, packs]) => ({ gtin, productDescription: 'Offer', packs }))),
    ],
  );
}

const proposedFor = async (who: string, asked: string) => {
  const answer = await ask(who, `${asked}&of=scenarios`, 'team/brought');
  expect(answer.status).toBe(200);
  return ((await answer.json()) as TeamBrought[]).map((row) => [
    row.representative,
    row.customerExternalId,
    row.name,
    row.month,
    row.orderedProducts,
    row.boughtProducts,
    row.competitorProducts,
    row.turnoverPerYear,
  ]);
};

test('what the last scenario of each customer brought is told as of orders, to whoever may see it', async () => {
  const { pool } = server;
  const asked = 'from=2023-01&to=2023-12';
  const other = '7680999999993';
  await addCustomer(pool, '8', 'Customer 8');
  await addCustomer(pool, '9', 'Customer 9');
  const source8 = await uploadYear('8', '2022', [[original, 1]]);
  const source9 = await uploadYear('9', '2022', [[original, 1]]);
  // Half up to whole packs.
  const early: [string, number][] = [
    [provider, 4.5],
    [other, 2.4],
  ];
  await keepScenario(source8, 'Anna', 'First', '2023-02-10', [[other, 1]], true);
  await keepScenario(source8, 'Anna', '=Early', '2023-03-10', early, true);
  await keepScenario(source8, 'Anna', 'Hers alone', '2023-05-02', [[provider, 3]]);
  await keepScenario(source8, 'Beat', 'His alone', '2023-06-01', [[other, 1]]);
  await keepScenario(source8, 'Anna', 'Of before proposals were kept', '2023-07-01', [], true);
  await keepScenario(source8, 'Stranger', 'A stranger’s', '2023-08-01', [[provider, 1]], true);
  // In the last month of the statistic that tells.
  await keepScenario(source8, 'Anna', 'Late', '2023-12-03', early, true);
  await keepScenario(source9, 'Lead', 'The lead’s own', '2023-04-01', [[provider, 7]]);
  // 6 × 10 in half a year, and of the other customer a competitor's.
  const telling = await uploadYear('8', '2023', [[provider, 6]], { timeMonthFrom: '7' });
  await uploadYear('9', '2023', [[generic, 3]]);

  const of8 = ['Anna', '8', '=Early', '2023-03', 2, 1, 0, 120];
  const of9 = ['Lead', '9', 'The lead’s own', '2023-04', 1, 0, 1, 0];
  const strangers = ['Stranger', '8', 'A stranger’s', '2023-08', 1, 1, 0, 120];
  const seen = async () =>
    Object.fromEntries(
      await Promise.all(
        ['Lead', 'Standin', 'Full', 'Admin'].map(async (who) => [who, await proposedFor(who, asked)]),
      ),
    );
  expect(await seen()).toEqual({
    Lead: [of8, of9],
    Standin: [of8],
    Full: [strangers],
    Admin: [strangers],
  });
  // The figures of all are those of orders.
  const { totals } = await teamOf('Lead', asked);
  expect([totals.orders, totals.orderedProducts, totals.turnoverPerYear]).toEqual([0, null, null]);
  expect(await (await ask('Lead', asked, 'team/brought')).json()).toEqual([]);
  const first = ['Anna', '8', 'First', '2023-02', 1, 0, 0, 0];
  expect(await proposedFor('Lead', 'from=2023-01&to=2023-02')).toEqual([first]);
  expect(await proposedFor('Lead', 'from=2023-04&to=2023-12')).toEqual([of9]);

  const workbookOf = async (who: string) =>
    rowsBySheetJs(Buffer.from(await (await ask(who, asked, 'team/excel')).arrayBuffer()));
  const sheets = await workbookOf('Lead');
  const rowsOf = (sheet: string) => sheets[sheet]!.slice(1).map((row) => row.toSpliced(4, 1));
  expect(rowsOf('Letzte Bestellungen')).toEqual([]);
  const customer8 = ['Anna', 'Customer 8', '8', '=Early'];
  const customer9 = ['Lead', 'Customer 9', '9', 'The lead’s own'];
  expect(rowsOf('Letzte Szenarien')).toEqual([
    [...customer8, 2, 1, 0, 120],
    [...customer9, 1, 0, 1, 0],
  ]);
  // Packs proposed, what became of it, packs and CHF a year bought, other packs, a competitor's: 3 for CHF 12 in a year.
  expect(rowsOf('Vorgeschlagene Produkte')).toEqual([
    [...customer8, 'Offer', provider, 5, 'gekauft', 6, 120, 0, 0, 0],
    [...customer8, 'Offer', other, 2, 'weder noch', 0, 0, 0, 0, 0],
    [...customer9, 'Offer', provider, 7, 'vom Mitbewerber', 0, 0, 0, 3, 36],
  ]);
  const standins = await workbookOf('Standin');
  expect(standins['Letzte Szenarien']!.slice(1).map((row) => row[3])).toEqual(['=Early']);
  expect(standins['Vorgeschlagene Produkte']!.slice(1).map((row) => row[3])).toEqual(['=Early', '=Early']);

  // Kept again, it is of that day alone.
  await pool.query("update scenarios set made_at = now() where name = '=Early'");
  expect(await proposedFor('Lead', asked)).toEqual([of9, first]);
  await pool.query("update scenarios set made_at = '2023-03-10' where name = '=Early'");
  const setActive = (id: number, active: boolean) =>
    pool.query('update statistics set active = $1 where id = $2', [active, id]);
  for (const closed of [source8, telling]) {
    await setActive(closed, false);
    expect(await seen()).toEqual({ Lead: [of9], Standin: [], Full: [], Admin: [] });
    await setActive(closed, true);
  }
  expect(await proposedFor('Lead', asked)).toEqual([of8, of9]);

  // Until all of it is reckoned, nothing is told of it.
  await pool.query('update statistic_figures set proposed = proposed - $1 where statistic_id = $2', [
    other,
    telling,
  ]);
  expect(await proposedFor('Lead', asked)).toEqual([of9, [...of8.slice(0, 4), ...untold]]);
  const unreckoned = (await workbookOf('Lead'))['Vorgeschlagene Produkte']!.slice(2);
  expect(unreckoned.map((row) => row.slice(6, 9))).toEqual([
    [provider, 5, null],
    [other, 2, null],
  ]);
}, 60_000);

test('a scenario is told of by the customer that its statistic is of now', async () => {
  const { pool } = server;
  const asked = 'from=2021-01&to=2021-12';
  await addCustomer(pool, '10', 'Customer 10');
  await addCustomer(pool, '11', 'Customer 11');
  const moved = await uploadYear('11', '2020', [[original, 1]]);
  await keepScenario(moved, 'Lead', 'Moved', '2021-03-10', [[provider, 2]]);
  await uploadYear('10', '2021', [[provider, 6]]);
  expect(await proposedFor('Lead', asked)).toEqual([]);
  await pool.query("update statistics set customer_external_id = '10' where id = $1", [moved]);
  const reckoned = async () => {
    await pool.query("select pg_notify('changes', 'statistic:none 0')");
    return proposedFor('Lead', asked);
  };
  await expect.poll(reckoned, { timeout: 20_000 }).toEqual([['Lead', '10', 'Moved', '2021-03', 1, 1, 0, 60]]);
}, 60_000);

test('a scenario of a combined statistic tells nobody anything while one of its members can’t be opened', async () => {
  const { pool, url } = server;
  await addCustomer(pool, '12', 'Customer 12');
  const members = [
    await uploadYear('12', '2020', [[original, 1]], { timeMonthTo: '6' }),
    await uploadYear('12', '2020', [[generic, 1]], { timeMonthFrom: '7' }),
  ];
  const headers = { authorization: `Bearer ${tokens.Anna}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Together', members });
  const made = await fetch(`${url}/api/statistics/combined`, { method: 'POST', headers, body });
  const { bezugsStatistikID: combined } = (await made.json()) as { bezugsStatistikID: number };
  await keepScenario(combined, 'Anna', 'Together', '2021-03-10', [[provider, 2]], true);
  await uploadYear('12', '2021', [[provider, 6]]);
  const told = async () => {
    const team = await proposedFor('Lead', 'from=2021-01&to=2021-12');
    const customer = await ask('Lead', 'of=scenarios', 'customers/12/brought');
    const { results } = (await customer.json()) as Brought;
    return [team.filter(([, customer]) => customer === '12').length, results.length];
  };
  expect(await told()).toEqual([1, 1]);
  for (const gone of ['active = false', 'deleted_at = now()']) {
    await pool.query(`update statistics set ${gone} where id = $1`, [members[0]]);
    expect(await told()).toEqual([0, 0]);
    await pool.query('update statistics set active = true, deleted_at = null where id = $1', [members[0]]);
  }
  expect(await told()).toEqual([1, 1]);
}, 60_000);
