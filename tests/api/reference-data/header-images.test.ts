import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminHeaderImage } from '#shared/schemas/portal.ts';
import { type AdminCall, adminCalls, auditOf } from '#tests/support/admin-calls.ts';
import { signIn } from '#tests/support/portal.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
let call: AdminCall;
let admin: string;

beforeAll(async () => {
  portal = await openSmallPortal();
  call = await adminCalls(portal.server.url, portal.server.pool);
  admin = await signIn(portal.server.url, 'ada@portal.example');
});
afterAll(() => portal.server.close());
beforeEach(async () => {
  await portal.server.pool.query('delete from statistics');
  await portal.server.pool.query('delete from template_images');
});

const png = (width = 8, height = 4) => createCanvas(width, height).toBuffer('image/png');
const jpeg = () => createCanvas(30, 20).toBuffer('image/jpeg');

function send(name: string, bytes: Uint8Array) {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'whatever.txt');
  return call('POST', 'templateimage', form);
}

test('a PNG and a JPEG are taken for what they are, whatever they are called, and given as they were sent', async () => {
  for (const [name, bytes, type] of [
    ['Logo', png(), 'image/png'],
    ['Photo', jpeg(), 'image/jpeg'],
  ] as const) {
    const { status, body } = await send(` ${name} `, bytes);
    const { id } = body as AdminHeaderImage;
    expect([status, body]).toEqual([200, { id, name, statistics: 0 }]);
    const image = await fetch(`${portal.server.url}/api/templateimage/${id}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(image.headers.get('content-type')).toBe(type);
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(Buffer.from(bytes));
  }
});

test('anything else is refused with the reason: other types, damaged and cut files, too many bytes or pixels', async () => {
  const damaged = Buffer.from(png());
  damaged[40]! ^= 1;
  const notPictures = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a'),
    damaged,
    png().subarray(0, -13),
    jpeg().subarray(0, -400),
    Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0]),
    Buffer.alloc(0),
  ];
  for (const bytes of notPictures)
    expect(await send('Logo', bytes)).toMatchObject({
      status: 400,
      body: { code: 'header_image_type', issues: [{ path: 'file' }] },
    });
  expect(await send('Wide', png(4097, 1))).toMatchObject({
    status: 400,
    body: { code: 'header_image_size', message: expect.stringContaining("4'097") },
  });
  expect(await send('Heavy', Buffer.alloc(2 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { code: 'header_image_bytes' },
  });
  expect((await send('', png())).status).toBe(400);
  expect((await call('GET', 'templateimage')).body).toEqual([]);
});

test('an image is given to whoever has the link of a dashboard that shows it, while that is open, and to nobody by its number', async () => {
  const { id } = (await send('Above', png())).body as AdminHeaderImage;
  const { id: other } = (await send('Of others', png(9, 9))).body as AdminHeaderImage;
  const link = await portal.upload([[original, 1]], { headerImageId: String(id) });
  const statusOf = async (path: string) => (await fetch(`${portal.server.url}/${path}`)).status;
  const summary = await fetch(`${portal.server.url}/api/statistics/${link}/summary`);
  const { headerImage } = (await summary.json()) as { headerImage: string };
  const shown = await fetch(`${portal.server.url}/${headerImage}`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(png()));
  expect(await statusOf(`api/statistics/${link}/header-image/${other}`)).toBe(404);
  expect(await statusOf(`api/statistics/${'x'.repeat(22)}/header-image/${id}`)).toBe(404);
  expect(await statusOf(`api/templateimage/${id}`)).toBe(401);
  const { pool } = portal.server;
  await pool.query('update statistics set active = false where direct_link_id = $1', [link]);
  await expect.poll(() => statusOf(headerImage)).toBe(404);
});

test('an image is renamed, and deleted unless a statistic shows it, be it one that can still be restored', async () => {
  const { id } = (await send('Logo', png())).body as AdminHeaderImage;
  const { id: other } = (await send('Other', png())).body as AdminHeaderImage;
  expect(await call('PUT', `templateimage/${id}`, { name: 'OTHER' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  });
  expect((await call('PUT', `templateimage/${id}`, { name: 'Letterhead' })).body).toEqual({
    id,
    name: 'Letterhead',
    statistics: 0,
  });
  const link = await portal.upload([[original, 1]], { headerImageId: String(id) });
  const { pool } = portal.server;
  const inUse = { status: 409, body: { code: 'header_image_in_use', message: expect.stringContaining('1') } };
  expect(await call('DELETE', `templateimage/${id}`)).toMatchObject(inUse);
  await pool.query('update statistics set deleted_at = now() where direct_link_id = $1', [link]);
  expect(await call('DELETE', `templateimage/${id}`)).toMatchObject(inUse);
  expect((await call('GET', 'templateimage')).body).toEqual([
    { id, name: 'Letterhead', statistics: 1 },
    { id: other, name: 'Other', statistics: 0 },
  ]);
  const seenByUsers = await fetch(`${portal.server.url}/api/templateimage`, {
    headers: { authorization: `Bearer ${portal.token}` },
  });
  expect(await seenByUsers.json()).toEqual([
    { id, name: 'Letterhead' },
    { id: other, name: 'Other' },
  ]);
  await pool.query('delete from statistics');
  expect((await call('DELETE', `templateimage/${id}`)).status).toBe(204);
  expect((await call('DELETE', `templateimage/${id}`)).status).toBe(404);
  expect((await call('PUT', `templateimage/${id}`, { name: 'X' })).status).toBe(404);
  const ofThis = ((await auditOf(pool, 'header-image')) as { subject_key: string }[]).filter(
    ({ subject_key }) => subject_key === String(id),
  );
  expect(ofThis).toMatchObject([
    { action: 'header-image.created', after: { name: 'Logo', width: 8, height: 4 } },
    { action: 'header-image.renamed', before: { name: 'Logo' }, after: { name: 'Letterhead' } },
    { action: 'header-image.deleted', before: { name: 'Letterhead' } },
  ]);
});
