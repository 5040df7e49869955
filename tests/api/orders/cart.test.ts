import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CartChange, CartListed, CartSubRow } from '#shared/schemas/cart.ts';
import {
  type Cart,
  type CartPortal,
  type CartRowChange,
  figuresOf,
  openCartPortal,
} from '#tests/support/cart-portal.ts';
import { publishReferenceData } from '#tests/support/portal.ts';
import { long, rounds } from '#tests/support/rounds.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

/** The smallest PNG there is: one transparent point. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Another day than the one that a cart has of itself. */
const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

/** Seven months, so that multipliers do not divide. */
let portal: CartPortal;
let key: string;
let base: string;
beforeAll(async () => {
  portal = await openCartPortal(['1', '7']);
});
afterAll(() => portal.server.close());
beforeEach(async () => {
  await portal.server.pool.query('delete from carts');
  key = (await portal.cart()).cartKey;
  base = `cart/from-statistic/${portal.link}/${key}`;
});

const put = (quantity: string, asked: Parameters<CartPortal['json']>[2] = {}, query = '') =>
  portal.json<CartRowChange>('PUT', `cart/${key}/${provider}/${quantity}${query}`, asked);
const save = (body: object, asked = {}) => portal.json<Cart>('POST', base, { body, ...asked });
const post = (path: string, body: object = {}) => portal.json<Cart>('POST', `${base}/${path}`, { body });

test('of a cart its last 10,000 changes are kept', async () => {
  for (const quantity of ['1', '2', '3']) await put(quantity);
  await portal.server.pool.query('update carts set version = 10001 where cart_key = $1', [key]);
  await put('4');
  const log = await portal.json<CartChange[]>('GET', `${base}/log`);
  expect(log.map(({ change, rows }) => [change, rows[0]!.new])).toEqual([
    [10_002, '4'],
    [3, '3'],
  ]);
});

test('the first call makes the cart, the next give the same', async () => {
  const cart = await portal.cart();
  expect(cart).toMatchObject({
    cartKey: expect.stringMatching(/^[\w-]{22}$/),
    own: true,
    visible: false,
    quantityMultiplier: 1,
    multiplierExact: '1',
    signature: null,
    signatureName: '',
    signatureVoid: false,
    signedOrder: null,
    wholesaler: null,
    deliveryType: 'Barcode',
    deliveryDate: null,
    version: 0,
    headerVersion: 0,
    canUndo: false,
    canRedo: false,
    bezugsStatistik: { timeMonthFrom: 1, timeMonthTo: 7, timeYearFrom: 2025, timeYearTo: 2025, months: 7 },
    hidden: [],
    sums: { rows: 0, packs: 0, exFactorySum: 0, withoutPrice: 0 },
  });
  // 7 originals and 5 generics of 30, as is the provider's pack.
  expect(figuresOf(cart.rows)).toEqual([[provider, 12, 0, '0', 0]]);
  expect(cart.rows[0]).toMatchObject({
    cartRowID: provider,
    productDescription: 'Provider 10 mg 30 Tabl',
    warehouseProduct: { ExFactoryPrice: 10, PublicPrice: 19.9 },
    articles: 2,
    version: 0,
    lineTotal: 0,
    inCatalogue: true,
  });
  expect((await portal.cart()).cartKey).toBe(cart.cartKey);
});

describe('filters', () => {
  test('have the options of the product analysis and no other', async () => {
    expect(figuresOf((await portal.cart({ type: ['original'] })).rows)).toEqual([[provider, 7, 0, '0', 0]]);
    expect((await portal.cart({ general: ['match'], molecule: ['nobody'] })).rows).toEqual([]);
    for (const body of [
      { general: ['generika'] },
      { unheard: ['x'] },
      { molecule: [''] },
      { behind: ['provider'] },
    ]) {
      const answer = await portal.call('POST', `cart/from-statistic/${portal.link}`, { body });
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });

  test('hide what is selected without deselecting it, and the cart says so', async () => {
    await put('3');
    const cart = await portal.cart({ molecule: ['nobody'] });
    expect(cart.rows).toEqual([]);
    expect(figuresOf(cart.hidden)).toEqual([[provider, 0, 0, '3', 3]]);
    const three = { rows: 1, packs: 3, exFactorySum: 30, withoutPrice: 0 };
    expect([cart.sums, cart.hiddenSums]).toEqual([three, three]);
  });

  test('leave the articles behind a row', async () => {
    const rows = await portal.json<CartSubRow[]>('POST', `${base}/${provider}`, { body: {} });
    expect(
      rows.map(({ gtin: each, description, manufacturer, qty }) => [each, description, manufacturer, qty]),
    ).toEqual([
      [original, 'Original 10 mg 30 Tabl', 'Original AG', 7],
      [generic, 'Generic 10 mg 30 Tabl', 'Generic AG', 5],
    ]);
    const generics = await portal.json<CartSubRow[]>('POST', `${base}/${provider}`, {
      body: { type: ['generika'] },
    });
    expect(generics.map(({ gtin: each }) => each)).toEqual([generic]);
  });
});

describe('quantities', () => {
  test('typed packs come back as typed under a multiplier of 12/7, and are exact under every other', async () => {
    const cart = await save({ quantityMultiplier: 12 / 7 });
    expect(cart).toMatchObject({ multiplierExact: '12/7', quantityMultiplier: 12 / 7 });
    for (const packs of [1, 5, 8, 999_983]) {
      expect(await put(String(packs / (12 / 7)))).toMatchObject({ packs });
    }
    expect(await put(String(5 / (12 / 7)))).toMatchObject({ packs: 5, selectedExact: '35/12' });
    // 35/12 × 6/7 = 2.5, half up.
    expect(figuresOf((await save({ quantityMultiplier: 6 / 7 })).rows)).toEqual([
      [provider, 12, 0, '35/12', 3],
    ]);
    expect((await save({ quantityMultiplier: 1 })).sums).toEqual({
      rows: 1,
      packs: 3,
      exFactorySum: 30,
      withoutPrice: 0,
    });
  });

  test('that were typed under another multiplier than is set by now stay what was meant', async () => {
    await save({ quantityMultiplier: 12 / 7 });
    const typed = await put(String(5 / (3 / 7)), {}, '?multiplier=3/7');
    // 5 packs for three months are 20 for twelve.
    expect(typed).toMatchObject({ selectedExact: '35/3', packs: 20 });
  });

  test.each(['-1', '1e3', '1.', '.5', 'NaN', '12345678', '%20'])('%s is none', async (quantity) => {
    expect((await portal.call('PUT', `cart/${key}/${provider}/${quantity}`)).status).toBe(400);
  });

  test('of a product that is not the provider’s are refused', async () => {
    for (const other of [original, gtin('768099999999')]) {
      const answer = await portal.call('PUT', `cart/${key}/${other}/1`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'cart_product_unknown' }]);
    }
  });

  test('select all takes what is available of the rows that the filter leaves, deselect all nothing', async () => {
    expect(figuresOf((await post('bulk-update', { type: ['original'] })).rows)).toEqual([
      [provider, 7, 0, '7', 7],
    ]);
    expect(figuresOf((await post('bulk-update')).rows)).toEqual([[provider, 12, 0, '12', 12]]);
    expect(figuresOf((await post('bulk-deselect', { molecule: ['nobody'] })).hidden)).toEqual([
      [provider, 0, 0, '12', 12],
    ]);
    expect(figuresOf((await post('bulk-deselect')).rows)).toEqual([[provider, 12, 0, '0', 0]]);
  });

  test('of a product that the catalogue has lost stay, and are told of', async () => {
    const other = gtin('768010000009');
    const { catalogue } = smallCatalogue;
    const more = catalogue.products.replace(
      /^(.*Provider 10 mg.*)$/m,
      (line) =>
        `${line}\n${line.replace(provider, other).replace('0000003', '0000009').replace('Provider 10', 'Lost 10')}`,
    );
    await publishReferenceData(portal.server.pool, { catalogue: { ...catalogue, products: more } });
    await expect.poll(async () => (await portal.call('PUT', `cart/${key}/${other}/2`)).status).toBe(200);
    await publishReferenceData(portal.server.pool, { catalogue });
    await expect
      .poll(async () => (await portal.cart()).hidden)
      .toMatchObject([
        {
          gtin: other,
          productDescription: 'Lost 10 mg 30 Tabl',
          packs: 2,
          inCatalogue: false,
          lineTotal: null,
        },
      ]);
    expect((await portal.cart()).sums).toEqual({ rows: 1, packs: 2, exFactorySum: 0, withoutPrice: 1 });
    expect(await portal.json('PUT', `cart/${key}/${other}/0`)).toMatchObject({ packs: 0, version: 0 });
  });
});

describe('whoever comes second', () => {
  test('is told, with both values', async () => {
    const { version } = await put('3', { ifMatch: 0 });
    await put('4', { ifMatch: `"${version}"` });
    const answer = await portal.call('PUT', `cart/${key}/${provider}/5`, { ifMatch: version });
    expect([answer.status, await answer.json()]).toMatchObject([
      412,
      {
        code: 'cart_row_changed',
        issues: [
          {
            path: 'selectedQuantity',
            theirs: { cartRowID: provider, selectedQuantity: 4, selectedExact: '4', packs: 4, version: 2 },
            yours: { selectedQuantity: 5 },
          },
        ],
      },
    ]);
    expect(figuresOf((await portal.cart()).rows)).toEqual([[provider, 12, 0, '4', 4]]);
  });

  test('is told even where the row was reset and selected again in between', async () => {
    const { version } = await put('3');
    await put('0');
    await put('3');
    expect((await portal.call('PUT', `cart/${key}/${provider}/5`, { ifMatch: version })).status).toBe(412);
  });

  test('without If-Match is taken as it comes', async () => {
    await put('3', { ifMatch: 0 });
    expect(await put('5')).toMatchObject({ packs: 5 });
  });

  test('of two that save the header is told', async () => {
    const { headerVersion } = await save({ deliveryType: 'TransferOrder' }, { ifMatch: 0 });
    expect(headerVersion).toBe(1);
    const answer = await portal.call('POST', base, { body: { visible: true }, ifMatch: 0 });
    expect([answer.status, await answer.json()]).toMatchObject([412, { code: 'cart_header_changed' }]);
    expect((await portal.call('POST', base, { body: {}, ifMatch: 'x' })).status).toBe(400);
  });

  test('two tabs that race for the same row: one of them, and the log knows which', async () => {
    const races = rounds({ short: 2, long: 5 });
    for (let round = 0; round < races; round++) {
      const before = (await portal.cart()).rows[0]!.version;
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, tab) =>
          portal.call('PUT', `cart/${key}/${provider}/${10 * round + tab + 1}`, { ifMatch: before }),
        ),
      );
      const won = answers.flatMap((answer, tab) => (answer.status === 200 ? [10 * round + tab + 1] : []));
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(5);
      expect(figuresOf((await portal.cart()).rows)).toEqual([[provider, 12, 0, String(won[0]), won[0]]]);
    }
    expect(await portal.json('GET', `${base}/log`)).toHaveLength(races);
  });
});

describe('an edit that is sent twice', () => {
  test('is made once', async () => {
    await put('3', { ifMatch: 0 }, '?edit=a');
    await put('4', {}, '?edit=b');
    // The answer to the first was lost; what came after it stays.
    expect(await put('3', { ifMatch: 0 }, '?edit=a')).toMatchObject({ packs: 4, cartVersion: 2 });
    await post('undo?edit=c');
    expect(figuresOf((await post('undo?edit=c')).rows)).toEqual([[provider, 12, 0, '3', 3]]);
  });

  test('is made once even where it changed nothing the first time', async () => {
    await put('0', {}, '?edit=a');
    await put('4', {}, '?edit=b');
    expect(await put('0', {}, '?edit=a')).toMatchObject({ packs: 4 });
  });
});

describe('the header', () => {
  test('keeps what is given and leaves the rest', async () => {
    const { rows } = await portal.server.pool.query(
      `insert into wholesalers (name, enabled_for_online_orders, minimum_order_value, free_delivery_from)
       values ('Online', true, 150.5, 300), ('Offline', false, null, null) returning id`,
    );
    const [online, offline] = rows.map(({ id }) => id);
    expect(await portal.json('GET', 'wholesaler/online-ordering')).toEqual([
      expect.objectContaining({
        wholesalerID: online,
        wholesalerName: 'Online',
        minimumOrderValue: 150.5,
        freeDeliveryFrom: 300,
      }),
    ]);
    await save({ wholesaler: online, deliveryType: 'TransferOrder', deliveryDate: later });
    const cart = await save({ signatureName: ' Ada ', visible: true });
    expect(cart).toMatchObject({
      wholesaler: online,
      deliveryType: 'TransferOrder',
      deliveryDate: later,
      signatureName: 'Ada',
      visible: true,
    });
    const refused = await portal.call('POST', base, { body: { wholesaler: offline } });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'wholesaler_takes_no_orders' },
    ]);
    await portal.server.pool.query('delete from wholesalers');
    expect(await portal.cart()).toMatchObject({ wholesaler: null });
  });

  test.each([
    { quantityMultiplier: 0 },
    { quantityMultiplier: -1 },
    { quantityMultiplier: 121 },
    { deliveryDate: '2026-02-30' },
    { deliveryDate: '1999-12-31' },
    { deliveryType: 'Post' },
    { signature: 'data:image/png;base64,AAAA' },
    { signature: 'data:text/html;base64,AAAA' },
    { signature: 'typed' },
    { wholesaler: 0 },
    { signatureName: 'x'.repeat(201) },
  ])('%j is refused', async (body) => {
    expect((await portal.call('POST', base, { body })).status).toBe(400);
    expect(await portal.cart()).toMatchObject({ version: 0 });
  });

  test('a signature holds until packs, delivery or prices change, and again once that is taken back', async () => {
    await put('3');
    expect(await save({ signature: png, signatureName: 'Ada' })).toMatchObject({
      signature: png,
      signatureName: 'Ada',
      signatureVoid: false,
      signedOrder: null,
      signedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(await save({ visible: true })).toMatchObject({ signatureVoid: false });
    await put('4');
    expect(await portal.cart()).toMatchObject({ signature: png, signatureVoid: true });
    expect(await post('undo')).toMatchObject({ signatureVoid: false });
    expect(await save({ deliveryDate: later })).toMatchObject({ signatureVoid: true });
    expect(await save({ signature: 'typed' })).toMatchObject({ signature: 'typed', signatureVoid: false });
    expect(await save({ signature: null })).toMatchObject({ signature: null, signedAt: null });
  });

  test('a signature is for the prices that were shown to who signs, whatever was published meanwhile', async () => {
    await put('3');
    const { catalogueRevision: shown } = await portal.cart();
    const { catalogue } = smallCatalogue;
    const dearer = catalogue.products.replace(',10,19.9,', ',11,19.9,');
    await publishReferenceData(portal.server.pool, { catalogue: { ...catalogue, products: dearer } });
    const signed = await save({ signature: png, signatureName: 'Ada', catalogueRevision: shown });
    expect(signed).toMatchObject({ signature: png, signatureVoid: true, sums: { exFactorySum: 33 } });
    const { catalogueRevision } = signed;
    expect(catalogueRevision).not.toBe(shown);
    expect(await save({ signature: png, catalogueRevision })).toMatchObject({ signatureVoid: false });
    await publishReferenceData(portal.server.pool, { catalogue });
    expect(await portal.cart()).toMatchObject({ signature: png, signatureVoid: true });
  });
});

describe('undo and redo', () => {
  test('go through rows, all rows and the header, and a new change ends the redo', async () => {
    await put('3');
    await save({ quantityMultiplier: 2 });
    await post('bulk-update');
    const states = async () => {
      const cart = await portal.cart();
      return [cart.rows[0]!.selectedExact, cart.multiplierExact, cart.canUndo, cart.canRedo];
    };
    expect(await states()).toEqual(['12', '2', true, false]);
    await post('undo');
    expect(await states()).toEqual(['3', '2', true, true]);
    await post('undo');
    expect(await states()).toEqual(['3', '1', true, true]);
    await post('undo');
    expect(await states()).toEqual(['0', '1', false, true]);
    const nothing = await portal.call('POST', `${base}/undo`, { body: {} });
    expect([nothing.status, await nothing.json()]).toMatchObject([409, { code: 'nothing_to_undo' }]);
    await post('redo');
    await post('redo');
    expect(await states()).toEqual(['3', '2', true, true]);
    await put('9');
    expect(await states()).toEqual(['9', '2', true, false]);
    expect((await portal.call('POST', `${base}/redo`, { body: {} })).status).toBe(409);
    await post('undo');
    expect(await states()).toEqual(['3', '2', true, true]);
  });

  if (long)
    test('reach fifty steps', async () => {
      for (let quantity = 1; quantity <= 52; quantity++) await put(String(quantity));
      for (let step = 0; step < 50; step++) await post('undo');
      expect((await portal.call('POST', `${base}/undo`, { body: {} })).status).toBe(409);
      expect(figuresOf((await portal.cart()).rows)).toEqual([[provider, 12, 0, '2', 2]]);
      for (let step = 0; step < 50; step++) await post('redo');
      expect(figuresOf((await portal.cart()).rows)).toEqual([[provider, 12, 0, '52', 52]]);
    }, 60_000);

  test('are in the log, which says who changed what, newest first', async () => {
    await put('3');
    await save({ deliveryType: 'TransferOrder' });
    await post('undo');
    const log = await portal.json<CartChange[]>('GET', `${base}/log`);
    const by = 'rep@portal.example';
    expect(log).toMatchObject([
      {
        change: 3,
        kind: 'undo',
        by,
        of: 2,
        header: { deliveryType: ['TransferOrder', 'Barcode'] },
        state: null,
      },
      {
        change: 2,
        kind: 'header',
        by,
        of: null,
        header: { deliveryType: ['Barcode', 'TransferOrder'] },
        state: 'undone',
      },
      {
        change: 1,
        kind: 'row',
        rowCount: 1,
        by,
        rows: [{ gtin: provider, productDescription: 'Provider 10 mg 30 Tabl', old: '0', new: '3' }],
        state: 'done',
      },
    ]);
    expect(await portal.json('GET', `${base}/log?before=2`)).toHaveLength(1);
  });
});

describe('other people', () => {
  test('look at a cart that is visible, and change nothing of it', async () => {
    const token = portal.colleague;
    const list = () => portal.json<CartListed[]>('GET', `cart/from-statistic/${portal.link}`, { token });
    expect(await list()).toEqual([]);
    expect((await portal.call('GET', base, { token })).status).toBe(404);
    await put('3');
    await save({ visible: true });
    expect(await list()).toMatchObject([
      { cartKey: key, own: false, ownerName: 'rep@portal.example', selectedRows: 1 },
    ]);
    const cart = await portal.json<Cart>('GET', `${base}?type=original`, { token });
    expect(cart).toMatchObject({ own: false, canUndo: false, canRedo: false });
    expect(figuresOf(cart.rows)).toEqual([[provider, 7, 0, '3', 3]]);
    for (const [method, path, body] of [
      ['PUT', `cart/${key}/${provider}/9`, undefined],
      ['POST', base, { visible: false }],
      ['POST', `${base}/bulk-update`, {}],
      ['POST', `${base}/bulk-deselect`, {}],
      ['POST', `${base}/undo`, {}],
      ['POST', `${base}/redo`, {}],
    ] as const) {
      expect((await portal.call(method, path, { body, token })).status, path).toBe(403);
    }
    expect(figuresOf((await portal.cart()).rows)).toEqual([[provider, 12, 0, '3', 3]]);
    // A cart of one's own is another one.
    const own = await portal.json<Cart>('POST', `cart/from-statistic/${portal.link}`, { body: {}, token });
    expect(own.cartKey).not.toBe(key);
    expect(await list()).toMatchObject([{ own: true }, { own: false }]);
  });

  test('find nothing below another statistic, nor once the link is disabled', async () => {
    const other = await portal.upload([[original, 1]]);
    expect((await portal.call('GET', `cart/from-statistic/${other}/${key}`)).status).toBe(404);
    await portal.server.pool.query('update statistics set active = false where direct_link_id = $1', [
      portal.link,
    ]);
    await expect.poll(async () => (await portal.call('GET', base)).status).toBe(404);
    expect((await portal.call('PUT', `cart/${key}/${provider}/9`)).status).toBe(404);
    await portal.server.pool.query('update statistics set active = true where direct_link_id = $1', [
      portal.link,
    ]);
    await expect.poll(async () => (await portal.call('GET', base)).status).toBe(200);
  });
});
