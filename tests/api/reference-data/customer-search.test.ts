import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCustomers } from '#fixtures/customers.ts';
import { manyCustomers } from '#fixtures/official/tables.ts';
import { insertCustomers } from '#server/demo/demo-queries.ts';
import type { Queryable } from '#server/platform/database/query.ts';
import { searchCustomers } from '#server/reference-data/customers/customer-queries.ts';
import { listStatistics } from '#server/statistics/statistic-queries.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser } from '#tests/support/portal.ts';

const CUSTOMERS = 12_000;
const STATISTICS = 6000;

const customers = manyCustomers(buildCustomers(1), CUSTOMERS);
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await insertCustomers(pool, customers);
  const uploader = await addUser(pool, { email: 'rep@portal.example' });
  await pool.query(
    `insert into statistics (direct_link_id, customer_external_id, customer_name, time_month_from, time_year_from,
       time_month_to, time_year_to, sales_representative, uploader_id, file_name, line_count, report)
     select lpad(s::text, 22, '0'), (100000 + s)::text, 'Apotheke ' || s, 1, 2025, 12, 2025,
       'Vreni Wälti', $2::integer, 'statistic.xlsx', 1, '{}'
     from generate_series(1, $1::integer) as s`,
    [STATISTICS, uploader],
  );
  await pool.query('vacuum analyze customers, statistics');
});
afterAll(() => database.close());

/** Rows read one after the other to look at the words of each. */
const readsAll = /"Node Type":"Seq Scan"[^{}]*"Filter"/;

/** How PostgreSQL runs the statement of `ask`. */
async function planOf(ask: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const query = async (sql: string, parameters: unknown[]) => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json) ${sql}`,
      parameters,
    );
    plans.push(JSON.stringify(rows));
    return { rows: [] };
  };
  await ask({ query } as unknown as Queryable);
  expect(plans).toHaveLength(1);
  return plans[0]!;
}

describe('no search reads all customers to find some', () => {
  test.each([
    ['a word that few have', 'Röthlisberger'],
    ['a word that every other has', 'apotheke'],
    ['a word that nobody has', 'xylophon'],
    ['two words that many have, and nobody both', 'apotheke pharmacie'],
    ['three words, two of them frequent', 'schweiz strasse wälti'],
    ['frequent words and the start of one that nobody has', 'schweiz apotheke zz'],
    ['the start of a word', 'zü'],
    ['one letter', 'é'],
    ['starts of words', 'dr me ni wä'],
    ['a number', '2003456'],
  ])('%s: %s', async (_, keyword) => {
    const plan = await planOf((db) => searchCustomers(db, keyword));
    expect(plan).toContain('"Index Name":"customers_words"');
    expect(plan).not.toMatch(readsAll);
  });
});

/** What is found, read off the customers themselves; names that start so come first. */
function expected(keyword: string): string[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const spoken = (text: string) =>
    ` ${plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .join(' ')}`;
  const parts = keyword.split(' ').map((word) => {
    const said = spoken(word).trim();
    return said.replaceAll(' ', '').length < 3 ? ` ${said}` : said;
  });
  return customers
    .filter(({ externalId, name, parentExternalId, parentName, address }) => {
      const all = spoken([name, externalId, parentExternalId, parentName, address].join(' '));
      return parts.every((part) => all.includes(part));
    })
    .map(({ externalId }) => externalId)
    .sort();
}

test.each([
  'Röthlisberger Winterthur',
  'apotheke pharmacie',
  'l’église morges',
  "l'eglise morges",
  'dr. med. regula bern',
  'z regula bern',
  '2003456',
  'mörser thun 1',
  'vieux-bourg sion',
])('%s: whoever has all of its words is found, and nobody else', async (keyword) => {
  const found = (await searchCustomers(database.pool, keyword)).map(({ ExternalID }) => ExternalID).sort();
  const all = expected(keyword);
  if (all.length <= 50) expect(found).toEqual(all);
  else {
    expect(found).toHaveLength(50);
    expect(all).toEqual(expect.arrayContaining(found));
  }
});

test('words of the name count before those of the place, and these before the street', async () => {
  const like = { ...customers[0]!, parentExternalId: '', parentName: '' };
  await insertCustomers(
    database.pool,
    [
      ['Xaverhof Apotheke', 'Gasse 1, 8000, Zürich, CH'],
      ['Apotheke A', 'Xaverhofstrasse 1, 8000, Zürich, CH'],
      ['Apotheke B', 'Gasse 2, 9999, Xaverhof, CH'],
      ['Neue Apotheke Xaverhof', 'Gasse 3, 8000, Zürich, CH'],
      ['Apotheke D', 'Xaverhofweg, 9999, Xaverhof, CH'],
    ].map(([name = '', address = ''], at) => ({
      ...like,
      externalId: `X${at}`,
      wkpIdOneKey: `XK${at}`,
      name,
      address,
    })),
  );
  const found = await searchCustomers(database.pool, 'xaverhof');
  expect(found.map(({ ExternalID }) => ExternalID)).toEqual(['X0', 'X3', 'X2', 'X4', 'X1']);
  const both = await searchCustomers(database.pool, 'apotheke xaverhof');
  expect(both.map(({ ExternalID }) => ExternalID)).toEqual(['X3', 'X0', 'X2', 'X4', 'X1']);
});

test.each(['--', '%%', '_ _', '…'])('%s has no word, and finds nobody', async (keyword) => {
  expect(await searchCustomers(database.pool, keyword)).toEqual([]);
});

describe('the list of statistics looks them up too', () => {
  const list = { uploaderIds: null, limit: 101, offset: 0 };
  test.each([
    ['by representative', { user: 'Reto' }, 'statistics_representative_search'],
    ['by uploader', { user: '4711' }, 'statistics_uploader'],
    ['by name', { customerName: 'Pharmacie' }, 'statistics_customer_name_search'],
    ['by number', { customerExternalId: '4711' }, 'statistics_customer_id_search'],
  ])('%s', async (_, filter, index) => {
    const plan = await planOf((db) => listStatistics(db, { ...list, ...filter }));
    expect(plan).toContain(`"Index Name":"${index}"`);
    expect(plan).not.toMatch(readsAll);
  });
});
