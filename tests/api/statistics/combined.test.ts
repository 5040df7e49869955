import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { listsByMember } from '#analytics/compare/members.ts';
import { explainedView } from '#analytics/explain/explained-views.ts';
import { findView, views } from '#analytics/views/index.ts';
import { viewPath } from '#analytics/views/view.ts';
import { purgeDeletedStatistics } from '#server/statistics/change-queries.ts';
import type { CombinedMembers } from '#shared/schemas/combined.ts';
import type { CustomerPage } from '#shared/schemas/customer-page.ts';
import type { Statistic } from '#shared/schemas/statistic.ts';
import { addCustomer, addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { sentAtOnce } from '#tests/support/sent-at-once.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';
import { rowsBySheetJs } from '#tests/support/written-workbook.ts';

const unknown = gtin('768099999999');
/** Rows of GTIN, packs and description. The generic is returned in the second, more than the first has of it. */
const files = [
  [
    [original, 3, 'Original'],
    [generic, 4, 'Generic'],
    [unknown, 1, ''],
  ],
  [
    [unknown, 5, 'Called so second'],
    [generic, -6, 'Generic'],
    [provider, 2, 'Provider'],
  ],
  [
    [original, 1, 'Another name'],
    [unknown, 2, 'Called so third'],
    [provider, 7, ''],
  ],
] as const;
const halves = [
  { timeMonthFrom: '1', timeMonthTo: '4' },
  { timeMonthFrom: '5', timeMonthTo: '8' },
  { timeMonthFrom: '9', timeMonthTo: '12' },
];

let server: TestServer;
const tokens: Record<string, string> = {};
/** Numbers of the three, in their order. */
let parts: number[];
let combined: Statistic;
let whole: Statistic;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  tokens.rep = portal.token;
  const manager = await addUser(server.pool, { email: 'manager@portal.example' });
  await addUser(server.pool, { email: 'stranger@portal.example' });
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  await server.pool.query("update users set parent_user_id = $1 where email = 'rep@portal.example'", [
    manager,
  ]);
  for (const name of ['manager', 'stranger', 'admin'])
    tokens[name] = await signIn(server.url, `${name}@portal.example`);
  await addCustomer(server.pool, '4712', 'Branch');
  parts = [];
  for (const [index, rows] of files.entries())
    parts.push((await upload('rep', rows, halves[index])).bezugsStatistikID);
  whole = await upload('rep', files.flat());
  combined = await combine('rep', parts, 'Pharmacy');
});
afterAll(() => server.close());

async function upload(
  who: string,
  rows: readonly (readonly [string, number, string])[],
  fields: Record<string, string> = {},
): Promise<Statistic> {
  const text = ['GTIN;Menge;Bezeichnung', ...rows.map((row) => row.join(';')), ''].join('\n');
  const form = uploadForm(new TextEncoder().encode(text), fields, 'statistic.csv');
  const answer = await postStatistic(server.url, tokens[who]!, form);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { bezugsStatistik: Statistic }).bezugsStatistik;
}

async function call<Answer>(who: string | undefined, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      'accept-language': 'en',
      ...(who === undefined ? {} : { authorization: `Bearer ${tokens[who]}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Answer };
}

async function combine(who: string, members: readonly number[], name = 'Together'): Promise<Statistic> {
  const { status, body } = await call<Statistic>(who, 'POST', 'statistics/combined', { name, members });
  expect(status).toBe(200);
  return body;
}

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code: string }).code,
];
const summary = (link: string, who?: string) =>
  call<{ timeYearFrom: number }>(who, 'GET', `statistics/${link}/short-summary`);
const membersOf = (who: string, link: string) =>
  call<CombinedMembers>(who, 'GET', `statistics/${link}/members`);
const setActive = (id: number, state: boolean) =>
  call('rep', 'POST', `statistics/${id}/state?state=${state}`);

describe('answers as an upload of all lines does, byte for byte', () => {
  const bytes = async (path: string, accept: string) => {
    const headers = { accept, 'accept-language': 'en', authorization: `Bearer ${tokens.rep}` };
    const answer = await fetch(`${server.url}/api${path}`, { headers });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString('base64');
  };

  test.each(views.filter(({ subject }) => subject === 'statistic').map((view) => [view.name, view] as const))(
    '%s',
    async (_name, view) => {
      const needed = view.name === 'what_if' ? '?chosen=all' : '';
      for (const accept of ['application/json', ARROW_STREAM]) {
        const [ours, theirs] = await Promise.all(
          [combined, whole].map(({ directLinkId }) =>
            bytes(`${viewPath(view, directLinkId)}${needed}`, accept),
          ),
        );
        expect(ours).toBe(theirs);
      }
    },
  );

  test('every figure of the summary is explained by the same', async () => {
    const summaryView = views.find(({ name }) => name === 'summary')!;
    for (const figure of Object.keys(explainedView(summaryView)!.figures({} as never))) {
      const [ours, theirs] = await Promise.all(
        [combined, whole].map(({ directLinkId }) =>
          bytes(`/statistics/${directLinkId}/explain?view=summary&figure=${figure}`, 'application/json'),
        ),
      );
      expect(ours).toBe(theirs);
    }
  });

  test('compared with another statistic of the customer, and as a workbook', async () => {
    const other = await upload('rep', files[0], { timeYearFrom: '2024', timeYearTo: '2024' });
    const rows = async ({ directLinkId }: Statistic) => {
      const path = `statistics/${directLinkId}/compare?with=${other.directLinkId}&view=manufacturer`;
      return (await call<{ rows: unknown[] }>('rep', 'GET', path)).body.rows;
    };
    expect(await rows(combined)).toEqual(await rows(whole));
    const sheets = async ({ directLinkId }: Statistic, file: string) => {
      const answer = await fetch(`${server.url}/api/statistics/${directLinkId}/${file}`);
      const { About: _, ...lists } = await rowsBySheetJs(new Uint8Array(await answer.arrayBuffer()));
      return lists;
    };
    expect(await sheets(combined, 'download-excel')).toEqual(await sheets(whole, 'download-excel'));
    const ours = await sheets(combined, 'excel');
    const theirs = await sheets(whole, 'excel');
    expect(ours.daten).toEqual(theirs.daten);
    // The rows of the files, one after another, each with its number there and whose file it is.
    const [headings, ...all] = ours.stats!;
    expect(headings!.slice(0, 2)).toEqual(['Statistik', 'Zeile']);
    expect(all.map(([member, row]) => [member, row])).toEqual(
      [
        '1 Pharmacy, 01.2025 – 04.2025',
        '2 Pharmacy, 05.2025 – 08.2025',
        '3 Pharmacy, 09.2025 – 12.2025',
      ].flatMap((member) => [2, 3, 4].map((row) => [member, row])),
    );
    expect(all.map((row) => row.slice(2))).toEqual(theirs.stats!.slice(1).map((row) => row.slice(1)));
    await call('rep', 'DELETE', `statistics/${other.bezugsStatistikID}`);
  });
});

describe('what members have of the rows of a list', () => {
  type Figures = { key: string | null; member: number; qtySum: number; efPreisSum: number | null };
  const figures = async (query: string) =>
    (await call<Figures[]>(undefined, 'GET', `statistics/${combined.directLinkId}/members/figures?${query}`))
      .body;

  test('packs and turnover of each, returns deducted; an article returned by all together is in no list', async () => {
    // Original CHF 20, provider 10; of the generic 4 were bought and 6 returned.
    expect(await figures('view=product&member=1&member=2&member=3')).toEqual(
      [
        { key: null, member: 1, qtySum: 4, efPreisSum: 60 },
        { key: null, member: 2, qtySum: 7, efPreisSum: 20 },
        { key: null, member: 3, qtySum: 10, efPreisSum: 90 },
        { key: original, member: 1, qtySum: 3, efPreisSum: 60 },
        { key: original, member: 3, qtySum: 1, efPreisSum: 20 },
        { key: provider, member: 2, qtySum: 2, efPreisSum: 20 },
        { key: provider, member: 3, qtySum: 7, efPreisSum: 70 },
        { key: unknown, member: 1, qtySum: 1, efPreisSum: null },
        { key: unknown, member: 2, qtySum: 5, efPreisSum: null },
        { key: unknown, member: 3, qtySum: 2, efPreisSum: null },
      ].toSorted(
        (one, other) => (one.key ?? 'z').localeCompare(other.key ?? 'z') || one.member - other.member,
      ),
    );
    expect(await figures('view=manufacturers&member=3&type=generika')).toEqual([
      { key: 'Provider AG', member: 3, qtySum: 7, efPreisSum: 70 },
      { key: null, member: 3, qtySum: 7, efPreisSum: 70 },
    ]);
    expect(await figures('view=atc&member=2&type=provider')).toEqual([
      { key: 'C', member: 2, qtySum: 2, efPreisSum: 20 },
      { key: null, member: 2, qtySum: 2, efPreisSum: 20 },
    ]);
  });

  test.each(listsByMember)('they add up to %s', async (name) => {
    const view = findView(name)!;
    const { body } = await call<Record<string, number>[]>(
      undefined,
      'GET',
      `statistics/${whole.directLinkId}/${name}`,
    );
    const all = await figures(`view=${name}&member=1&member=2&member=3`);
    expect(body.length).toBeGreaterThan(0);
    for (const row of body) {
      const own = all.filter(({ key }) => key === String(row[view.key!]));
      expect(own.reduce((sum, { qtySum }) => sum + qtySum, 0)).toBe(row.qtySum1 ?? row.qtySum);
      expect(own.reduce((sum, { efPreisSum }) => sum + (efPreisSum ?? 0), 0)).toBe(row.efPreisSum ?? 0);
    }
    expect(new Set(all.map(({ key }) => key)).size).toBe(body.length + 1);
    const list = await call<Record<string, number>>(
      undefined,
      'GET',
      `statistics/${whole.directLinkId}/${view.totals!.name}`,
    );
    const own = all.filter(({ key }) => key === null);
    expect(own.reduce((sum, { qtySum }) => sum + qtySum, 0)).toBe(list.body.qtySum1 ?? list.body.qtySum);
    expect(own.reduce((sum, { efPreisSum }) => sum + efPreisSum!, 0)).toBe(list.body.efPreisSum);
  });

  test('at most six at a time, of a list alone; an upload is its own only one', async () => {
    const status = async (query: string) =>
      (await call(undefined, 'GET', `statistics/${combined.directLinkId}/members/figures?${query}`)).status;
    expect(await status('view=product')).toBe(400);
    expect(await status('view=product&member=0')).toBe(400);
    expect(await status('view=summary&member=1')).toBe(400);
    expect(await status('view=product&member=1&sortBy=none')).toBe(400);
    expect(
      await status(`view=product&${[1, 2, 3, 4, 5, 6, 7].map((member) => `member=${member}`).join('&')}`),
    ).toBe(400);
    const path = `statistics/${whole.directLinkId}/members/figures?view=molecule&member=1&member=2`;
    expect((await call<Figures[]>(undefined, 'GET', path)).body).toEqual([
      { key: 'ramiprilum', member: 1, qtySum: 13, efPreisSum: 170 },
      { key: null, member: 1, qtySum: 13, efPreisSum: 170 },
    ]);
  });
});

test('says what its members say: months from the first to the last, the customer of all, and how many they are', async () => {
  expect(combined).toMatchObject({
    customerName: 'Pharmacy',
    customerExternalId: '4711',
    timeMonthFrom: 1,
    timeYearFrom: 2025,
    timeMonthTo: 12,
    timeYearTo: 2025,
    members: 3,
    testUpload: false,
    user: 'rep@portal.example',
  });
  const { body } = await membersOf('rep', combined.directLinkId);
  expect(body).toMatchObject({ customers: 1, gaps: [], overlaps: [] });
  expect(body.members.map(({ state, sameAs, statistic }) => [state, sameAs, statistic?.lines])).toEqual([
    ['open', null, 3],
    ['open', null, 3],
    ['open', null, 3],
  ]);
  const visitor = await call<Record<string, unknown>>(
    undefined,
    'GET',
    `statistics/${combined.directLinkId}`,
  );
  expect(visitor.body.members).toBe(3);
});

test('the same wholesaler’s file twice, gaps, overlaps and several customers are said before combining', async () => {
  const again = await upload('rep', files[0], { ...halves[0], timeYearFrom: '2024', timeYearTo: '2025' });
  // The same rows saved anew, below another heading.
  const text = `Bezug;;\n\nGTIN;Menge;Text\n${files[1].map((row) => row.join(';')).join('\n')}\n`;
  const form = uploadForm(new TextEncoder().encode(text), {
    customerExternalId: '4712',
    timeMonthFrom: '1',
    timeMonthTo: '2',
    timeYearFrom: '2026',
    timeYearTo: '2026',
  });
  const saved = await postStatistic(server.url, tokens.rep!, form);
  const { bezugsStatistik } = (await saved.json()) as { bezugsStatistik: Statistic };
  const ids = [parts[0], again.bezugsStatistikID, parts[1], bezugsStatistik.bezugsStatistikID];
  const query = ids.map((id) => `member=${id}`).join('&');
  const { body } = await call<CombinedMembers>('rep', 'GET', `statistics/combined/preview?${query}`);
  expect(body.members.map(({ position, sameAs }) => [position, sameAs])).toEqual([
    [1, null],
    [2, 1],
    [3, null],
    [4, 3],
  ]);
  expect(body.customers).toBe(2);
  expect(body.gaps).toEqual([{ timeMonthFrom: 9, timeYearFrom: 2025, timeMonthTo: 12, timeYearTo: 2025 }]);
  expect(body.overlaps).toEqual([
    { timeMonthFrom: 1, timeYearFrom: 2025, timeMonthTo: 4, timeYearTo: 2025, statistics: 2 },
  ]);
  const both = await combine('rep', [parts[0]!, bezugsStatistik.bezugsStatistikID]);
  expect(both).toMatchObject({
    customerExternalId: null,
    timeYearFrom: 2025,
    timeYearTo: 2026,
    timeMonthTo: 2,
  });
  for (const { bezugsStatistikID } of [both, again, bezugsStatistik])
    await call('rep', 'DELETE', `statistics/${bezugsStatistikID}`);
});

test('of two whose files are gone it is not said that they are the same', async () => {
  const both = [await upload('rep', files[0]), await upload('rep', files[1])];
  const ids = both.map(({ bezugsStatistikID }) => bezugsStatistikID);
  const { directLinkId, bezugsStatistikID } = await combine('rep', ids);
  await server.pool.query('delete from statistic_files where statistic_id = any ($1)', [ids]);
  const { members } = (await membersOf('rep', directLinkId)).body;
  expect(members.map(({ sameAs }) => sameAs)).toEqual([null, null]);
  for (const id of [bezugsStatistikID, ...ids]) await call('rep', 'DELETE', `statistics/${id}`);
});

test('who was not told that statistics are combined and asks again gets the same one, until it is deleted', async () => {
  const made = await combine('rep', parts, 'Asked twice');
  expect((await combine('rep', parts, 'Asked twice')).directLinkId).toBe(made.directLinkId);
  // Under another name, in another order, and by somebody else it is another.
  const others = [
    await combine('rep', parts, 'Asked once'),
    await combine('rep', parts.toReversed(), 'Asked twice'),
    await combine('manager', parts, 'Asked twice'),
  ];
  await call('rep', 'DELETE', `statistics/${made.bezugsStatistikID}`);
  others.push(await combine('rep', parts, 'Asked twice'));
  expect(new Set([made, ...others].map(({ directLinkId }) => directLinkId)).size).toBe(5);
  for (const { bezugsStatistikID } of others)
    await call('admin', 'DELETE', `statistics/${bezugsStatistikID}`);
});

test('four who combine the same at once as one user get one statistic', async () => {
  const made = await sentAtOnce(server.pool, 4, () => combine('rep', parts, 'At once'));
  expect(new Set(made.map(({ directLinkId }) => directLinkId)).size).toBe(1);
  await call('rep', 'DELETE', `statistics/${made[0]!.bezugsStatistikID}`);
});

test('somebody else’s, unknown, deleted, disabled and combined ones can’t be combined, nor one alone or twice', async () => {
  const theirs = await upload('stranger', files[0]);
  const off = await upload('rep', files[0]);
  await setActive(off.bezugsStatistikID, false);
  const gone = await upload('rep', files[0]);
  await call('rep', 'DELETE', `statistics/${gone.bezugsStatistikID}`);
  const tried = async (members: unknown) =>
    codeOf(await call('rep', 'POST', 'statistics/combined', { name: 'Together', members }));
  const [one] = parts;
  expect(await tried([one, theirs.bezugsStatistikID])).toEqual([404, 'not_found']);
  expect(await tried([one, 2_147_483_647])).toEqual([404, 'not_found']);
  expect(await tried([one, gone.bezugsStatistikID])).toEqual([404, 'not_found']);
  expect(await tried([one, off.bezugsStatistikID])).toEqual([400, 'combined_member_unfit']);
  expect(await tried([one, combined.bezugsStatistikID])).toEqual([400, 'combined_member_unfit']);
  for (const members of [
    [one],
    [one, one],
    [one, 0.5],
    [one, 2 ** 40],
    [],
    'all',
    Array.from({ length: 51 }, (_, i) => i + 1),
  ])
    expect(await tried(members)).toEqual([400, 'invalid_input']);
  expect(codeOf(await call('rep', 'POST', 'statistics/combined', { name: ' ', members: parts }))[0]).toBe(
    400,
  );
  for (const { bezugsStatistikID } of [theirs, off])
    await call('admin', 'DELETE', `statistics/${bezugsStatistikID}`);
});

test('an edit of a member shows at once; a member that is disabled or deleted stops it until it is taken out', async () => {
  const first = await upload('rep', files[0], halves[0]);
  const second = await upload('rep', files[1], halves[1]);
  const third = await upload('rep', files[2], halves[2]);
  const all = [first, second, third].map(({ bezugsStatistikID }) => bezugsStatistikID);
  const { directLinkId: link, bezugsStatistikID } = await combine('rep', all);
  const isListed = async () =>
    (await call<{ bezugsStatistikID: number; stopped: boolean }[]>('rep', 'GET', 'statistics')).body.find(
      (row) => row.bezugsStatistikID === bezugsStatistikID,
    )!.stopped;
  expect(await summary(link)).toMatchObject({ status: 200, body: { timeYearFrom: 2025 } });
  const answer = await fetch(`${server.url}/api/statistics/${link}/short-summary`);
  const etag = answer.headers.get('etag')!;
  const edited = await call('rep', 'POST', `statistics/${all[0]}`, {
    timeYearFrom: 2024,
    customerExternalId: '4712',
  });
  expect(edited.status).toBe(200);
  expect(await summary(link)).toMatchObject({ body: { timeYearFrom: 2024 } });
  const conditional = await fetch(`${server.url}/api/statistics/${link}/short-summary`, {
    headers: { 'if-none-match': etag },
  });
  expect(conditional.status).toBe(200);
  const { body: head } = await call<Statistic>('rep', 'GET', `statistics/${link}`);
  expect(head).toMatchObject({ timeYearFrom: 2024, customerExternalId: null });

  await setActive(all[1]!, false);
  expect(codeOf(await summary(link))).toEqual([409, 'combined_stopped']);
  expect(codeOf(await call(undefined, 'GET', `statistics/${link}`))).toEqual([409, 'combined_stopped']);
  expect(await isListed()).toBe(true);
  expect((await membersOf('rep', link)).body.members[1]).toMatchObject({
    state: 'disabled',
    statistic: { bezugsStatistikID: all[1] },
  });
  await setActive(all[1]!, true);
  expect((await summary(link)).status).toBe(200);
  expect(await isListed()).toBe(false);

  await call('rep', 'DELETE', `statistics/${all[1]}`);
  expect(codeOf(await summary(link))).toEqual([409, 'combined_stopped']);
  await server.pool.query("update statistics set deleted_at = now() - interval '2 days' where id = $1", [
    all[1],
  ]);
  await purgeDeletedStatistics(server.pool);
  expect(codeOf(await summary(link))).toEqual([409, 'combined_stopped']);
  expect((await membersOf('rep', link)).body.members[1]).toEqual({
    position: 2,
    state: 'deleted',
    statistic: null,
    sameAs: null,
  });
  const put = (who: string, positions: number[]) =>
    call<Statistic>(who, 'PUT', `statistics/${link}/members`, { positions });
  expect((await put('stranger', [1, 3])).status).toBe(404);
  expect(codeOf(await put('rep', [1, 2]))).toEqual([409, 'combined_members_changed']);
  expect(codeOf(await put('rep', [1]))).toEqual([400, 'invalid_input']);
  expect(await put('rep', [1, 3])).toMatchObject({ status: 200, body: { members: 2 } });
  // Who saw three of them means others than the two that there are by now.
  const ofThree = { positions: [1, 2], of: 3 };
  const late = await call('rep', 'PUT', `statistics/${link}/members`, ofThree);
  expect(codeOf(late)).toEqual([409, 'combined_members_changed']);
  expect(await call('rep', 'PUT', `statistics/${link}/members`, { ...ofThree, of: 2 })).toMatchObject({
    status: 200,
    body: { members: 2 },
  });
  expect(await summary(link)).toMatchObject({ status: 200, body: { timeYearFrom: 2024 } });
  for (const id of [bezugsStatistikID, all[0], all[2]]) await call('rep', 'DELETE', `statistics/${id}`);
});

test('a cart of one that is stopped is neither read, changed nor ordered, by its link or its key alone', async () => {
  const member = await upload('rep', [[original, 3, '']]);
  const { directLinkId, bezugsStatistikID } = await combine('rep', [member.bezugsStatistikID, parts[1]!]);
  const base = `cart/from-statistic/${directLinkId}`;
  const { cartKey } = (await call<{ cartKey: string }>('rep', 'POST', base, {})).body;
  const requests: [string, string][] = [
    ['PUT', `cart/${cartKey}/${provider}/2`],
    ['GET', `${base}/${cartKey}`],
    ['POST', `${base}/${cartKey}/orders`],
  ];
  const statuses = async () => {
    const answers: unknown[] = [];
    for (const request of requests) answers.push((await call('rep', ...request)).status);
    return answers;
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  await setActive(member.bezugsStatistikID, false);
  expect(await statuses()).toEqual([409, 409, 409]);
  await setActive(member.bezugsStatistikID, true);
  expect(await statuses()).toEqual([200, 200, 200]);
  await call('rep', 'DELETE', `statistics/${member.bezugsStatistikID}`);
  expect(await statuses()).toEqual([409, 409, 409]);
  await call('rep', 'DELETE', `statistics/${bezugsStatistikID}`);
  expect(await statuses()).toEqual([404, 404, 404]);
});

test('its maker’s rights are asked at every request, and those who are disabled have their own left', async () => {
  const own = await upload('manager', files[0]);
  const mixed = await combine('manager', [own.bezugsStatistikID, parts[1]!]);
  const alone = await combine('manager', [
    own.bezugsStatistikID,
    (await upload('manager', files[1])).bezugsStatistikID,
  ]);
  const state = async ({ directLinkId }: Statistic) => (await summary(directLinkId)).status;
  expect([await state(mixed), await state(alone)]).toEqual([200, 200]);
  // A visitor is not led from a member to what others' uploads are in.
  const { body: links } = await call<{ directLinkId: string }[]>(
    undefined,
    'GET',
    `statistics/${own.directLinkId}/links`,
  );
  expect(links.some(({ directLinkId }) => directLinkId === mixed.directLinkId)).toBe(false);
  await server.pool.query("update users set parent_user_id = null where email = 'rep@portal.example'");
  await expect.poll(() => state(mixed)).toBe(409);
  expect(await state(alone)).toBe(200);
  const hidden = (await membersOf('manager', mixed.directLinkId)).body.members[1];
  expect(hidden).toEqual({ position: 2, state: 'hidden', statistic: null, sameAs: null });
  await server.pool.query(
    "update users set parent_user_id = (select id from users where email = 'manager@portal.example') where email = 'rep@portal.example'",
  );
  await expect.poll(() => state(mixed)).toBe(200);
  // A stranger in the place of the representative, until that ends.
  const standIn = (sql: string) =>
    server.pool.query(`update users set replacement_user_id = ${sql} where email = 'rep@portal.example'`);
  await standIn("(select id from users where email = 'stranger@portal.example')");
  const inPlace = await combine('stranger', [parts[0]!, parts[1]!]);
  expect(await state(inPlace)).toBe(200);
  await standIn('null');
  await expect.poll(() => state(inPlace)).toBe(409);
  expect((await membersOf('stranger', inPlace.directLinkId)).body.members).toMatchObject([
    { state: 'hidden', statistic: null },
    { state: 'hidden', statistic: null },
  ]);
  expect(await state(combined)).toBe(200);
  await server.pool.query('delete from statistics where id = $1', [inPlace.bezugsStatistikID]);
  await server.pool.query("update users set active = false where email = 'manager@portal.example'");
  await expect.poll(() => state(mixed)).toBe(409);
  expect(await state(alone)).toBe(200);
  await server.pool.query("update users set active = true where email = 'manager@portal.example'");
  await server.pool.query(
    "delete from statistics where uploader_id = (select id from users where email = 'manager@portal.example')",
  );
});

test('one that is stopped is not offered beside others of the customer, as one that is disabled', async () => {
  const [first, second] = [
    await upload('rep', files[0], halves[0]),
    await upload('rep', files[1], halves[1]),
  ];
  const { directLinkId } = await combine('rep', [first.bezugsStatistikID, second.bezugsStatistikID]);
  const isOffered = async () =>
    (await call<Statistic[]>('rep', 'GET', `statistics/${first.directLinkId}/links`)).body.some(
      (link) => link.directLinkId === directLinkId && link.members === 2,
    );
  expect(await isOffered()).toBe(true);
  await setActive(second.bezugsStatistikID, false);
  expect(await isOffered()).toBe(false);
  for (const { bezugsStatistikID } of [first, second])
    await call('rep', 'DELETE', `statistics/${bezugsStatistikID}`);
});

test('what its members say can’t be edited, it has no files, and does not stand for the market', async () => {
  const { bezugsStatistikID: id, directLinkId: link } = combined;
  const edit = (fields: object) => call('rep', 'POST', `statistics/${id}`, fields);
  expect(codeOf(await edit({ timeMonthFrom: 2 }))).toEqual([400, 'combined_says_members']);
  expect(codeOf(await edit({ customerExternalId: '4712' }))).toEqual([400, 'combined_says_members']);
  expect(codeOf(await edit({ testUpload: true }))).toEqual([400, 'combined_says_members']);
  expect(codeOf(await edit({ customerName: '' }))).toEqual([400, 'combined_name_required']);
  expect(await edit({ comment: 'Group', customerExternalId: '4711' })).toMatchObject({
    status: 200,
    body: { comment: 'Group' },
  });
  expect(codeOf(await call('rep', 'GET', `statistics/${link}/file`))).toEqual([409, 'combined_without_file']);
  expect((await call('rep', 'GET', `statistics/${link}/consent`)).status).toBe(404);
  const consent = { consentFile: 'data:application/pdf;base64,JVBERi0xLjQ=', consentFileName: 'a.pdf' };
  expect(codeOf(await call('rep', 'PUT', `statistics/${link}/consent`, consent))).toEqual([
    409,
    'combined_without_file',
  ]);
  const path = 'config/STOCKOUT_BEZUGS_STATISTIK_ID';
  expect(codeOf(await call('admin', 'POST', path, { value: id }))).toEqual([
    409,
    'feeding_statistic_combined',
  ]);
});

test('counts nowhere beside its members', async () => {
  const before = await counts();
  const more = await combine('rep', parts);
  expect(await counts()).toEqual(before);
  await call('rep', 'DELETE', `statistics/${more.bezugsStatistikID}`);

  async function counts() {
    const [team, customers, page, today, overlapping, bought] = await Promise.all([
      call<{ totals: object }>('manager', 'GET', 'team?from=2020-01&to=2030-01'),
      call<object[]>('rep', 'GET', 'customers'),
      call<CustomerPage>('rep', 'GET', 'customers/4711'),
      call('rep', 'GET', 'today'),
      call(
        'rep',
        'GET',
        'statistics/overlapping?customerExternalId=4711&timeMonthFrom=1&timeYearFrom=2025&timeMonthTo=12&timeYearTo=2025',
      ),
      call<object[]>('rep', 'GET', `portfolio/customers?gtin=${original}`),
    ]);
    for (const { status } of [team, customers, page, today, overlapping, bought]) expect(status).toBe(200);
    for (const list of [customers.body, overlapping.body, bought.body]) expect(list).not.toEqual([]);
    return [
      team.body,
      customers.body,
      page.body.statistics.length,
      today.body,
      overlapping.body,
      bought.body,
    ];
  }
});

test('of members that are deleted while they are being combined none goes on unnoticed', async () => {
  for (let round = 0; round < rounds({ short: 2, long: 50 }); round++) {
    const one = await upload('rep', files[0]);
    const other = await upload('rep', files[1]);
    const [made, deleted] = await Promise.all([
      call<Statistic>('rep', 'POST', 'statistics/combined', {
        name: 'Race',
        members: [one.bezugsStatistikID, other.bezugsStatistikID],
      }),
      call('rep', 'DELETE', `statistics/${one.bezugsStatistikID}`),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(made.status);
    if (made.status === 200)
      expect(codeOf(await summary(made.body.directLinkId))).toEqual([409, 'combined_stopped']);
  }
});

test('edits of members, of what combines them and of who is in it at the same time all end', async () => {
  const ids: number[] = [];
  for (const rows of files) ids.push((await upload('rep', rows)).bezugsStatistikID);
  const both = [await combine('rep', ids), await combine('rep', ids.toReversed())];
  const admin = (fields: object, id: number) => call('admin', 'POST', `statistics/${id}`, fields);
  const statuses: number[] = [];
  for (let round = 0; round < rounds({ short: 2, long: 50 }); round++) {
    const answers = await Promise.all([
      ...ids.map((id) => call('rep', 'POST', `statistics/${id}/accomplished?accomplished=true`)),
      ...ids
        .toReversed()
        .map((id) => call('rep', 'POST', `statistics/${id}/accomplished?accomplished=false`)),
      ...both.map(({ bezugsStatistikID }) => admin({ comment: `${round}` }, bezugsStatistikID)),
      ...both.map(({ directLinkId }) =>
        call('rep', 'PUT', `statistics/${directLinkId}/members`, { positions: [1, 2, 3] }),
      ),
      ...both.map(({ bezugsStatistikID: id }) => call('rep', 'POST', `statistics/${id}/state?state=true`)),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  // An edit that another one came before is told so.
  expect(statuses.filter((status) => ![200, 412].includes(status))).toEqual([]);
  for (const { directLinkId } of both) expect((await summary(directLinkId)).status).toBe(200);
});

test('while links of a restored portal are held, so is what combines them, and its maker goes on', async () => {
  const { directLinkId } = await combine('rep', [parts[0]!, parts[1]!]);
  await server.pool.query("update statistics set import_date = now() - interval '1 day' where id = $1", [
    parts[0],
  ]);
  await server.pool.query(
    `insert into config (key, value) values ('HELD:links', (now() - interval '1 hour')::text)`,
  );
  await server.pool.query('update statistics set revision = revision + 1 where id = $1', [parts[0]]);
  await expect.poll(async () => codeOf(await summary(directLinkId))).toEqual([403, 'link_held']);
  expect((await summary(directLinkId, 'rep')).status).toBe(200);
  await server.pool.query("delete from config where key = 'HELD:links'");
  await server.pool.query('update statistics set revision = revision + 1 where id = $1', [parts[0]]);
  await expect.poll(async () => (await summary(directLinkId)).status).toBe(200);
});
