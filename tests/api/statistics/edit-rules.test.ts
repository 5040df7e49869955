import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCustomer, addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { original, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';

type Uploaded = { bezugsStatistikID: number; directLinkId: string; revision: number };

let server: TestServer;
let owner: string;
let admin: string;
let file: Uint8Array;
let trial: Uploaded;

const consentFile = `data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`;
const consent = { consentFileName: 'ja.pdf', consentFile };

beforeAll(async () => {
  ({ server, token: owner } = await openSmallPortal());
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  admin = await signIn(server.url, 'admin@portal.example');
  file = await workbook([[original, 2]]);
});
beforeEach(async () => {
  trial = await uploaded({
    testUpload: 'true',
    customerExternalId: 'made up',
    consentFile: undefined,
    consentFileName: undefined,
  });
});
afterAll(() => server.close());

async function uploaded(fields: Parameters<typeof uploadForm>[1] = {}): Promise<Uploaded> {
  const response = await postStatistic(server.url, owner, uploadForm(file, fields));
  expect(response.status).toBe(200);
  return ((await response.json()) as { bezugsStatistik: Uploaded }).bezugsStatistik;
}

async function edit(statistic: Uploaded, body: object | FormData, token = owner, ifMatch?: number) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.url}/api/statistics/${statistic.bezugsStatistikID}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function get(path: string): Promise<Response> {
  return fetch(`${server.url}/api/statistics/${path}`, { headers: { authorization: `Bearer ${owner}` } });
}

const stored = async ({ directLinkId }: Uploaded) => (await get(directLinkId)).json();

describe('leaving the test', () => {
  test('takes a consent file', async () => {
    const answer = await edit(trial, { testUpload: false, customerExternalId: '4711' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'consent_required', issues: [{ path: 'consentFile' }] },
    });
    expect(await stored(trial)).toMatchObject({ testUpload: true, customerExternalId: 'made up' });
  });

  test('takes a customer that the server knows; without one nothing is stored, the consent neither', async () => {
    const unknown = await edit(trial, { testUpload: false, ...consent });
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'customer_unknown', issues: [{ path: 'customerExternalId' }] },
    });
    const none = await edit(trial, { testUpload: false, customerExternalId: null, ...consent });
    expect(none).toMatchObject({ status: 400, body: { code: 'customer_required' } });
    expect(await stored(trial)).toMatchObject({ testUpload: true, consentFileName: null, revision: 1 });
    expect((await get(`${trial.directLinkId}/consent`)).status).toBe(404);
  });

  test('stores entries and consent as one change', async () => {
    const answer = await edit(trial, { testUpload: false, customerExternalId: '4711', ...consent });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        testUpload: false,
        customerExternalId: '4711',
        consentFileName: expect.stringMatching(/^\d{17}_ja\.pdf$/),
        revision: trial.revision + 1,
      },
    });
    expect(await (await get(`${trial.directLinkId}/consent`)).text()).toBe('%PDF-1.7');
  });

  test('works by a form too, whose numbers, yes and no, and nothing are text', async () => {
    const form = new FormData();
    const entries = { testUpload: 'false', customerExternalId: '4711', timeMonthTo: '6' };
    for (const [name, value] of Object.entries({ ...entries, headerImageId: '', customerName: '2024' })) {
      form.set(name, value);
    }
    form.set('consentFile', new Blob(['%PDF-form']), 'form.pdf');
    expect(await edit(trial, form)).toMatchObject({
      status: 200,
      body: { testUpload: false, timeMonthTo: 6, headerImage: null, customerName: '2024' },
    });
    expect(await (await get(`${trial.directLinkId}/consent`)).text()).toBe('%PDF-form');
  });

  test('is content with a consent that is there already', async () => {
    await edit(trial, { ...consent, comment: 'with consent' });
    const answer = await edit(trial, { testUpload: false, customerExternalId: '4711' });
    expect(answer).toMatchObject({ status: 200, body: { testUpload: false } });
  });

  test('of two people at once stores the consent of the one whose edit is taken', async () => {
    const names = ['a.pdf', 'b.pdf', 'c.pdf'];
    const answers = await Promise.all(
      names.map((consentFileName) =>
        edit(
          trial,
          {
            testUpload: false,
            customerExternalId: '4711',
            consentFileName,
            consentFile: `data:text/plain;base64,${Buffer.from(`%PDF-${consentFileName}`).toString('base64')}`,
          },
          owner,
          1,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const taken = names[answers.findIndex(({ status }) => status === 200)]!;
    expect(await stored(trial)).toMatchObject({ consentFileName: expect.stringMatching(`_${taken}$`) });
    expect(await (await get(`${trial.directLinkId}/consent`)).text()).toBe(`%PDF-${taken}`);
  });
});

describe('the customer of a statistic that is no test', () => {
  test('can only become one that the server knows', async () => {
    const real = await uploaded();
    const answer = await edit(real, { customerExternalId: '9999' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'customer_unknown' } });
    expect(await stored(real)).toMatchObject({ customerExternalId: '4711' });
  });

  test('that has gone from the list since does not keep from other edits', async () => {
    await addCustomer(server.pool, '4799', 'Leaving');
    const real = await uploaded({ customerExternalId: '4799' });
    await server.pool.query("delete from customers where external_id = '4799'");
    expect((await edit(real, { comment: 'closed', customerExternalId: '4799' })).status).toBe(200);
  });
});

describe('what an edit and an upload name must be known', () => {
  test.each([
    [{ headerImageId: 4711 }, 'header_image_unknown', 'headerImageId'],
    [{ headerImageId: 2 ** 40 }, 'invalid_input', 'headerImageId'],
    [{ uploader: 4711 }, 'uploader_unknown', 'uploader'],
    [{ uploader: 2 ** 40 }, 'invalid_input', 'uploader'],
    [{ user: 'x'.repeat(256) }, 'invalid_input', 'user'],
    [{ customer: 'x'.repeat(256) }, 'invalid_input', 'customer'],
    [{ consentFileName: 'x'.repeat(256), consentFile }, 'invalid_input', 'consentFileName'],
  ])('%j', async (fields, code, path) => {
    const refusal = { status: 400, body: { code, issues: [{ path }] } };
    expect(await edit(trial, fields, admin)).toMatchObject(refusal);
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    delete texts.consentFile;
    const upload = await postStatistic(server.url, admin, uploadForm(file, texts));
    expect({ status: upload.status, body: await upload.json() }).toMatchObject(refusal);
  });

  test('an uploader who was deactivated is unknown', async () => {
    const id = await addUser(server.pool, { email: 'gone@portal.example' });
    await server.pool.query('update users set active = false where id = $1', [id]);
    const answer = await edit(trial, { uploader: id }, admin);
    expect(answer).toMatchObject({ status: 400, body: { code: 'uploader_unknown' } });
  });
});

describe('among colleagues', () => {
  const people: Record<string, number> = {};
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    const { pool } = server;
    const { rows } = await pool.query("select id from users where email = 'rep@portal.example'");
    people.rep = rows[0].id;
    for (const name of ['manager', 'deputy', 'replaced', 'sister', 'above', 'former']) {
      people[name] = await addUser(pool, { email: `${name}@portal.example`, name });
      tokens[name] = await signIn(server.url, `${name}@portal.example`);
    }
    const { rep, manager, deputy, replaced, sister, above, former } = people;
    // Above manages the manager, who manages rep, sister and former; the deputy replaces one more.
    await pool.query('update users set parent_user_id = $1 where id = any($2)', [
      manager,
      [rep, sister, former],
    ]);
    await pool.query('update users set parent_user_id = $1 where id = $2', [above, manager]);
    await pool.query('update users set replacement_user_id = $1 where id = $2', [deputy, replaced]);
    await pool.query('update users set active = false where id = $1', [former]);
  });

  const upload = async (by: string, uploader: number) => {
    const answer = await postStatistic(
      server.url,
      tokens[by]!,
      uploadForm(file, { uploader: String(uploader) }),
    );
    const body = (await answer.json()) as { bezugsStatistik?: { uploader: { name: string } }; code?: string };
    return body.bezugsStatistik?.uploader.name ?? [answer.status, body.code];
  };

  test('one uploads for whom one is responsible, and for nobody else', async () => {
    expect(await upload('manager', people.sister!)).toBe('sister');
    expect(await upload('above', people.sister!)).toBe('sister');
    expect(await upload('deputy', people.replaced!)).toBe('replaced');
    const forbidden = [403, 'forbidden'];
    expect(await upload('sister', people.rep!)).toEqual(forbidden);
    expect(await upload('manager', people.above!)).toEqual(forbidden);
    expect(await upload('manager', people.replaced!)).toEqual(forbidden);
    expect(await upload('replaced', people.deputy!)).toEqual(forbidden);
    expect(await upload('manager', people.former!)).toEqual([400, 'uploader_unknown']);
  });

  test('one is offered those, active ones alone, by name; administrators everybody', async () => {
    const offered = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${server.url}/api/users/uploaders`, { headers });
      return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
    };
    expect(await offered(tokens.manager!)).toEqual(['manager', 'rep@portal.example', 'sister']);
    expect(await offered(tokens.deputy!)).toEqual(['deputy', 'replaced']);
    expect(await offered(tokens.sister!)).toEqual(['sister']);
    const all = await offered(admin);
    expect(all).toEqual(expect.arrayContaining(['above', 'admin@portal.example', 'replaced', 'sister']));
    expect(all).not.toContain('former');
  });

  test('one hands a statistic over, and with it its cart and orders where that is said', async () => {
    const { pool } = server;
    const given = async (id: number) =>
      (
        await pool.query(
          `select uploader_id as uploader, c.owner_id as cart, o.owner_id as "order"
           from statistics s left join carts c on c.statistic_id = s.id left join orders o on o.statistic_id = s.id
           where s.id = $1`,
          [id],
        )
      ).rows;
    const withCart = async () => {
      const statistic = await uploaded();
      const id = statistic.bezugsStatistikID;
      const key = String(id).padStart(22, '0');
      await pool.query('insert into carts (cart_key, statistic_id, owner_id) values ($1, $2, $3)', [
        key,
        id,
        people.rep,
      ]);
      await pool.query(
        `insert into orders (cart_key, version, statistic_id, owner_id, content, content_sha256, selection_sha256,
           signed, row_count, packs, ex_factory_sum)
         values ($1, 1, $2, $3, '{}', sha256($4), sha256($4), false, 0, 0, 0)`,
        [key, id, people.rep, Buffer.from(key)],
      );
      return statistic;
    };
    const { rep, sister } = people;
    const alone = await withCart();
    expect((await edit(alone, { uploader: sister }, tokens.manager!)).status).toBe(200);
    expect(await given(alone.bezugsStatistikID)).toEqual([{ uploader: sister, cart: rep, order: rep }]);

    const whole = await withCart();
    const other = await withCart();
    const body = { uploader: sister, user: 'sister', handOverCart: true };
    expect(await edit(whole, body, tokens.manager!)).toMatchObject({
      status: 200,
      body: { uploader: { name: 'sister' }, user: 'sister' },
    });
    expect(await given(whole.bezugsStatistikID)).toEqual([{ uploader: sister, cart: sister, order: sister }]);
    expect(await given(other.bezugsStatistikID)).toEqual([{ uploader: rep, cart: rep, order: rep }]);
    // Nobody hands over to whom they are not responsible for, and nothing of it is done.
    expect(await edit(other, { ...body, uploader: people.above }, tokens.manager!)).toMatchObject({
      status: 403,
    });
    expect((await edit(other, body)).status).toBe(403);
    expect(await given(other.bezugsStatistikID)).toEqual([{ uploader: rep, cart: rep, order: rep }]);
  });

  test('an edit of another entry keeps an uploader who is inactive or deleted', async () => {
    const { pool } = server;
    const statistic = await uploaded();
    const id = statistic.bezugsStatistikID;
    for (const uploader of [people.former!, null]) {
      await pool.query('update statistics set uploader_id = $2 where id = $1', [id, uploader]);
      const answer = await edit(statistic, { comment: `of ${uploader}` }, admin);
      expect(answer.body.uploader).toEqual(uploader && { id: uploader, name: 'former' });
    }
  });
});

test.each([
  [{ timeMonthTo: '6' }, 'invalid_input'],
  [{ testUpload: 'false' }, 'invalid_input'],
  [{ consentFile: 'no data URL' }, 'data_url_invalid'],
  [{ consentFile: 'data:text/plain;base64,' }, 'consent_empty'],
  [{ consentFile: 'data:application/pdf;base64,UEsDBA==' }, 'consent_type'],
  [{ file: consentFile }, 'invalid_input'],
])('%j in JSON is refused', async (body, code) => {
  expect(await edit(trial, body)).toMatchObject({ status: 400, body: { code } });
});

test('of a form, text in place of the consent file is refused, and what is no number', async () => {
  for (const [name, value, code] of [
    ['consentFile', 'text', 'invalid_input'],
    ['timeMonthTo', 'June', 'invalid_input'],
    ['timeMonthTo', '', 'invalid_input'],
  ] as const) {
    const form = new FormData();
    form.set(name, value);
    expect(await edit(trial, form)).toMatchObject({ status: 400, body: { code, issues: [{ path: name }] } });
  }
});

test('a consent file of more than 15 MB is refused', async () => {
  const form = new FormData();
  form.set('consentFile', new Blob([new Uint8Array(15_728_641)]));
  expect(await edit(trial, form)).toMatchObject({ status: 413, body: { code: 'max_size_exceded' } });
});
