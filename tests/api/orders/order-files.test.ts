import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order, OrderListed } from '#shared/schemas/order.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { drawnSignature } from '#tests/support/order-form.ts';
import { pdfPages } from '#tests/support/pdf-pages.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { rowsBySheetJs, scannedPictures } from '#tests/support/written-workbook.ts';

const kinds = ['pdf', 'excel', 'barcode-excel', 'csv'] as const;
const LOW_DPI = 20;

let portal: CartPortal;
let key: string;
let base: string;
let admin: string;
beforeAll(async () => {
  portal = await openCartPortal();
  await addUser(portal.server.pool, { email: 'admin@portal.example', role: 'Admin' });
  admin = await signIn(portal.server.url, 'admin@portal.example');
});
afterAll(() => portal.server.close());
beforeEach(async () => {
  const { pool } = portal.server;
  await pool.query('delete from orders');
  await pool.query('delete from carts');
  await pool.query("update customers set language = null, address = '' where external_id = '4711'");
  key = (await portal.cart()).cartKey;
  base = `cart/from-statistic/${portal.link}/${key}`;
  await save({ deliveryDate: '2026-12-01' });
  await put(3);
});

const put = (quantity: number) => portal.json('PUT', `cart/${key}/${provider}/${quantity}`);
const save = (body: object) => portal.json('POST', base, { body });
const versions = () => portal.json<OrderListed[]>('GET', `${base}/orders`);

type Downloaded = { order: number; name: string; type: string; bytes: Buffer };

async function download(path: string, token = portal.token, language?: string): Promise<Downloaded> {
  const response = await fetch(`${portal.server.url}/api/${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(language ? { 'accept-language': language } : {}) },
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return {
    order: Number(response.headers.get('order-number')),
    name: response.headers.get('content-disposition')!,
    type: response.headers.get('content-type')!,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const { pages } = await pdfPages(pdf, LOW_DPI);
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('\n');
}

test('a download is called by its order and its customer, and makes a version that keeps it', async () => {
  const files = [];
  for (const kind of kinds) {
    const { bytes, order, ...head } = await download(`${base}/${kind}`);
    expect(order).toBe((await versions())[0]!.order);
    expect(bytes.length).toBeGreaterThan(30);
    files.push(head);
  }
  const { order } = (await versions())[0]!;
  const named = (end: string) => `attachment; filename="Bestellung ${order} Pharmacy${end}"`;
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  expect(files).toEqual([
    { name: named('.pdf'), type: 'application/pdf' },
    { name: named('.xlsx'), type: xlsx },
    { name: named(' Barcode.xlsx'), type: xlsx },
    { name: named('.csv'), type: 'text/csv; charset=utf-8' },
  ]);
  // One version, for the content was one.
  expect(await versions()).toMatchObject([{ version: 1, files: ['barcode-excel', 'csv', 'excel', 'pdf'] }]);
});

test('a file once made is the same bytes ever after, also when the catalogue has changed', async () => {
  const first = await Promise.all(kinds.map((kind) => download(`${base}/${kind}`)));
  const again = await Promise.all(kinds.map((kind) => download(`${base}/${kind}`)));
  expect(again).toEqual(first);
  const [{ order }] = first as [Downloaded];
  const { catalogue } = smallCatalogue;
  const products = catalogue.products.replace('1,0,0,0,10,19.9', '1,0,0,0,11,21.9');
  await publishReferenceData(portal.server.pool, { catalogue: { ...catalogue, products } });
  for (const [index, kind] of kinds.entries()) {
    const name = first[index]!.name.replace('Bestellung', 'Commande').replace('Barcode', 'Code-barres');
    // Called in the language of whoever asks.
    expect(await download(`orders/${order}/files/${kind}`, portal.token, 'fr')).toEqual({
      ...first[index],
      name,
    });
  }
  // The cart is another order now: three packs at eleven francs.
  await expect.poll(async () => (await download(`${base}/csv`)).order).not.toBe(order);
  const [now] = await versions();
  expect(now).toMatchObject({ exFactorySum: 33, difference: 3 });
  expect(await textOf((await download(`${base}/pdf`)).bytes)).toContain('33.00');
  await publishReferenceData(portal.server.pool, { catalogue });
});

test('the letterhead says what is set when a file is made, and a file that is kept goes on saying what it said', async () => {
  const set = (value: string) =>
    portal.json('PUT', 'config/CONTACT_ADDRESS', { body: { value }, token: admin });
  await set('Erste AG, Weg 1, 6300 Zug');
  expect(await textOf((await download(`${base}/pdf`)).bytes)).toContain('Erste AG');
  await set('Zweite AG, Weg 2, 6300 Zug');
  expect(await textOf((await download(`${base}/pdf`)).bytes)).toContain('Erste AG');
  await put(4);
  const text = await textOf((await download(`${base}/pdf`)).bytes);
  expect([text.includes('Erste AG'), text.includes('Zweite AG')]).toEqual([false, true]);
  await portal.json('DELETE', 'config/CONTACT_ADDRESS', { token: admin });
});

test('sums and rows are the same in every file', async () => {
  await put(7);
  const content = (await portal.json<Order>('POST', `${base}/orders`)).content;
  expect(content.sums).toEqual({ rows: 1, packs: 7, exFactorySum: 70, withoutPrice: 0 });
  const pdf = await download(`${base}/pdf`, portal.token, 'de');
  const text = await textOf(pdf.bytes);
  for (const said of [
    'Provider 10 mg 30 Tabl',
    provider,
    '0000003',
    '10.00',
    '70.00',
    '01.12.2026',
    'Pharmacy',
  ]) {
    expect(text).toContain(said);
  }
  expect((await download(`${base}/csv`)).bytes.toString()).toBe(
    `GTIN,Pharmacode,packs\r\n${provider},0000003,7\r\n`,
  );
  const { Bestellung, Angaben } = rowsBySheetJs((await download(`${base}/excel`)).bytes);
  expect(Bestellung).toEqual([
    [
      'Nr.',
      'GTIN',
      'Pharmacode',
      'Produkt',
      'Packungsgrösse',
      'Firma',
      'Packungen',
      'Preis CHF',
      'Total CHF',
    ],
    [1, provider, '0000003', 'Provider 10 mg 30 Tabl', '30', 'Provider AG', 7, 10, 70],
    [null, null, null, 'Total CHF', null, null, 7, null, 70],
  ]);
  expect(Angaben).toContainEqual(['Total CHF', 70]);
});

test('the barcode of a workbook is that of its row', async () => {
  const { bytes } = await download(`${base}/barcode-excel`);
  expect(await scannedPictures(bytes, 1)).toEqual([{ row: 1, text: provider }]);
});

describe('the language', () => {
  test('is the customer’s', async () => {
    await portal.server.pool.query(
      "update customers set language = 'fr', address = 'Rue 1, 1003 Lausanne' where external_id = '4711'",
    );
    const text = await textOf((await download(`${base}/pdf`, portal.token, 'it')).bytes);
    expect(text).toContain('Date de livraison');
    expect(text).toContain('Rue 1, 1003 Lausanne');
  });

  test('is that of whoever asks first where the customer’s is not known', async () => {
    expect(await textOf((await download(`${base}/pdf`, portal.token, 'it')).bytes)).toContain(
      'Data di consegna',
    );
    expect(await textOf((await download(`${base}/pdf`, portal.token, 'de')).bytes)).toContain(
      'Data di consegna',
    );
  });
});

describe('a signature', () => {
  const image = `data:image/png;base64,${drawnSignature().toString('base64')}`;

  test('is on paper with name and time, and gone once what was signed has changed', async () => {
    await save({ signature: image, signatureName: 'Ada Müller' });
    const signed = await download(`${base}/pdf`, portal.token, 'de');
    expect(await textOf(signed.bytes)).toContain('Unterschrieben von Ada Müller');
    await put(4);
    const unsigned = await download(`${base}/pdf`, portal.token, 'de');
    expect(unsigned.order).not.toBe(signed.order);
    expect(await textOf(unsigned.bytes)).not.toContain('Ada Müller');
    expect((await download(`orders/${signed.order}/files/pdf`)).bytes).toEqual(signed.bytes);
  });

  test('may be a name', async () => {
    await save({ signature: 'typed', signatureName: 'Ada Müller' });
    expect(await textOf((await download(`${base}/pdf`, portal.token, 'de')).bytes)).toContain(
      'Mit dem Namen bestätigt: Ada Müller',
    );
  });

  test('is refused when it is no picture, or one that would fill the memory', async () => {
    const png = drawnSignature();
    const huge = Buffer.from(png);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const cut = png.subarray(0, png.length - 40);
    for (const bad of [huge, cut]) {
      const body = { signature: `data:image/png;base64,${bad.toString('base64')}`, signatureName: 'Ada' };
      expect((await portal.call('POST', base, { body })).status).toBe(400);
    }
  });

  test('that was kept before it was looked at is its name on paper', async () => {
    await save({ signature: image, signatureName: 'Ada Müller' });
    const bad = Buffer.from('no picture');
    await portal.server.pool.query('update cart_signatures set image = $1', [bad]);
    const pdf = await download(`${base}/pdf`, portal.token, 'de');
    expect(await textOf(pdf.bytes)).toContain('Ada Müller\nUnterschrieben von Ada Müller');
    const { content } = await portal.json<Order>('GET', `orders/${pdf.order}`);
    expect(content.signature?.imageSha256).toBe(createHash('sha256').update(bad).digest('hex'));
  });
});

describe('whose files', () => {
  test('are those of a visible cart for others who may see its statistic, not for who only holds its link', async () => {
    const { server } = portal;
    await addUser(server.pool, { email: 'reader@portal.example', fullDataAccess: true });
    const reader = await signIn(server.url, 'reader@portal.example');
    expect((await portal.call('GET', `${base}/pdf`, { token: reader })).status).toBe(404);
    await save({ visible: true });
    const own = await download(`${base}/pdf`);
    expect(await download(`${base}/pdf`, reader)).toEqual(own);
    expect(await download(`orders/${own.order}/files/pdf`, reader)).toEqual(own);
    for (const path of [`${base}/pdf`, `orders/${own.order}/files/pdf`])
      expect((await portal.call('GET', path, { token: portal.colleague })).status).toBe(404);
  });

  test('are the owner’s and admins’ when the statistic is gone, made then if need be', async () => {
    const link = await portal.upload([[provider, 2]]);
    const cart = await portal.json<{ cartKey: string }>('POST', `cart/from-statistic/${link}`, { body: {} });
    await portal.json('PUT', `cart/${cart.cartKey}/${provider}/2`);
    const made = await download(`cart/from-statistic/${link}/${cart.cartKey}/pdf`);
    const { pool } = portal.server;
    await pool.query('delete from statistics where direct_link_id = $1', [link]);
    for (const token of [portal.token, admin]) {
      expect(await download(`orders/${made.order}/files/pdf`, token)).toEqual(made);
      expect((await download(`orders/${made.order}/files/csv`, token)).bytes.toString()).toContain(
        `${provider},0000003,2`,
      );
    }
    const path = `orders/${made.order}/files/pdf`;
    expect((await portal.call('GET', path, { token: portal.colleague })).status).toBe(404);
  });
});

test('nothing selected is no order and no file', async () => {
  await put(0);
  const refused = await portal.call('GET', `${base}/pdf`);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'order_empty' }]);
  expect(await versions()).toEqual([]);
});
