import { monitorEventLoopDelay } from 'node:perf_hooks';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { original, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
beforeAll(async () => {
  portal = await openSmallPortal();
});
afterAll(() => portal.server.close());

type Answer = { status: number; code?: string; fields?: (string | undefined)[] };

async function send(
  path: string,
  body: string | Buffer,
  headers: Record<string, string>,
  method = 'POST',
): Promise<Answer> {
  const response = await fetch(portal.server.url + path, {
    method,
    headers: { authorization: `Bearer ${portal.token}`, ...headers },
    body: body as BodyInit,
  });
  const answer = (await response.json()) as { code?: string; issues?: { path?: string }[] };
  const fields = answer.issues?.map(({ path }) => path);
  return {
    status: response.status,
    ...(answer.code ? { code: answer.code } : {}),
    ...(fields ? { fields } : {}),
  };
}

const token = JSON.stringify({ token: 'x' });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a JSON body', () => {
  const sendJson = (body: string | Buffer, headers = {}, type = 'application/json') =>
    send('/api/users/validate-reset-token', body, { 'content-type': type, ...headers });

  test.each([
    ['gzip', gzipSync(token)],
    ['deflate', deflateSync(token)],
    ['br', brotliCompressSync(token)],
    ['identity', Buffer.from(token)],
  ])('may be compressed as %s', async (encoding, body) => {
    expect(await sendJson(body, { 'content-encoding': encoding })).toEqual({ status: 200 });
  });

  test.each<[string, number, string, string | Buffer, string?, string?]>([
    ['that breaks off', 400, 'json_invalid', '{"token":'],
    ['that is empty', 400, 'json_invalid', ''],
    ['that is not UTF-8', 400, 'json_invalid', Buffer.from('{"token":"\xe9"}', 'latin1')],
    ['nested 21 deep', 400, 'json_too_complex', nested(21)],
    ['nested 20 deep, but no object', 400, 'invalid_input', nested(20)],
    ['of 40,000 values', 400, 'json_too_complex', `[${'0,'.repeat(40_000)}0]`],
    ['of 300,000 bytes', 413, 'too_large', JSON.stringify({ token: 'x'.repeat(300_000) })],
    ['of 300,000 bytes, compressed', 413, 'too_large', gzipSync(Buffer.alloc(300_000, 32)), 'gzip'],
    ['compressed in a way nobody knows', 415, 'encoding_unsupported', token, 'lzw'],
    ['compressed twice', 415, 'encoding_unsupported', gzipSync(gzipSync(token)), 'gzip, gzip'],
    ['that claims to be compressed', 400, 'bad_request', token, 'gzip'],
    ['whose compression breaks off', 400, 'bad_request', gzipSync(token).subarray(0, -6), 'gzip'],
    ['in Latin-1', 415, 'encoding_unsupported', token, undefined, 'application/json; charset=latin1'],
    ['that is text', 415, 'unsupported_media_type', token, undefined, 'text/plain'],
  ])('%s is answered %i %s', async (_, status, code, body, encoding, type) => {
    const headers = encoding ? { 'content-encoding': encoding } : {};
    expect(await sendJson(body, headers, type)).toMatchObject({ status, code });
  });

  test.each(['a\0b', '\ud800', 'x'.repeat(201), ['x'], 7, null, {}])(
    'with the value %j is refused with the name of the field',
    async (value) => {
      expect(await sendJson(JSON.stringify({ token: value }))).toEqual({
        status: 400,
        code: 'invalid_input',
        fields: ['token'],
      });
    },
  );
});

describe('an upload as JSON', () => {
  const upload = (body: string | Buffer, headers = {}) =>
    send('/api/statistics', body, { 'content-type': 'application/json', ...headers });
  const rules = {
    testUpload: true,
    timeMonthFrom: 1,
    timeYearFrom: 2025,
    timeMonthTo: 12,
    timeYearTo: 2025,
  };

  test('brings its file whole, also with slashes as \\/ and of megabytes', async () => {
    const file = Buffer.concat([await workbook([[original, 3]]), Buffer.alloc(1)]);
    const noise = Buffer.from(Array.from({ length: 1_000_003 }, (_, index) => (index * 31) % 256));
    const consent = Buffer.concat([Buffer.from('%PDF-'), noise]);
    const dataUrl = (bytes: Buffer) => `data:application/x;base64,${bytes.toString('base64')}`;
    const body = JSON.stringify({ ...rules, file: dataUrl(file), consentFile: dataUrl(consent) });
    const response = await fetch(`${portal.server.url}/api/statistics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
      body: body.replaceAll('/', '\\/'),
    });
    expect(response.status).toBe(200);
    const { rows } = await portal.server.pool.query(
      'select file, consent from statistic_files order by statistic_id desc limit 1',
    );
    expect(file.equals(rows[0].file)).toBe(true);
    expect(consent.equals(rows[0].consent)).toBe(true);
  });

  const MB = 1_000_000;
  test.each([
    ['40 million arrays in each other', gzipSync(Buffer.alloc(40 * MB, '['))],
    ['20 million numbers', gzipSync(`[${'0,'.repeat(20 * MB)}0]`)],
    ['13 million arrays', gzipSync(`[[]${',[]'.repeat(13 * MB)}]`)],
    ['7 million objects in each other', gzipSync('{"a":'.repeat(7 * MB))],
    ['a million keys', gzipSync(`{${Array.from({ length: MB }, (_, index) => `"${index}":0`).join()}}`)],
    ['20 million strings', gzipSync('""'.repeat(20 * MB))],
    ['a number of 40 million digits', gzipSync(Buffer.alloc(40 * MB, '7'))],
    ['40 million spaces', gzipSync(Buffer.alloc(40 * MB, ' '))],
  ])('of %s is refused before it keeps others waiting', async (_, body) => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const answer = await upload(body, { 'content-encoding': 'gzip' });
    delay.disable();
    expect(answer).toEqual({ status: 400, code: 'json_too_complex' });
    // Took 1.7 to 8.8 s when it was parsed first.
    expect(delay.max / 1e6).toBeLessThan(500);
  });

  test('that unpacks to more than two files can have is too large', async () => {
    const body = gzipSync(`{"file":"${'A'.repeat(43 * MB)}"}`);
    expect(await upload(body, { 'content-encoding': 'gzip' })).toEqual({
      status: 413,
      code: 'max_size_exceded',
    });
  });

  test.each([
    ['headerImageId', true],
    ['headerImageId', [1]],
    ['headerImageId', '1e3'],
    ['headerImageId', 2 ** 31],
    ['headerImageId', '99999999999999999999'],
    ['headerImageId', 1.5],
    ['uploader', '0x1'],
    ['testUpload', 'maybe'],
    ['timeYearTo', 1e20],
    ['comment', 'a\0b'],
    ['comment', '\udc00'],
    ['comment', 'x'.repeat(256)],
    ['comment', 'x'.repeat(200_000)],
    ['customerName', ['a']],
    ['fileName', 'x'.repeat(256)],
    ['columns', JSON.stringify({ sheet: 'a\0', headingRow: 1, columns: [] })],
  ])('with %s %j is refused with the name of the field', async (field, value) => {
    const answer = await upload(JSON.stringify({ ...rules, [field]: value, file: 'data:;base64,AA==' }));
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(answer.fields![0]).toMatch(new RegExp(`^${field}\\b`));
  });

  test('with a header image that is not there says so', async () => {
    const body = JSON.stringify({ ...rules, headerImageId: 4711, file: 'data:;base64,AA==' });
    expect(await upload(body)).toEqual({
      status: 400,
      code: 'header_image_unknown',
      fields: ['headerImageId'],
    });
  });

  test('whose consent reads like what stands in the place of its file is refused', async () => {
    const file = `data:;base64,${Buffer.alloc(200_000).toString('base64')}`;
    expect(await upload(JSON.stringify({ ...rules, file, consentFile: '\u00000' }))).toEqual({
      status: 400,
      code: 'data_url_invalid',
      fields: ['consentFile'],
    });
  });

  test.each(['data:x,AA', 'AA==', 7, ['data:;base64,AA==']])('with the file %j names it', async (file) => {
    expect(await upload(JSON.stringify({ ...rules, file }))).toEqual({
      status: 400,
      code: 'data_url_invalid',
      fields: ['file'],
    });
  });
});

describe('a form', () => {
  const part = (name: string, text: string | Buffer, more = '') =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
      Buffer.from(text as string),
      Buffer.from('\r\n'),
    ]);
  const closed = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')]);
  const upload = (body: Buffer, type = 'multipart/form-data; boundary=x') =>
    send('/api/statistics', body, { 'content-type': type });
  const file = part('file', 'PK', '; filename="a.xlsx"');

  test.each<[string, number, string, Buffer, string?]>([
    ['without a boundary', 400, 'form_invalid', closed(file), 'multipart/form-data'],
    ['with an empty boundary', 400, 'form_invalid', closed(file), 'multipart/form-data; boundary='],
    [
      'with a boundary of 71 characters',
      400,
      'form_invalid',
      closed(),
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
    ],
    [
      'with another boundary than it says',
      400,
      'form_invalid',
      closed(file),
      'multipart/form-data; boundary=y',
    ],
    ['that is empty', 400, 'form_invalid', Buffer.alloc(0)],
    ['of noise', 400, 'form_invalid', Buffer.alloc(100_000, '\r\n--')],
    ['that breaks off in a part', 400, 'form_invalid', file.subarray(0, -4)],
    ['that breaks off after a part', 400, 'form_invalid', file],
    ['with a NUL in a head', 400, 'form_invalid', closed(part('file', 'PK', '; filename="a\0"'))],
    ['of 101 fields', 413, 'too_large', closed(...Array.from({ length: 101 }, () => part('a', '')))],
    ['of 100,000 fields', 413, 'too_large', closed(...Array.from({ length: 100_000 }, () => part('a', '')))],
    ['of 200,000 characters', 413, 'too_large', closed(part('comment', 'x'.repeat(200_000)))],
    ['with other content', 415, 'unsupported_media_type', closed(file), 'multipart/mixed; boundary=x'],
  ])('%s is answered %i %s', async (_, status, code, body, type) => {
    expect(await upload(body, type)).toMatchObject({ status, code });
  });

  test.each<[string, Buffer[]]>([
    ['comment', [part('comment', 'a'), part('comment', 'b')]],
    ['comment', [part('comment', Buffer.from([0xe9]))]],
    ['comment', [part('comment', 'a\0')]],
    ['headerImageId', [part('headerImageId', '1e3')]],
    ['headerImageId', [part('headerImageId', '2147483648')]],
    ['testUpload', [part('testUpload', 'maybe')]],
    ['file', [file, file]],
    ['file', [part('file', 'PK', `; filename="${'x'.repeat(256)}"`)]],
  ])('%s is named when it is what is wrong (%#)', async (field, parts) => {
    expect(await upload(closed(...parts))).toEqual({
      status: 400,
      code: 'invalid_input',
      fields: [field],
    });
  });

  test.each(['7bit', '8bit', 'binary'])('may say that a part is %s', async (encoding) => {
    const parts = [part('testUpload', 'true', `\r\nContent-Transfer-Encoding: ${encoding}`)];
    expect(await upload(closed(...parts))).toMatchObject({ code: 'time_range_required' });
  });

  test('brings names with quotes, umlauts and paths, and content with what looks like its boundary', async () => {
    const bytes = Buffer.from('%PDF-\r\n--y\r\n\r\n--\r\n');
    const id = await portal.upload([[original, 1]]);
    const body = closed(part('consentFile', bytes, '; filename="C:\\Eigene Dateien\\Zusage %22Löwe%22.pdf"'));
    expect(
      await send(
        `/api/statistics/${id}/consent`,
        body,
        { 'content-type': 'multipart/form-data; boundary="x"' },
        'PUT',
      ),
    ).toEqual({ status: 200 });
    const response = await fetch(`${portal.server.url}/api/statistics/${id}/consent`, {
      headers: { authorization: `Bearer ${portal.token}` },
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(decodeURIComponent(response.headers.get('content-disposition')!)).toContain('Zusage "Löwe".pdf');
  });
});
