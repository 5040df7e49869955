import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { referenceData } from '#tests/support/reference-data.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';

type Episode = {
  gtin: string;
  source: string;
  reportedOn: string;
  expectedDelivery: string | null;
  expectedWeek: boolean;
  backInStockOn: string | null;
};

let server: TestServer;
let token: string;
let calls: TemplateFileCalls;

beforeEach(async () => {
  server = await startTestServer();
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
  calls = templateFileCalls(server.url, token);
});
afterEach(() => server.close());

/** What the portal says of the stock-outs of a product, newest report first. */
async function episodesOf(gtin: string): Promise<Episode[]> {
  const answer = await fetch(`${server.url}/api/portfolio/episodes?gtin=${gtin}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Episode[];
}

const use = async (key: string, name: string, content: string | Uint8Array) => {
  const answer = await calls.replace(key, content, name);
  expect(answer.body).toMatchObject({ numImportedItems: expect.any(Number) });
};

test('a list ends what it calls deliverable again, and expects the others in their weeks and months', async () => {
  await publishReferenceData(server.pool, { catalogue: smallCatalogue.catalogue });
  const list = (day: string, ...untils: string[]) =>
    [`Stand: ${day}`, 'Pharmacode;Ausstand bis', ...untils.map((until, i) => `${i + 1};${until}`)].join('\n');
  await use('stockouts-wholesaler', 'one.csv', list('07.11.2025', '', 'KW 52', 'fehlt'));
  expect(await episodesOf(generic)).toMatchObject([{ expectedDelivery: '2025-12-26', expectedWeek: true }]);
  const second = list('14.11.2025', 'wieder lieferbar', 'ca. Ende Januar 2026', 'morgen?');
  const { body: checked } = await calls.check('stockouts-wholesaler', second, 'two.csv');
  expect(checked.problems).toMatchObject({ total: 1, unused: 0 });
  expect((await calls.use('stockouts-wholesaler', checked.id, 'It is')).status).toBe(200);
  expect(await episodesOf(original)).toMatchObject([
    { reportedOn: '2025-11-07', backInStockOn: '2025-11-14' },
  ]);
  expect(await episodesOf(generic)).toMatchObject([{ expectedDelivery: '2026-01-31', backInStockOn: null }]);
  expect(await episodesOf(provider)).toMatchObject([{ expectedDelivery: null, backInStockOn: null }]);
});

test('a week of a list whose days are days is marked as one', async () => {
  await publishReferenceData(server.pool, { catalogue: smallCatalogue.catalogue });
  const rows = [
    'Erstmals gesehen;Lieferbar ab;Bezeichnung;Status;GTIN;Letzte Mutation',
    `01.10.2025;KW 50;A;1 aktuell keine Lieferungen;${original};07.11.2025`,
    `01.10.2025;12.12.2025;B;2;${generic};07.11.2025`,
    `01.10.2025;;C;disponible à nouveau;${provider};07.11.2025`,
  ];
  await use('stockouts-engpassradar', 'radar.csv', rows.join('\n'));
  expect(await episodesOf(original)).toMatchObject([{ expectedDelivery: '2025-12-12', expectedWeek: true }]);
  expect(await episodesOf(generic)).toMatchObject([{ expectedDelivery: '2025-12-12', expectedWeek: false }]);
  expect(await episodesOf(provider)).toMatchObject([{ backInStockOn: '2025-11-07' }]);
  // The same list a week later: its source goes on from what was published.
  const later = rows.join('\n').replaceAll('07.11.2025', '14.11.2025').replace('KW 50', 'KW 51');
  await use('stockouts-engpassradar', 'radar.csv', later);
  expect(await episodesOf(original)).toMatchObject([{ expectedDelivery: '2025-12-19', expectedWeek: true }]);
});

const files = new URL('public/', referenceData);

describe.skipIf(!existsSync(files))('lists as people send them', () => {
  const text = (name: string) => readFileSync(new URL(name, referenceData), 'utf8');

  beforeEach(async () => {
    await publishReferenceData(server.pool, {
      catalogue: {
        products: text('catalogue.csv'),
        portfolio: text('portfolio.csv'),
        exclusive: text('exclusive.csv'),
        priceDate: '2026-01-01',
      },
    });
  });

  test('days of an American list have the month first', async () => {
    await use('stockouts-wholesaler', 'us.csv', text('public/13-stockouts-us-dates.csv'));
    const expected: Record<string, string> = {
      // HBVAXPRO, Minalgin, Salazopyrin, Novalgin: 12/1/2026, 11/12/2026, 1/11/2027, 3/4/2027.
      '7680005450012': '2026-12-01',
      '7680147460641': '2026-11-12',
      '7680153030265': '2027-01-11',
      '7680169520286': '2027-03-04',
    };
    for (const [gtin, day] of Object.entries(expected)) {
      expect(await episodesOf(gtin), gtin).toMatchObject([{ expectedDelivery: day, backInStockOn: null }]);
    }
  });

  test('of six products of a national list one is missing, and five are there again', async () => {
    await use('stockouts-engpassradar', 'radar.csv', text('public/14b-engpassradar-words.csv'));
    const back: Record<string, string | null> = {
      '7680193950141': '2026-11-20',
      '7680207360119': null,
      '7680211910195': '2026-11-20',
      '7680218710606': '2026-11-21',
      '7680225620103': '2026-11-21',
      '7680241220349': '2026-11-21',
    };
    for (const [gtin, day] of Object.entries(back)) {
      expect(await episodesOf(gtin), gtin).toMatchObject([
        { backInStockOn: day, expectedDelivery: day === null ? '2026-12-15' : null },
      ]);
    }
  });
});
