import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { purgeDeletedStatistics } from '#server/statistics/change-queries.ts';
import { jsonLines } from '#shared/json-lines.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import type { UploadLine } from '#shared/schemas/upload.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';
import { residentMegabytes } from '#tests/torture/memory.ts';

const MB = 1024 * 1024;
const CODES = 50_000;

let database: TestDatabase;
let server: ServerProcess;
let token: string;
let other: string;
let small: string;

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  server = await startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    // As npm start does.
    MALLOC_MMAP_THRESHOLD_: String(MB),
  });
  token = await signIn(server.url, 'rep@portal.example');
  other = await addedUser('other');
  const rows = [
    [original, 3],
    [generic, 2],
    [provider, 1],
  ] as const;
  small = (await uploadRows(server.url, other, rows)).directLinkId;
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.close();
});

async function addedUser(name: string): Promise<string> {
  await addUser(database.pool, { email: `${name}@portal.example` });
  return signIn(server.url, `${name}@portal.example`);
}

/** Valid GTINs that no catalogue knows. */
function codes(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, at) => gtin(`769${String(first + at).padStart(9, '0')}`));
}

/** Resident memory of the server in megabytes. */
const resident = () => residentMegabytes(server.pid);

type Beside<T> = { result: T; grown: number; milliseconds: number[] };

/** What comes of `work`, by how many megabytes the server's memory grew at most, and how long each of another user's calls took meanwhile. */
async function beside<T>(work: () => Promise<T>): Promise<Beside<T>> {
  const before = resident();
  let peak = before;
  const milliseconds: number[] = [];
  let isOver = false;
  const watch = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 20);
  const calls = (async () => {
    const paths = ['', `/${small}/summary`, `/${small}/product?limit=50`];
    while (!isOver) {
      await Promise.all(
        paths.map(async (path) => {
          const begun = performance.now();
          const answer = await get(`/api/statistics${path}`, { authorization: `Bearer ${other}` });
          milliseconds.push(performance.now() - begun);
          expect(answer.status).toBe(200);
        }),
      );
      await sleep(100);
    }
  })();
  try {
    const result = await work();
    return { result, grown: peak - before, milliseconds };
  } finally {
    isOver = true;
    clearInterval(watch);
    await calls;
  }
}

type Answer = {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  firstByte: number;
  whole: number;
};

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): ClientRequest {
  const asked = request(server.url + path, { method, headers, agent: false });
  asked.end();
  return asked;
}

/** An answer as it is sent, compressed or not. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const begun = performance.now();
  const [answer] = (await once(ask(path, headers, method), 'response')) as [IncomingMessage];
  const firstByte = performance.now() - begun;
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const whole = performance.now() - begun;
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    bytes: Buffer.concat(pieces),
    firstByte,
    whole,
  };
}

const visitor = (at: number) => ({ 'x-forwarded-for': `192.0.2.${at}` });

const decoders = {
  identity: (bytes: Buffer) => bytes,
  zstd: (bytes: Buffer) => zstdDecompressSync(bytes),
  br: (bytes: Buffer) => brotliDecompressSync(bytes),
  gzip: (bytes: Buffer) => gunzipSync(bytes),
};

type Encoding = keyof typeof decoders;
const encodings = Object.keys(decoders) as Encoding[];

/** Of milliseconds, what 95 of a hundred do not exceed. */
function p95(milliseconds: number[]): number {
  return milliseconds.toSorted((a, b) => a - b)[Math.ceil(milliseconds.length * 0.95) - 1]!;
}

test('a file of 900,000 codes is refused within seconds, four at once, and keeps nobody waiting', async () => {
  const file = Buffer.from(`GTIN;Menge\n${codes(900_000).join(';1\n')};1\n`);
  expect(file.length / 1e6).toBeCloseTo(14.4, 1);
  const users = await Promise.all(['one', 'two', 'three'].map(addedUser));
  const dryRun = (by: string) => {
    const form = new FormData();
    form.set('file', new Blob([file]), 'purchases.csv');
    const headers = { authorization: `Bearer ${by}` };
    return fetch(`${server.url}/api/statistics/preview`, { method: 'POST', headers, body: form });
  };
  const { result, grown, milliseconds } = await beside(async () => {
    const begun = performance.now();
    const upload = postStatistic(server.url, token, uploadForm(file, {}, 'purchases.csv'));
    const answers = await Promise.all([upload, ...users.map(dryRun)]);
    return { answers, within: performance.now() - begun };
  });
  expect(result.within).toBeLessThan(10_000);
  for (const answer of result.answers)
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'import_too_many_codes' }]);
  expect(Math.max(...milliseconds)).toBeLessThan(1000);
  expect(grown).toBeLessThan(400);
});

type Stored = { id: number; link: string; timings: ImportReport['timings'] };

/** What the articles of a file are bought of each, in its order. */
const quantities = Array.from({ length: CODES }, (_, at) => (at % 7) + 1);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** A product of the catalogue, and codes from `first` on. */
const fileCodes = (first: number) => [original, ...codes(CODES - 1, first)];

/** Uploads such a file, most of it with long descriptions; `onSaving` hears when the last stage begins. */
async function store(first: number, onSaving: () => void = () => undefined): Promise<Stored> {
  const rows = fileCodes(first).map((code, at) => {
    const description = at % 7 ? `Artikel ${at} `.padEnd(100, 'lang ') : `Artikel ${at}`;
    return `${code};${description};${quantities[at]}\n`;
  });
  const form = uploadForm(Buffer.from(`GTIN;Bezeichnung;Menge\n${rows.join('')}`), {}, 'purchases.csv');
  const answer = await postStatistic(server.url, token, form, { accept: 'application/x-ndjson' });
  let last: UploadLine | undefined;
  const hear = jsonLines<UploadLine>((line) => {
    last = line;
    if ('progress' in line && line.progress.stage === 'saving') onSaving();
  });
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) hear(piece);
  if (!last || !('result' in last)) throw new Error(`The upload failed: ${JSON.stringify(last)}`);
  const { bezugsStatistik, report } = last.result;
  const { bezugsStatistikID: id, directLinkId: link } = bezugsStatistik;
  return { id, link, timings: report.timings };
}

let many: Stored;

test('50,000 codes are stored while others work', async () => {
  const { result, milliseconds } = await beside(() => store(0));
  many = result;
  expect(sum(Object.values(many.timings))).toBeLessThan(30_000);
  expect(p95(milliseconds)).toBeLessThan(1000);
});

const list = (query = '') => `/api/statistics/${many.link}/product?sortBy=qtySum${query}`;
const formats = [
  ['JSON', 'application/json'],
  ['Arrow', ARROW_STREAM],
] as const;
const kinds = formats.flatMap(([format, accept]) =>
  encodings.map((encoding) => ({ format, encoding, headers: { accept, 'accept-encoding': encoding } })),
);

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** What the whole list is in each format, once it has been looked at. */
const whole: { JSON?: string; Arrow?: string } = {};
let arrowBytes = 0;

/**
 * What three visitors who list it at once may take above what the process has: each 64 MB of answers on their way, the kept
 * ones 64 MB (RESULT_CACHE_MEMORY), and DuckDB, which holds some 60 MB of the statistic, as much again to open and to ask it.
 */
const MOST_MEGABYTES = 3 * 64 + 64 + 2 * 60;

test.each(formats)(
  'three visitors at once get all of 50,000 rows as %s, the same in each encoding',
  async (format, accept) => {
    const plain = await get(list(), { ...visitor(4), accept });
    const packs =
      format === 'Arrow'
        ? [...(tableFromIPC(plain.bytes).getChild('qtySum1') as Iterable<number>)]
        : (JSON.parse(plain.bytes.toString()) as { qtySum1: number }[]).map(({ qtySum1 }) => qtySum1);
    expect([packs.length, sum(packs)]).toEqual([CODES, sum(quantities)]);
    whole[format] = digest(plain.bytes);
    if (format === 'Arrow') arrowBytes = plain.bytes.length;

    for (const encoding of encodings) {
      const headers = { accept, 'accept-encoding': encoding };
      const seen = await beside(() =>
        Promise.all([1, 2, 3].map((at) => get(list(), { ...visitor(at), ...headers }))),
      );
      for (const answer of seen.result) {
        expect([answer.status, answer.headers['content-encoding'] ?? 'identity']).toEqual([200, encoding]);
        expect(digest(decoders[encoding](answer.bytes))).toBe(whole[format]);
      }
      expect(p95(seen.milliseconds)).toBeLessThan(1000);
      expect(seen.grown).toBeLessThan(MOST_MEGABYTES);

      const { etag } = seen.result[0]!.headers;
      const head = await get(list(), headers, 'HEAD');
      expect([head.status, head.headers.etag, head.bytes.length]).toEqual([200, etag, 0]);
      const again = await get(list(), { ...headers, 'if-none-match': etag! });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  },
);

test('three visitors who ask for every format and encoding at once get what there is room for, and keep nobody waiting', async () => {
  const asked = [1, 2, 3].flatMap((at) => kinds.map((kind) => ({ at, ...kind })));
  const seen = await beside(() =>
    Promise.all(asked.map(({ at, headers }) => get(list(), { ...visitor(at), ...headers }))),
  );
  const got = seen.result.map(({ status, headers, bytes }, index) => {
    const { at, format, encoding } = asked[index]!;
    if (status === 200) expect(digest(decoders[encoding](bytes))).toBe(whole[format]);
    else expect([status, headers['retry-after']]).toEqual([429, '10']);
    return { at, status };
  });
  for (const visitor of [1, 2, 3])
    expect(got.filter(({ at, status }) => at === visitor && status === 200).length).toBeGreaterThanOrEqual(3);
  expect(p95(seen.milliseconds)).toBeLessThan(1000);
  expect(seen.grown).toBeLessThan(MOST_MEGABYTES);
});

test.each([
  'explain?view=summary&figure=turnoverProvider',
  `explain?view=product&figure=qtySum1&row=${original}`,
  'download-excel',
  'excel',
  'download',
])('%s of it works while others do', async (path) => {
  const { result, milliseconds } = await beside(() =>
    get(`/api/statistics/${many.link}/${path}`, visitor(4)),
  );
  expect(result.status, String(result.bytes.subarray(0, 1000))).toBe(200);
  expect(result.bytes.subarray(0, 2).toString()).toBe(path.startsWith('explain') ? '{"' : 'PK');
  expect(p95(milliseconds)).toBeLessThan(1000);
});

test('its cart has what could replace the only product that is known', async () => {
  const answer = await fetch(`${server.url}/api/cart/from-statistic/${many.link}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as Cart).rows).toMatchObject([{ gtin: provider }]);
});

type Begun = { status: number; answer: IncomingMessage; leave: () => void };

/** Asks, and reads no more than the head. */
async function begin(path: string, headers: Record<string, string>): Promise<Begun> {
  const asked = ask(path, headers);
  asked.on('error', () => undefined);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return { status: answer.statusCode!, answer, leave: () => asked.destroy() };
}

const asArrow = (at: number) => ({ ...visitor(at), accept: ARROW_STREAM });
/** How many whole lists one visitor may have on their way. */
const mayHave = () => Math.floor((64 * MB) / arrowBytes);
const given = (begun: readonly Begun[]) => begun.filter(({ status }) => status === 200);

test('a hundred visitors who hang up in the middle leave nothing behind', async () => {
  let before = 0;
  for (let round = 0; round < 130; round++) {
    // What the first thirty leave is what a process has that has done so at all.
    if (round === 30) before = resident();
    const { status, answer, leave } = await begin(list(), {
      ...visitor(10 + (round % 20)),
      ...kinds[round % 8]!.headers,
    });
    expect(status).toBe(200);
    await once(answer, 'readable');
    leave();
  }
  for (let at = 10; at < 30; at++)
    await expect.poll(async () => (await get(list(), asArrow(at))).status).toBe(200);
  expect(resident() - before).toBeLessThan(150);
});

test('a visitor who reads nothing has no more on their way than may be, whoever else waited for it too', async () => {
  const slow = await Promise.all(
    Array.from({ length: 8 }, (_, at) => begin(list(`&offset=${at}`), asArrow(40))),
  );
  expect(given(slow)).toHaveLength(mayHave());
  expect((await get(list(), asArrow(41))).status).toBe(200);
  for (const { leave } of slow) leave();
  await expect.poll(async () => (await get(list(), asArrow(40))).status).toBe(200);

  const kept: Begun[] = [];
  for (let at = 0; at < 8; at++) {
    const asked = begin(list(`&offset=${at}`), asArrow(42));
    await sleep(10);
    const [first, second] = await Promise.all([asked, begin(list(`&offset=${at}`), asArrow(42))]);
    first.leave();
    kept.push(second);
    await sleep(30);
  }
  expect(given(kept).length).toBeLessThanOrEqual(mayHave());
  for (const { leave } of kept) leave();
});

test('who waits with those who have too much on their way is not refused with them', async () => {
  const full = await Promise.all(
    [50, 51].flatMap((at) =>
      Array.from({ length: 5 }, (_, offset) => begin(list(`&offset=${offset}`), asArrow(at))),
    ),
  );
  expect(given(full)).toHaveLength(2 * mayHave());
  const three = await Promise.all(
    [50, 51, 52].map(async (at, turn) => {
      await sleep(turn * 10);
      return begin(list('&offset=9'), asArrow(at));
    }),
  );
  expect(three.map(({ status }) => status)).toEqual([429, 429, 200]);
  for (const { leave } of [...full, ...three]) leave();
});

test.each(kinds)(
  'of two who ask for it as $format ($encoding) at once, one may hang up',
  async ({ format, encoding, headers }) => {
    for (const inTheMiddle of [false, true]) {
      const asked = ask(list(), { ...visitor(60), ...headers });
      const answer = once(asked, 'response').catch(() => []);
      await sleep(10);
      const other = get(list(), { ...visitor(61), ...headers });
      if (inTheMiddle) await once((await answer)[0] as IncomingMessage, 'readable');
      asked.on('error', () => undefined);
      asked.destroy();
      const { status, bytes } = await other;
      expect([status, digest(decoders[encoding](bytes))]).toEqual([200, whole[format]]);
    }
  },
);

/** Takes a statistic away for good, as the portal does a day after it was deleted. */
async function purge({ id }: Stored): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const deleted = await fetch(`${server.url}/api/statistics/${id}`, { method: 'DELETE', headers });
  expect(deleted.status).toBeLessThan(300);
  await database.pool.query("update statistics set deleted_at = now() - interval '25 hours' where id = $1", [
    id,
  ]);
  expect(await purgeDeletedStatistics(database.pool)).toBe(1);
}

/** Milliseconds that statements of the database wait for locks until `until`, of all together. */
async function lockWaits(until: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  until.then(over, over);
  let waited = 0;
  for (let last = performance.now(); !isOver; ) {
    const waits = await countLockWaits(database.pool);
    const now = performance.now();
    waited += waits * (now - last);
    last = now;
    await sleep(10);
  }
  return waited;
}

test('an upload that shares half of its codes with a statistic that is purged meanwhile waits for no more than a second, and has all of them', async () => {
  const half = CODES / 2;
  const alone = await store(half);
  await purge(alone);
  const longer: number[] = [];
  for (let round = 0; round < 3; round++) {
    let purging: Promise<void> | undefined;
    const storing = store(half, () => {
      purging = purge(many);
    });
    const waited = lockWaits(storing);
    const stored = await storing;
    await purging!;
    expect(await waited).toBeLessThan(1000);
    longer.push(stored.timings.saving! - alone.timings.saving!);
    const { rows } = await database.pool.query(
      `select count(*)::integer as codes, sum(quantity)::integer as packs
       from statistic_identifiers join identifiers i on i.id = identifier_id
       where statistic_id = $1 and i.gtin = any ($2)`,
      [stored.id, fileCodes(half)],
    );
    expect(rows).toEqual([{ codes: CODES, packs: sum(quantities) }]);
    await purge(stored);
    many = await store(0);
  }
  // A busy machine may make one of them slow.
  expect(Math.min(...longer)).toBeLessThan(1000);
});

test('purging is as quick where PostgreSQL last looked at its tables while they were nearly empty', async () => {
  await purge(many);
  await database.pool.query('analyze identifiers, statistic_identifiers');
  many = await store(0);
  const other = await store(CODES / 2);
  const begun = performance.now();
  await purge(other);
  // Two minutes, where each code is compared with every row.
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('nothing of all this is worth a line of the log but slow views', () => {
  const [, logged] = server.output().split('Ctrl-C stops it.\n');
  expect(logged!.split('\n').filter((line) => line && !line.includes('"msg":"slow view"'))).toEqual([]);
});
