import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomers } from '#fixtures/customers.ts';
import { manyCustomers } from '#fixtures/official/tables.ts';
import { insertCustomers } from '#server/demo/demo-queries.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';

const AT_ONCE = 800;
const CUSTOMERS = 12_000;
/** Of whoever asks for 800 lists, 3,000 of each customer; the others have as many as a representative uploads in some years. */
const STATISTICS = 60_000;
const OF_OTHERS = 300;
/** Milliseconds within which 19 of 20 answers are there, and how often others ask. */
const P95 = 500;
const EVERY = 50;

let database: TestDatabase;
let server: ServerProcess;
let eager: string;
let others: string[];

const linkOf = (statistic: number) => String(statistic).padStart(22, '0');

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await publishReferenceData(pool, smallCatalogue);
  await insertCustomers(pool, manyCustomers(buildCustomers(1), CUSTOMERS));
  const emails = ['eager', 'one', 'two', 'three'].map((name) => `${name}@portal.example`);
  let first = 1;
  for (const email of emails) {
    const uploader = await addUser(pool, { email });
    const amount = first === 1 ? STATISTICS : OF_OTHERS;
    await pool.query(
      `insert into statistics (direct_link_id, customer_external_id, customer_name, import_date, time_month_from,
         time_year_from, time_month_to, time_year_to, sales_representative, uploader_id, file_name, line_count, report,
         active)
       select lpad(s::text, 22, '0'), (100000 + s % 20)::text, 'Apotheke ' || s, now() - make_interval(mins => s),
         1, 2025, 12, 2025, $3, $4::integer, 'statistic.xlsx', 1, '{}', s <= $5::integer
       from generate_series($1::integer, $2::integer) as s`,
      [first, first + amount - 1, email, uploader, AT_ONCE],
    );
    first += amount;
  }
  // Nobody reckons figures of statistics that have no file.
  await pool.query("insert into figures_turn (process, until) values (gen_random_uuid(), 'infinity')");
  await pool.query('vacuum analyze customers, statistics');
  server = await startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
  });
  const tokens = [];
  for (const email of emails) tokens.push(await signIn(server.url, email));
  [eager, ...others] = tokens as [string, ...string[]];
}, 120_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.close();
});

type Answer = { status: number; ms: number; body: string; retryAfter: string | null };

async function ask(path: string, token?: string, method = 'GET'): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) },
  });
  const body = await response.text();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, ms: performance.now() - began, body, retryAfter };
}

const everyday = [
  (token: string) => ask('statistics?PageSize=25&search=apotheke', token),
  (token: string) => ask('customer/search?keyword=apotheke', token, 'POST'),
  (token: string) => ask('today', token),
];

/** What the others are answered, of whom each asks every 50 ms until the rush is over. */
async function beside(rush: Promise<unknown>): Promise<Answer[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  rush.then(end, end);
  const asked: Promise<Answer>[] = [];
  for (let turn = 0; !isOver; turn++) {
    for (const [place, token] of others.entries())
      asked.push(everyday[(turn + place) % everyday.length]!(token));
    await sleep(EVERY);
  }
  return Promise.all(asked);
}

const atOnce = (send: (place: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, place) => send(place)));

function p95(answers: readonly Answer[]): number {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return Math.round(times[Math.ceil(times.length * 0.95) - 1]!);
}

function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const what = status === 200 ? '200' : `${status} ${JSON.parse(body).code}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

test.each([
  ['lists of one user', () => ask('statistics?search=xylophon', eager)],
  ['direct links of one address', (place: number) => ask(`statistics/${linkOf(1 + place)}/links`)],
])(
  '800 %s at once are answered or told to wait, and nobody else is refused or waits for long',
  async (_name, send) => {
    // Connections stand before: what opening so many takes is not what this is about.
    await atOnce(() => ask('health/live'));
    const rush = atOnce(send);
    const [theirs, mine] = await Promise.all([beside(rush), rush]);
    const report = [mine, theirs].map((each) => `${JSON.stringify(counted(each))}, p95 ${p95(each)} ms`);
    const words = `the ${AT_ONCE}: ${report[0]}; others: ${report[1]}`;
    expect(Object.keys(counted(theirs)), words).toEqual(['200']);
    expect(p95(theirs), words).toBeLessThanOrEqual(P95);
    for (const { status, body, retryAfter } of mine.filter((answer) => answer.status !== 200)) {
      expect(status, words).toBe(429);
      expect(JSON.parse(body)).toMatchObject({
        code: expect.any(String),
        message: expect.stringMatching(/ .*\./),
      });
      expect(retryAfter).toMatch(/^[1-9]\d*$/);
    }
    expect(
      mine.some(({ status }) => status === 200),
      words,
    ).toBe(true);
    const again = await send(0);
    expect(again.status).toBe(200);
    expect(again.ms).toBeLessThan(P95);
  },
);
