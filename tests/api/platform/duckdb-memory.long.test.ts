import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCatalogue } from '#fixtures/catalogue.ts';
import { demoProvider } from '#server/config.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { leastMemory } from '#tests/support/least-memory.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { gtin } from '#tests/support/world.ts';

const MINUTE = 60_000;
const RECOVERED = 5000;
const USERS = 4;
/** Articles of statistics that are opened in turn, from 5,000 to 15,000. */
const ARTICLES = Array.from({ length: 8 }, (_, place) => 5000 + Math.round((place * 10_000) / 7));
/** Views that one user has on the way at once. */
const AT_ONCE = 6;
/** Milliseconds between what one looks at and the next. */
const PAUSE = 50;

let database: TestDatabase;
let server: ServerProcess;
let tokens: string[];
/** Who asks nothing before the minute is over. */
let another: string;
let links: string[];
let gtins: string[];

beforeAll(async () => {
  database = await testDatabase();
  const { products, csv } = buildCatalogue();
  const unknown = Array.from({ length: 15_000 }, (_, place) => gtin(`7999${String(place).padStart(8, '0')}`));
  gtins = [...products.map((product) => product.gtin), ...unknown];
  await publishReferenceData(database.pool, {
    catalogue: { ...csv, priceDate: '2026-01-01' },
    stockouts: { csv: 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n' },
  });
  await addCustomer(database.pool, '4711', 'Pharmacy');
  const emails = Array.from({ length: USERS + 1 }, (_, place) => `rep${place}@portal.example`);
  for (const email of emails) await addUser(database.pool, { email });
  // What there is to look at is uploaded to a process that has as much memory as usual.
  server = await start();
  const token = await signIn(server.url, emails[0]!);
  links = [];
  for (const articles of ARTICLES) links.push((await upload(token, articles)).link!);
  server.kill('SIGTERM');
  await server.ended;
  server = await start({ DUCKDB_MEMORY_LIMIT: leastMemory });
  tokens = [];
  for (const email of emails) tokens.push(await signIn(server.url, email));
  another = tokens.pop()!;
}, 300_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.close();
});

function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: demoProvider.name,
    PROVIDER_COMPANIES: demoProvider.companies.join(';'),
    ...env,
  });
}

type Answer = { what: string; status: number; code?: string; message?: string; retryAfter: string | null };

async function answerOf(what: string, response: Response): Promise<Answer> {
  const { status } = response;
  const retryAfter = response.headers.get('retry-after');
  const bytes = await response.arrayBuffer();
  if (status === 200) return { what, status, retryAfter };
  return { what, status, retryAfter, ...JSON.parse(Buffer.from(bytes).toString()) };
}

async function get(path: string, token: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
  return answerOf(
    path.replace(/^statistics\/[^/]+\/|\?.*/g, ''),
    await fetch(`${server.url}/api/${path}`, { headers }),
  );
}

/** Rows of GTIN and packs as text; what the catalogue does not know is bought too. */
async function upload(token: string, articles: number): Promise<Answer & { link?: string }> {
  const rows = gtins.slice(0, articles).map((each, place) => `${each};${1 + (place % 9)}`);
  const form = uploadForm(Buffer.from(['GTIN;Menge', ...rows, ''].join('\n')), {}, 'statistic.csv');
  form.set('fileName', 'statistic.csv');
  const response = await postStatistic(server.url, token, form, { 'accept-language': 'en' });
  const body = await response.clone().json();
  return { ...(await answerOf('upload', response)), link: body.bezugsStatistik?.directLinkId };
}

/** No question of a view is asked twice: what is kept of an answer takes nothing from DuckDB. */
let asked = 0;
const looks = [
  (link: string) => `statistics/${link}/product?offset=${++asked}`,
  (link: string) => `statistics/${link}/what_if/switches?limit=${100_000 + ++asked}`,
  (link: string) => `statistics/${link}/product/totals?find=${++asked}`,
  (link: string) => `statistics/${link}/duplicate_products?find=${++asked}`,
  explained,
  // Of the lines too.
  (link: string) => `statistics/${link}/excel`,
];

function explained(link: string): string {
  return `statistics/${link}/explain?view=product/totals&figure=qtySum1&find=${++asked}`;
}

/** Uploads, one after the other, and views of many statistics at once, until then. */
async function everythingUntil(end: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const goOn = async (ask: (turn: number) => Promise<Answer>) => {
    for (let turn = 0; performance.now() < end; turn++) {
      answers.push(await ask(turn));
      await sleep(PAUSE);
    }
  };
  await Promise.all(
    tokens.flatMap((token, user) => [
      goOn((turn) => upload(token, ARTICLES[(user + turn) % ARTICLES.length]!)),
      ...Array.from({ length: AT_ONCE }, (_, place) =>
        goOn((turn) =>
          get(looks[(place + turn) % looks.length]!(links[(2 * user + place + turn) % links.length]!), token),
        ),
      ),
    ]),
  );
  return answers;
}

/** Asks until it is answered, for so long at most. */
async function inTime(ask: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + RECOVERED;
  for (;;) {
    const answer = await ask();
    if (answer.status === 200 || performance.now() > end) return answer;
    await sleep(200);
  }
}

function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, status, code = '' } of answers) {
    const key = `${what} ${status} ${code}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

test(`with ${leastMemory} for DuckDB, a minute of uploads and views is answered or told to wait, and then everything is there again`, async () => {
  const answers = await everythingUntil(performance.now() + MINUTE);
  const after = await Promise.all([
    ...links.map((link) => inTime(() => get(`statistics/${link}/summary`, another))),
    inTime(() => upload(another, ARTICLES[0]!)),
    inTime(() => get(explained(links[0]!), another)),
  ]);
  const known = /^(200|(429|503) \w+)$/;
  const unexpected = answers.filter(({ status, code = '' }) => !known.test(`${status} ${code}`.trim()));
  expect(counted(unexpected)).toEqual({});
  for (const { status, code, message, retryAfter } of answers.filter((answer) => answer.status !== 200)) {
    if (status === 503) expect(code).toBe('busy');
    expect(message).toMatch(/ .*\./);
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
  }
  expect(counted(after)).toEqual({ 'summary 200': links.length, 'upload 200': 1, 'explain 200': 1 });
});
