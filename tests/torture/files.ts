import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { createCanvas } from '@napi-rs/canvas';
import ExcelJS from 'exceljs';
import { unzipSync } from 'fflate';
import type { Pool } from 'pg';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { withFiles } from '#analytics/files.ts';
import { closing } from '#server/platform/closing.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import type { TemplateCheck } from '#shared/schemas/template-files.ts';
import type { UploadResult } from '#shared/schemas/upload.ts';
import { testDatabase } from '../support/database.ts';
import { emptyTables } from '../support/empty-tables.ts';
import { mutatedBytes, mutatedText, type Parts, smallWorkbooks } from '../support/mutations.ts';
import { addUser, password, signIn, uploadForm } from '../support/portal.ts';
import type { Line } from '../support/read-lines.ts';
import { complaintsOf, readReference } from '../support/reference-reader.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { generic, original, provider, workbook } from '../support/small-catalogue.ts';
import { fillSmallPortal } from '../support/small-portal.ts';
import { formOf } from '../support/template-files.ts';
import { type ZipPart, zip } from '../support/xlsx-builder.ts';
import { memoryOf } from './memory.ts';

const AT_ONCE = 4;
const WARM_ROUNDS = 2;
const PATIENCE_MILLISECONDS = 10_000;
/** Of all files so many are workbooks with purchases, which anybody sends. */
const WORKBOOKS = 0.6;
/** Above idle. The others are read, drawn and merged by threads of several kinds, each of which keeps what it has grown to. */
const MOST_MEGABYTES = { workbooks: 300, others: 600 };
const MOST_FAULTS = 10;
/** A user may upload so often in an hour, and a little less often build, check and download. */
const FILES_PER_USER = 150;

export type FilesOptions = { seed: number; amount?: number; seconds?: number };

/** How many of a kind were sent, and what became of them by status and code. */
export type FilesReport = {
  sent: Record<string, Record<string, number>>;
  slowestMilliseconds: number;
  /** Of the process: before the first file, and at most. */
  megabytes: { workbooks: Memory; others: Memory };
};

type Memory = { idle: number; peak: number };

/** A file of a kind with something wrong in it. */
type Kind = {
  name: string;
  /** Of so many files of all kinds so many are of this one. */
  weight: number;
  /** Sends one; gives what became of it. @throws {Error} where something accepted is not what was sent */
  send: (portal: Portal, random: Seeded) => Promise<string>;
};

/**
 * Sends mutated files to a running server: none ends it or takes it longer than ten seconds, none is its own error, and of none
 * that is accepted a row is another than a second reader sees. Workbooks come first, with an eye on memory.
 * @throws {Error} that names the files, which are kept below test-results/torture
 */
export async function files({
  seed,
  amount = Number.POSITIVE_INFINITY,
  seconds = Number.POSITIVE_INFINITY,
}: FilesOptions): Promise<FilesReport> {
  const portal = await openPortal();
  try {
    await portal.takeGoodBodies();
    const run = { seed, faults: [], sent: {} };
    const [workbooks, ...others] = kinds;
    const first = { amount: Math.round(amount * WORKBOOKS), seconds: seconds * WORKBOOKS };
    // Numbers of files, by which they are made.
    const from = Number.isFinite(amount) ? first.amount : 1_000_000;
    const megabytes = {
      workbooks: await sendSome(portal, run, [workbooks!], { from: 0, ...first }, MOST_MEGABYTES.workbooks),
      others: await sendSome(
        portal,
        run,
        others,
        { from, amount, seconds: seconds * (1 - WORKBOOKS) },
        MOST_MEGABYTES.others,
      ),
    };
    const { faults, sent }: Run = run;
    const said = portal.server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    if (said.length > 0) faults.push(`the server says ${said.slice(0, 3).join('\n')}`);
    if (faults.length > 0) throw new Error(faults.join('\n\n'));
    return { sent, slowestMilliseconds: Math.round(portal.slowest), megabytes };
  } finally {
    await portal.close();
  }
}

type Run = { seed: number; faults: string[]; sent: FilesReport['sent'] };

async function sendSome(
  portal: Portal,
  { seed, faults, sent }: Run,
  of: readonly Kind[],
  { from, amount, seconds }: { from: number; amount: number; seconds: number },
  mostMegabytes: number,
): Promise<Memory> {
  // Idle is a process whose threads have all worked, as they do of a morning.
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      for (let warm = 0; warm < WARM_ROUNDS; warm++)
        for (const kind of of) await kind.send(portal, seeded(AT_ONCE * warm + at)).catch(() => undefined);
    }),
  );
  await sleep(1000);
  const memory = memoryOf(portal.server.pid);
  const end = Date.now() + 1000 * seconds;
  const weighed = of.flatMap((kind) => Array<Kind>(kind.weight).fill(kind));
  let next = from;
  const sendNext = async () => {
    while (next < amount && Date.now() < end && faults.length < MOST_FAULTS) {
      const number = next++;
      const random = seeded(seed * 1_000_003 + number);
      const kind = random.pick(weighed);
      portal.sending.set(random, Buffer.alloc(0));
      const outcome = await kind.send(portal, random).catch(async (error: unknown) => {
        const file = join('test-results', 'torture', `${seed}-${number}`);
        await mkdir(join('test-results', 'torture'), { recursive: true });
        await writeFile(file, portal.sending.get(random)!);
        faults.push(`${kind.name} ${number} of seed ${seed} (${file}): ${(error as Error).message}`);
        return 'fault';
      });
      portal.sending.delete(random);
      sent[kind.name] ??= {};
      const outcomes = sent[kind.name]!;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  const used = memory.end();
  if (used.peak - used.idle > mostMegabytes) faults.push(`${used.peak - used.idle} MB above idle`);
  return used;
}

class Portal {
  readonly server: ServerProcess;
  readonly pool: Pool;
  readonly engine: Engine;
  readonly close: () => Promise<void>;
  /** What is being sent, by the numbers that it is made with. */
  readonly sending = new Map<Seeded, Uint8Array>();
  bodies: readonly Body[] = [];
  slowest = 0;
  sentBefore = 0;
  private token: Promise<string> | undefined;
  private users = 0;

  constructor(server: ServerProcess, pool: Pool, engine: Engine, close: () => Promise<void>) {
    this.server = server;
    this.pool = pool;
    this.engine = engine;
    this.close = close;
  }

  /** Of an administrator, another one after some files: what is costly is bounded for each. */
  private signedIn(): Promise<string> {
    if (this.sentBefore++ % FILES_PER_USER === 0)
      this.token = (async () => {
        const email = `u${this.users++}@portal.example`;
        await emptyTables(this.pool, 'rate_limits');
        await addUser(this.pool, { email, role: 'Admin' });
        return signIn(this.server.url, email);
      })();
    return this.token!;
  }

  /** @throws {Error} where one is not taken as it is, so that nothing would be learnt from what is made of it */
  async takeGoodBodies(): Promise<void> {
    const uploaded = await this.ask<UploadResult>(
      'POST',
      'statistics',
      uploadForm(await workbook([[original, 5]])),
    );
    this.bodies = bodiesFor(uploaded.answer.bezugsStatistik.directLinkId);
    for (const [method, path, body] of this.bodies) {
      const { status, answer } = await this.ask(method, path, JSON.stringify(body));
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    }
  }

  /** @throws {Error} for an answer that is the server's own error, or none in time */
  async ask<Answer>(
    method: string,
    path: string,
    body?: FormData | string,
  ): Promise<{ status: number; code: string; answer: Answer }> {
    const token = await this.signedIn();
    for (;;) {
      const startedAt = performance.now();
      const response = await fetch(`${this.server.url}/api/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, */*;q=0.5',
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS + 5000),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const took = performance.now() - startedAt;
      this.slowest = Math.max(this.slowest, took);
      if (took > PATIENCE_MILLISECONDS) throw new Error(`answered after ${Math.round(took)} ms`);
      const isJson = response.headers.get('content-type')?.includes('json');
      const answer = isJson ? JSON.parse(bytes.toString()) : bytes;
      const { status } = response;
      // Too much at once is told so, and is no fault.
      if (response.headers.get('retry-after') !== null) {
        await sleep(500);
        continue;
      }
      if (status >= 500) throw new Error(`answered ${status} ${bytes.toString('utf8', 0, 500)}`);
      return { status, code: answer?.code ?? '', answer };
    }
  }
}

async function openPortal(): Promise<Portal> {
  const database = await testDatabase();
  await fillSmallPortal(database.pool);
  const folder = await mkdtemp(join(tmpdir(), 'torture-'));
  const engine = await openEngine({ directory: folder, connections: 1 });
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    DISK_RESERVE: '16',
    LOG_LEVEL: 'error',
  });
  const close = closing(async () => {
    server.kill('SIGKILL');
    await server.ended;
    engine.close();
    await rm(folder, { recursive: true, force: true });
    await database.close();
  });
  return new Portal(server, database.pool, engine, close);
}

const outcomeOf = ({ status, code }: { status: number; code: string }) => `${status} ${code}`.trim();

const kinds: Kind[] = [
  {
    name: 'workbook',
    weight: 60,
    async send(portal, random) {
      const file = mutatedWorkbook(await goodWorkbook(random), random);
      portal.sending.set(random, file);
      const answer = await portal.ask<UploadResult>('POST', 'statistics', uploadForm(file));
      if (answer.status === 200) await checkRows(portal, answer.answer, file);
      return outcomeOf(answer);
    },
  },
  {
    name: 'template file as text',
    weight: 12,
    async send(portal, random) {
      const [key, text] = random.pick(texts);
      const encoded = encoding(mutatedCsv(text, random), random);
      const file = random.below(3) === 0 ? mutatedBytes(encoded, random) : encoded;
      return sendTemplate(portal, random, key, file, 'file.csv');
    },
  },
  {
    name: 'template file as workbook',
    weight: 12,
    async send(portal, random) {
      const [key, text] = random.pick(texts);
      const book = utils.book_new();
      utils.book_append_sheet(
        book,
        utils.aoa_to_sheet(text.split('\n').map((line) => line.split(';'))),
        'Daten',
      );
      const bytes = write(book, { type: 'buffer', bookType: 'xlsx', bookSST: random.below(2) === 0 });
      return sendTemplate(portal, random, key, mutatedWorkbook(partsIn(bytes), random), 'file.xlsx');
    },
  },
  {
    name: 'bundle of FHIR',
    weight: 2,
    send: (portal, random) =>
      sendTemplate(
        portal,
        random,
        'bag-sl-fhir',
        mutatedBytes(Buffer.from(mutatedText(BUNDLE, random)), random),
        'sl.ndjson',
      ),
  },
  {
    name: 'document',
    weight: 2,
    send: (portal, random) =>
      sendTemplate(portal, random, 'terms-of-use-de', mutatedBytes(PDF, random), 'terms-of-use-de.pdf'),
  },
  {
    name: 'consent',
    weight: 4,
    async send(portal, random) {
      const file = mutatedBytes(random.pick([PDF, ...pictures]), random);
      portal.sending.set(random, file);
      const consentFile = new Blob([file as Uint8Array<ArrayBuffer>]);
      const form = uploadForm(await workbook([[original, 1]]), { consentFile });
      const answer = await portal.ask<UploadResult>('POST', 'statistics', form);
      if (answer.status === 200) {
        const id = answer.answer.bezugsStatistik.directLinkId;
        const kept = await portal.ask<Buffer>('GET', `statistics/${id}/consent`);
        if (Buffer.compare(kept.answer, file) !== 0) throw new Error('the consent is another file');
      }
      return outcomeOf(answer);
    },
  },
  {
    name: 'header image',
    weight: 4,
    async send(portal, random) {
      const file = mutatedBytes(random.pick(pictures), random);
      portal.sending.set(random, file);
      const answer = await portal.ask<{ id: number }>(
        'POST',
        'templateimage',
        formOf({ name: `Picture ${random.below(2 ** 31)}` }, file, 'logo.png'),
      );
      if (answer.status === 200) {
        const kept = await portal.ask<Buffer>('GET', `templateimage/${answer.answer.id}`);
        if (Buffer.compare(kept.answer, file) !== 0) throw new Error('the picture is another file');
        await portal.ask('DELETE', `templateimage/${answer.answer.id}`);
      }
      return outcomeOf(answer);
    },
  },
  {
    name: 'signed cart',
    weight: 2,
    async send(portal, random) {
      const uploaded = await portal.ask<UploadResult>(
        'POST',
        'statistics',
        uploadForm(await workbook([[original, 5]])),
      );
      const link = uploaded.answer.bezugsStatistik.directLinkId;
      const { answer: cart } = await portal.ask<Cart>('POST', `cart/from-statistic/${link}`, '{}');
      const base = `cart/from-statistic/${link}/${cart.cartKey}`;
      await portal.ask('PUT', `cart/${cart.cartKey}/${provider}/3`);
      const file = mutatedBytes(pictures[0]!, random);
      portal.sending.set(random, file);
      const signature = `data:image/png;base64,${file.toString('base64')}`;
      const answer = await portal.ask('POST', base, JSON.stringify({ signature, signatureName: 'Ada' }));
      if (answer.status === 200) await portal.ask('GET', `${base}/pdf`);
      return outcomeOf(answer);
    },
  },
  {
    name: 'JSON',
    weight: 4,
    async send(portal, random) {
      const [method, path, body] = random.pick(portal.bodies);
      const text = mutatedText(JSON.stringify(body), random);
      portal.sending.set(random, Buffer.from(text));
      return outcomeOf(await portal.ask(method, path, text));
    },
  },
];

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

const pictures = (() => {
  const canvas = createCanvas(60, 20);
  const context = canvas.getContext('2d');
  context.moveTo(2, 15);
  context.bezierCurveTo(15, -10, 20, 30, 58, 6);
  context.stroke();
  return [canvas.toBuffer('image/png'), canvas.toBuffer('image/jpeg')];
})();

type Body = [method: string, path: string, body: object];

/** Bodies that are taken; those that are sent are made from them. */
const bodiesFor = (link: string): Body[] => [
  ['PUT', 'config/NEW_STOCKOUT_DAYS', { value: 14 }],
  ['PUT', 'config/PROVIDER_NAME', { value: 'Provider' }],
  [
    'POST',
    'wholesaler',
    {
      wholesalerName: 'Grosshandel',
      enabledForApo: true,
      transferOrderContact: 'a@b.ch',
      freeDeliveryFrom: 500,
    },
  ],
  [
    'POST',
    'focusgroup',
    { name: 'Group', molecules: [{ molecule: 'ramiprilum' }], products: [{ gtin: original }] },
  ],
  ['POST', 'users', { email: 'x@portal.example', name: 'X', role: 'User', Active: false, password }],
  ['PUT', 'alerts', { frequency: 'daily', replaceable: true, own: false, back: false }],
  ['POST', `cart/from-statistic/${link}`, { general: ['match'], type: ['original'] }],
  [
    'POST',
    `what-if/from-statistic/${link}`,
    { name: 'All', chosen: [`product:${original}`], share: '0.5', benchmark: null },
  ],
  ['POST', 'customers/4711/notes', { text: 'Called, back on Monday' }],
  ['PUT', 'users/current/language', { language: 'fr' }],
];

const BUNDLE = `${JSON.stringify({
  resourceType: 'Bundle',
  entry: [
    {
      resource: {
        resourceType: 'PackagedProductDefinition',
        id: 'p',
        packaging: { identifier: [{ system: 'urn:oid:2.51.1.1', value: original }] },
        description: 'Original 10 mg <b>30</b> Tabl',
      },
    },
  ],
})}\n`;

/** Good files of sources by their key; none has a quote or a semicolon in a cell. */
const texts: [key: string, text: string][] = [
  ['customers', `ExternalID;FullName\n4711;Pharmacy\n${numbered(12, (n) => `${n};Apotheke Müller ${n}`)}`],
  ['pharmacodes', `GTIN;Pharmacode\n${original};0000001\n${generic};0000002\n${provider};0000003`],
  ['portfolio', `gtin;alternativeGTIN;rank\n${original};${provider};1\n${generic};${provider};1`],
  ['exclusives', `gtin\n${provider}\n${original}`],
  [
    'own-attributes',
    `gtin;exFactoryPrice;description;sl\n${original};20.50;Original für Ältere;1\n${generic};12;Generic;0`,
  ],
  [
    'stockouts-own',
    `gtin;reportedOn;updatedOn;expectedDelivery;backInStockOn\n${original};2026-01-02;2026-01-03;;\n${generic};2026-02-02;2026-02-03;2026-12-01;`,
  ],
];

function numbered(count: number, line: (number: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join('\n');
}

async function sendTemplate(portal: Portal, random: Seeded, key: string, file: Uint8Array, name: string) {
  portal.sending.set(random, file);
  const answer = await portal.ask<TemplateCheck>(
    'POST',
    `templatefiles/${key}/check`,
    formOf({}, file, name),
  );
  if (answer.status === 200 && answer.answer.rows !== null && name !== 'sl.ndjson')
    await checkSource(portal, answer.answer, file, name);
  return outcomeOf(answer);
}

/** Every value of the rows that would count stands in the file, and no row is counted that is not there. */
async function checkSource(
  portal: Portal,
  { id, found, rows, problems }: TemplateCheck,
  file: Uint8Array,
  name: string,
) {
  const { rows: stored } = await portal.pool.query<{ rows: Buffer }>(
    'select rows from template_file_versions where id = $1',
    [id],
  );
  const used = gunzipSync(stored[0]!.rows).toString().trim().split('\n').filter(Boolean);
  if (used.length !== rows) throw new Error(`${used.length} rows are stored and ${rows} are told`);
  if (used.length > found) throw new Error(`${used.length} rows are used of ${found}`);
  if (found > used.length + problems.unused)
    throw new Error(`of ${found} rows ${used.length} are used, and ${problems.unused} told as not`);
  const text = name.endsWith('.csv') ? readings(file) : cellsOf(file);
  const there = plain(text);
  for (const row of used) {
    for (const [field, value] of Object.entries(JSON.parse(row) as Record<string, unknown>)) {
      // What is written another way than it was read: numbers, days, flags, and codes with their zeros.
      if (typeof value !== 'string' || !/name|description|externalId|gtin$/i.test(field)) continue;
      if (!there.includes(plain(value)))
        throw new Error(`${field} ${JSON.stringify(value)} does not stand in the file`);
    }
  }
}

/** What a text could say in every encoding that is read. */
function readings(file: Uint8Array): string {
  return ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']
    .map((name) => new TextDecoder(name).decode(file))
    .join('\n');
}

function cellsOf(file: Uint8Array): string {
  return readReference(partsIn(file))
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells.values()]))
    .join('\n');
}

const plain = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

function mutatedCsv(text: string, random: Seeded): string {
  if (random.below(2) === 0) return mutatedText(text, random);
  const delimiter = random.pick([',', ';', '\t', '|']);
  const lines = text.split('\n').map((line) => line.split(';'));
  const cells = lines[1 + random.below(lines.length - 1)]!;
  cells[random.below(cells.length)] = random.pick(ODD_TEXTS);
  return lines.map((line) => line.join(delimiter)).join(random.pick(['\n', '\r\n', '\r', '\n\n']));
}

function encoding(text: string, random: Seeded): Buffer {
  switch (random.below(5)) {
    case 0:
      return Buffer.from(text, 'latin1');
    case 1:
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 2:
      return Buffer.from(`\ufeff${text}`);
    default:
      return Buffer.from(text);
  }
}

const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '-0',
    '1e3',
    '1E+21',
    '1.5',
    '1.000',
    "1'000",
    '1’000',
    ' 5 ',
    '５',
    '٣',
    '5-',
    '(5)',
    '=1+1',
  ],
  ...[
    '7680546372163',
    '7.68054637216E+12',
    '07680546372163',
    '7680546372164',
    '760 9 54',
    'NaN',
    'Infinity',
    '1,5',
    '0x10',
  ],
  ...[
    '"',
    '""',
    '"a',
    'a"b',
    '\u00a0',
    '\u200b5',
    '\u202e5',
    'a\nb',
    '\u0000',
    'Total',
    'GTIN',
    'x'.repeat(40_000),
    '💊',
    '\ud83d',
  ],
  ...[
    '2026-13-45',
    '31.12.2026',
    '#REF!',
    'TRUE',
    '1900-02-29',
    '<b>',
    '&amp;',
    '_x0041_',
    '%s',
    "'; drop table users; --",
  ],
];

/** Workbooks as several programs write them, with dates, merged cells, rich texts and two sheets. */
async function goodWorkbook(random: Seeded): Promise<Parts> {
  const choice = random.below(5);
  if (choice < 2) return new Map(smallWorkbooks[choice]!);
  const rows: (string | number | Date)[][] = [
    ['GTIN', 'Pharmacode', 'Artikel', 'Menge', 'Datum'],
    ...Array.from({ length: 1 + random.below(12) }, (_, at) => [
      random.pick<string | number>([original, generic, provider, Number(original), '7680546372163']),
      60_769 + at,
      random.pick(['Original 10 mg', 'Zürich & <Co>', ' mit Rand ', 'Zeile\nZwei', 'Be_x0041_tä']),
      1 + random.below(50),
      new Date(Date.UTC(2025, random.below(12), 1 + random.below(28))),
    ]),
  ];
  if (choice === 2) {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'Daten');
    book.Workbook = { WBProps: { date1904: random.below(2) === 0 } };
    return partsIn(write(book, { type: 'buffer', bookType: 'xlsx', bookSST: random.below(2) === 0 }));
  }
  const book = new ExcelJS.Workbook();
  book.properties.date1904 = random.below(2) === 0;
  if (random.below(2) === 0) book.addWorksheet('Legende').addRow(['GTIN', '13 Stellen']);
  const sheet = book.addWorksheet('Daten');
  sheet.addRow(['Statistik', 'Apotheke']);
  for (const row of rows) sheet.addRow(row);
  const last = sheet.addRow(['Total', '', '', { formula: `SUM(D3:D${rows.length + 1})`, result: 99 }]);
  sheet.mergeCells(last.number, 1, last.number, 2);
  sheet.getColumn(1).numFmt = random.pick(['0', '@', 'General', '0.00E+00']);
  sheet.getColumn(4).numFmt = random.pick(['0', 'dd.mm.yyyy', '0 "Stk"', '[h]:mm', '#,##0.00']);
  if (random.below(3) === 0) sheet.getRow(3).hidden = true;
  return partsIn(new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer));
}

/** The parts that a second program can unpack: nobody needs all of them. */
function partsIn(bytes: Uint8Array): Parts {
  const names: string[] = [];
  unzipSync(bytes, { filter: ({ name }) => names.push(name) < 0 });
  const parts: Parts = new Map();
  for (const wanted of names) {
    try {
      const [part] = Object.values(unzipSync(bytes, { filter: ({ name }) => name === wanted }));
      parts.set(wanted, Buffer.from(part!).toString());
    } catch {
      // Whoever needs it says so.
    }
  }
  return parts;
}

function mutatedWorkbook(good: Parts, random: Seeded): Buffer {
  const parts = new Map(good);
  const sheets = [...parts.keys()].filter((name) => /sheet\d*\.xml$|sharedStrings|styles/i.test(name));
  for (let n = random.below(3); n > 0; n--) {
    const name = random.pick(random.below(6) === 0 ? [...parts.keys()] : sheets);
    const text = parts.get(name);
    if (text !== undefined) parts.set(name, random.pick(changes)(text, random));
  }
  if (random.below(12) === 0) {
    const name = random.pick([...parts.keys()]);
    const text = parts.get(name)!;
    parts.delete(name);
    if (random.below(2) === 0)
      parts.set(random.pick([name.toUpperCase(), `/${name}`, name.replaceAll('/', '\\')]), text);
  }
  const list: ZipPart[] = [...parts].map(([name, data]) => ({ name, data }));
  if (random.below(4) === 0) Object.assign(random.pick(list), random.pick(lies)(random));
  if (random.below(8) === 0) list.reverse();
  const packed = zip(list, {
    ...(random.below(12) === 0 ? { comment: 'x'.repeat(random.below(400)) } : {}),
    ...(random.below(20) === 0 ? { count: random.below(20) } : {}),
  });
  return random.below(5) === 0 ? mutatedBytes(packed, random) : packed;
}

/** What a part can lie about in the archive. */
const lies: ((random: Seeded) => Partial<ZipPart>)[] = [
  () => ({ store: true }),
  () => ({ descriptor: true }),
  () => ({ zip64: true }),
  (random) => ({ size: random.pick([0, 1, 100, 2 ** 31, 2 ** 32 - 1]) }),
  (random) => ({ packedSize: random.pick([0, 1, 50, 2 ** 31, 2 ** 32 - 1]) }),
  (random) => ({ crc: random.below(2 ** 31) }),
  (random) => ({ method: random.pick([0, 1, 8, 9, 12, 14, 93, 99]) }),
  (random) => ({ flags: 1 << random.below(16) }),
  (random) => ({
    local: random.pick([{ size: 1 }, { crc: 1 }, { packedSize: 7 }, { method: 0 }, { name: 'other.xml' }]),
  }),
];

/** What a part of a workbook can have of its own, by the places where it says so. */
const changes: ((text: string, random: Seeded) => string)[] = [
  mutatedText,
  (text, random) =>
    changed(text, /<v>[^<]*<\/v>/g, random, () => `<v>${escaped(random.pick(ODD_TEXTS))}</v>`),
  (text, random) =>
    changed(
      text,
      /<t(?: [^>]*)?>[^<]*<\/t>/g,
      random,
      () => `<t xml:space="preserve">${escaped(random.pick(ODD_TEXTS))}</t>`,
    ),
  (text, random) =>
    changed(text, /<c [^>]*>/g, random, (cell) =>
      cell.replace(
        / t="\w+"|(?=\/?>$)/,
        ` t="${random.pick(['s', 'str', 'inlineStr', 'n', 'b', 'e', 'd', 'x'])}"`,
      ),
    ),
  (text, random) =>
    changed(text, /<c [^>]*>/g, random, (cell) =>
      cell.replace(/ s="\d+"|(?=\/?>$)/, ` s="${random.below(9)}"`),
    ),
  (text, random) =>
    changed(
      text,
      / r="[A-Z]+\d+"/g,
      random,
      () => ` r="${random.pick('ABCDEZ'.split(''))}${1 + random.below(20)}"`,
    ),
  (text, random) =>
    changed(text, /<row[^>]*>/g, random, (row) =>
      row.replace(/ r="\d+"/, ` r="${random.pick([0, 1, 2, 5, 9, 1048576, 1048577])}"`),
    ),
  (text, random) =>
    changed(text, /<row[^>]*>.*?<\/row>/gs, random, (row) => random.pick(['', row + row, `<!-- ${row} -->`])),
  (text, random) =>
    changed(text, /<(?:xf|numFmt) [^>]*>/g, random, (format) =>
      format
        .replace(/numFmtId="\d+"/, `numFmtId="${random.pick([0, 1, 9, 14, 17, 22, 46, 49, 164, 999])}"`)
        .replace(
          /formatCode="[^"]*"/,
          `formatCode="${random.pick(['dd.mm.yyyy', '0', 'General', 'yyyy', '@', ''])}"`,
        ),
    ),
  (text, random) =>
    changed(
      text,
      /<\/sheetData>/g,
      random,
      (end) => `${end}<mergeCells count="1"><mergeCell ref="A2:B${2 + random.below(5)}"/></mergeCells>`,
    ),
  (text) => text.replace(/(<\/?)(?=[a-z])/gi, '$1x:').replace(/ xmlns="/, ' xmlns:x="'),
  (text, random) =>
    changed(text, /<v>([^<]*)<\/v>/g, random, (value) => value.replace(/>([^<]*)</, '><![CDATA[$1]]><')),
  (text, random) =>
    changed(text, /<v>[^<]*<\/v>/g, random, (value) => `<f>1+1</f>${random.pick([value, '', '<v/>'])}`),
  (text, random) =>
    changed(text, /<si>.*?<\/si>/gs, random, (item) =>
      random.pick([
        '',
        item + item,
        '<si/>',
        '<si><r><t>7680546372163</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>',
      ]),
    ),
];

function changed(text: string, pattern: RegExp, random: Seeded, how: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: piece } = random.pick(found);
  return text.slice(0, index) + how(piece) + text.slice(index + piece.length);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Rows that were stored beside what a second reader sees in the file. */
async function checkRows(
  { pool, engine }: Portal,
  { report, bezugsStatistik }: UploadResult,
  file: Uint8Array,
) {
  const { rows } = await pool.query<{ lines: Buffer }>(
    'select lines from statistic_files where statistic_id = $1',
    [bezugsStatistik.bezugsStatistikID],
  );
  const lines = await withFiles(engine, { lines: rows[0]!.lines }, (paths) =>
    engine.use('main', ({ rows: read }) =>
      read(
        'select columns(*)::varchar from read_parquet($lines::varchar) order by row_number::integer',
        paths,
      ),
    ),
  );
  const texts = lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, text]) => [name, text ?? ''])),
  ) as Line[];
  const complaints = complaintsOf({ report, lines: texts }, partsIn(file));
  if (complaints.length === 0) throw new Error('the second reader does not see the sheet');
  if (!complaints.some((list) => list.length === 0))
    throw new Error(complaints.map((list) => list.join('; ')).join('\n'));
}
