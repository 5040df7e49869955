import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Wholesaler } from '#shared/schemas/wholesaler.ts';
import { type AdminCall, adminCalls, auditOf } from '#tests/support/admin-calls.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { provider } from '#tests/support/small-catalogue.ts';

const plain = {
  wholesalerName: 'Grosshandel Aare AG',
  enabledForApo: true,
  enabledForSd: false,
  enabledForOnlineOrders: true,
  conditionsContact: 'Frau Muster <konditionen@aare.example>, Tel. 031 000 00 00',
  transferOrderContact: 'transfer@aare.example',
  acquisitionStatisticContact: 'Per Formular\nstatistik@aare.example.',
  minimumOrderValue: 250.05,
  freeDeliveryFrom: 1000,
};

let portal: CartPortal;
let call: AdminCall;

beforeAll(async () => {
  portal = await openCartPortal();
  call = await adminCalls(portal.server.url, portal.server.pool);
});
afterAll(() => portal.server.close());
beforeEach(() => emptyTables(portal.server.pool, 'wholesalers'));

async function add(fields: object = {}): Promise<Wholesaler> {
  const { status, body } = await call('POST', 'wholesaler', { ...plain, ...fields });
  expect(status).toBe(200);
  return body as Wholesaler;
}

const offered = async () =>
  ((await call('GET', 'wholesaler/online-ordering')).body as Wholesaler[]).map(
    ({ wholesalerID }) => wholesalerID,
  );

test('what is added, changed, retired and taken back is told as it is, and written down with who did it', async () => {
  const added = await add();
  const id = added.wholesalerID;
  expect(added).toEqual({ wholesalerID: id, retired: false, version: 1, ...plain });
  expect((await call('GET', 'wholesaler')).body).toEqual([added]);

  const changed = { ...added, wholesalerName: 'Aare', minimumOrderValue: null, version: 2 };
  expect(await call('PUT', `wholesaler/${id}`, changed)).toEqual({ status: 200, body: changed });
  // What changes nothing is no change.
  await call('PUT', `wholesaler/${id}`, changed);

  expect(await offered()).toEqual([id]);
  expect((await call('POST', `wholesaler/${id}/retire`)).body).toEqual({ ...changed, retired: true });
  expect(await offered()).toEqual([]);
  expect((await call('GET', 'wholesaler')).body).toEqual([{ ...changed, retired: true }]);
  expect((await call('POST', `wholesaler/${id}/reinstate`)).body).toEqual(changed);
  expect(await offered()).toEqual([id]);
  expect((await call('DELETE', `wholesaler/${id}`)).status).toBe(204);
  expect((await call('GET', 'wholesaler')).body).toEqual([]);

  const by = { user_name: 'Ada <ada@portal.example>', subject_key: String(id) };
  expect(await auditOf(portal.server.pool, 'wholesaler')).toMatchObject([
    { ...by, action: 'wholesaler.created', subject_name: plain.wholesalerName, after: plain },
    {
      ...by,
      action: 'wholesaler.changed',
      before: { wholesalerName: plain.wholesalerName, minimumOrderValue: 250.05 },
      after: { wholesalerName: 'Aare', minimumOrderValue: null },
    },
    { ...by, action: 'wholesaler.retired', before: { retired: false }, after: { retired: true } },
    { ...by, action: 'wholesaler.reinstated', before: { retired: true }, after: { retired: false } },
    {
      ...by,
      action: 'wholesaler.deleted',
      before: { wholesalerName: 'Aare' },
      after: { wholesalerName: null },
    },
  ]);
});

test('a new one may come with an id, as on PUT, and gets its own', async () => {
  const first = await add();
  const second = await add({ wholesalerID: first.wholesalerID, wholesalerName: 'Birs' });
  expect(second.wholesalerID).not.toBe(first.wholesalerID);
  expect((await call('GET', 'wholesaler')).body).toHaveLength(2);
  expect(await add({ wholesalerID: null, wholesalerName: 'Sihl' })).toMatchObject({ wholesalerName: 'Sihl' });
});

test('fields that do not fit are named', async () => {
  const { wholesalerID } = await add();
  const wrong: [field: keyof Wholesaler, values: unknown[]][] = [
    ['wholesalerName', ['', '   ', 'x'.repeat(256), null]],
    ['transferOrderContact', ['a@b', 'a@b.example, c@d.example', 'Frau M. <m@b.example>', 'x'.repeat(256)]],
    ['conditionsContact', ['info@nowhere', 'Tel. 1, m@@b.example', 'x'.repeat(1001)]],
    ['acquisitionStatisticContact', ['@', 'Formular an a@b.']],
    ['minimumOrderValue', [-0.01, 0.001, 10_000_000, '5']],
    ['freeDeliveryFrom', [-1, 1e300]],
    ['enabledForApo', ['yes']],
  ];
  for (const [field, values] of wrong) {
    for (const value of values) {
      for (const [method, path] of [
        ['POST', 'wholesaler'],
        ['PUT', `wholesaler/${wholesalerID}`],
      ] as const) {
        const answer = await call(method, path, { ...plain, wholesalerName: 'Other', [field]: value });
        expect(answer, `${field}: ${value}`).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', issues: [{ path: field }] },
        });
      }
    }
  }
  const right = ['Fax 031 000 00 00', '', ' transfer@aare.example '];
  for (const transferOrderContact of right) {
    const { body } = await call('PUT', `wholesaler/${wholesalerID}`, { ...plain, transferOrderContact });
    expect(body).toMatchObject({ transferOrderContact: transferOrderContact.trim() });
  }
});

test('two of one name are refused, whoever comes second, and so is another id than that of the path', async () => {
  const first = await add();
  const second = await add({ wholesalerName: 'Second' });
  const taken = { status: 409, body: { code: 'name_taken', issues: [{ path: 'wholesalerName' }] } };
  const name = ` ${plain.wholesalerName.toUpperCase()} `;
  expect(await call('POST', 'wholesaler', { ...plain, wholesalerName: name })).toMatchObject(taken);
  expect(await call('PUT', `wholesaler/${second.wholesalerID}`, plain)).toMatchObject(taken);
  expect((await call('PUT', `wholesaler/${first.wholesalerID}`, plain)).status).toBe(200);
  expect((await call('PUT', `wholesaler/${first.wholesalerID}`, second)).status).toBe(400);
  const both = await Promise.all([1, 2].map(() => call('POST', 'wholesaler', { wholesalerName: 'At once' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('one that carts or orders name is not deleted but can be retired, and stays in them', async () => {
  const { wholesalerID: id } = await add();
  const { wholesalerID: other } = await add({ wholesalerName: 'Other' });
  const { cartKey } = await portal.cart();
  const base = `cart/from-statistic/${portal.link}/${cartKey}`;
  const header = (wholesaler: number | null) => portal.call('POST', base, { body: { wholesaler } });
  expect((await header(id)).status).toBe(200);
  expect(await call('DELETE', `wholesaler/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'wholesaler_in_use', message: expect.stringMatching(/1.*0/) },
  });
  expect((await call('POST', `wholesaler/${id}/retire`)).status).toBe(200);
  expect(await portal.cart()).toMatchObject({ wholesaler: id });
  // It stays chosen, and can't be chosen anew.
  expect((await header(id)).status).toBe(200);
  await portal.json('PUT', `cart/${cartKey}/${provider}/3`);
  await portal.json('POST', `${base}/orders`);
  expect((await header(other)).status).toBe(200);
  expect((await header(id)).status).toBe(400);
  expect(await call('DELETE', `wholesaler/${id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/0.*1/) },
  });
  expect((await header(null)).status).toBe(200);
  expect((await call('DELETE', `wholesaler/${other}`)).status).toBe(204);
});

test('one that is chosen while it is deleted is either chosen and kept or deleted and refused', async () => {
  const { cartKey } = await portal.cart();
  for (let round = 0; round < 10; round++) {
    const { wholesalerID: id } = await add({ wholesalerName: `Round ${round}` });
    const choose = () =>
      portal.call('POST', `cart/from-statistic/${portal.link}/${cartKey}`, { body: { wholesaler: id } });
    const [chosen, deleted] = await Promise.all([choose(), call('DELETE', `wholesaler/${id}`)]);
    const { wholesaler } = await portal.cart();
    expect([chosen.status, deleted.status, wholesaler === id]).toEqual(
      deleted.status === 204 ? [400, 204, false] : [200, 409, true],
    );
  }
});

test('what is not there can’t be changed', async () => {
  for (const [method, path] of [
    ['PUT', 'wholesaler/999999'],
    ['POST', 'wholesaler/999999/retire'],
    ['POST', 'wholesaler/999999/reinstate'],
    ['DELETE', 'wholesaler/999999'],
  ] as const) {
    expect((await call(method, path, method === 'PUT' ? plain : undefined)).status, path).toBe(404);
  }
});
