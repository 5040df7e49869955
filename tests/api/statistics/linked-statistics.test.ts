import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCustomer } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';

let server: TestServer;
let links: Record<'year2025' | 'year2024' | 'quarter' | 'disabled' | 'test' | 'stranger', string>;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  const { upload } = portal;
  await addCustomer(server.pool, '4712', 'Other pharmacy');
  const year = (timeYearFrom: string) => ({ timeYearFrom, timeYearTo: timeYearFrom });
  links = {
    year2025: await upload(
      [
        [original, 3],
        [generic, 2],
      ],
      year('2025'),
    ),
    year2024: await upload(
      [
        [original, 5],
        [provider, 1],
      ],
      year('2024'),
    ),
    quarter: await upload([[original, 3]], { ...year('2023'), timeMonthFrom: '10', timeMonthTo: '12' }),
    disabled: await upload([[original, 1]], year('2022')),
    test: await upload([[original, 1]], { ...year('2021'), testUpload: 'true' }),
    stranger: await upload([[original, 1]], { ...year('2025'), customerExternalId: '4712' }),
  };
  await server.pool.query('update statistics set active = false where direct_link_id = $1', [links.disabled]);
});
afterAll(() => server.close());

describe('more statistics', () => {
  test('are the other active ones of the same customer, newest first, for visitors too', async () => {
    const answer = await get(links.quarter, 'links');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      linked(links.year2025, 1, 2025, 12, 2025),
      linked(links.year2024, 1, 2024, 12, 2024),
    ]);
  });

  test('of a test upload are none of the customer, whose number was typed in by hand', async () => {
    expect((await get(links.test, 'links')).body).toEqual([]);
  });

  test('of a disabled statistic are not told', async () => {
    expect((await get(links.disabled, 'links')).status).toBe(404);
  });
});

describe('two statistics side by side', () => {
  test('show value, change and share of the change for every row', async () => {
    const { status, body } = await get(links.year2025, 'compare', {
      with: links.year2024,
      view: 'manufacturers',
      sortBy: 'efPreisSum',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      view: 'manufacturers',
      sql: { file: 'sql/v1/manufacturers.sql' },
      statistic: { directLinkId: links.year2025, timeYearFrom: 2025, months: 12 },
      other: { directLinkId: links.year2024, timeYearFrom: 2024, months: 12 },
    });
    const rows = (body as { rows: Record<string, unknown>[] }).rows;
    // 3 × 20 and 2 × 12 against 5 × 20 and 1 × 10: −26 in all
    expect(rows.filter(({ figure }) => figure === 'efPreisSum')).toEqual([
      turnover('Original AG', 60, 100, -40, -40, 153.8),
      turnover('Generic AG', 24, 0, 24, null, -92.3),
      turnover('Provider AG', 0, 10, -10, -100, 38.5),
    ]);
  });

  test('are given per month when they are of different length', async () => {
    const { body } = await get(links.year2025, 'compare', { with: links.quarter, view: 'summary' });
    const rows = (body as { rows: Record<string, unknown>[] }).rows;
    // 84 ÷ 12 against 60 ÷ 3
    expect(rows.find(({ figure }) => figure === 'turnoverTotal')).toMatchObject({
      name: null,
      value: 7,
      other: 20,
      change: -13,
      changePercent: -65,
      perMonth: true,
    });
  });

  test.each([
    ['of different customers are not compared', 'stranger', 400, 'statistics_not_linked'],
    ['are not compared with a test upload', 'test', 400, 'statistics_not_linked'],
    ['are two, not one', 'year2025', 400, 'statistics_not_linked'],
    ['must both be open', 'disabled', 404, 'not_found'],
  ] as const)('%s', async (_name, other, status, code) => {
    const answer = await get(links.year2025, 'compare', { with: links[other], view: 'summary' });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) });
  });

  test.each([[{ view: 'product' }], [{ view: 'atc', type: 'x' }], [{ view: 'atc', unheardOf: '1' }], [{}]])(
    '%j is refused',
    async (query) => {
      const answer = await get(links.year2025, 'compare', { with: links.year2024, ...query });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_input' });
    },
  );
});

async function get(id: string, path: string, query: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/statistics/${id}/${path}?${new URLSearchParams(query)}`);
  return { status: response.status, body: (await response.json()) as unknown };
}

function linked(
  directLinkId: string,
  timeMonthFrom: number,
  timeYearFrom: number,
  timeMonthTo: number,
  timeYearTo: number,
) {
  const bezugsStatistikID = expect.any(Number);
  const importDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  return {
    bezugsStatistikID,
    directLinkId,
    importDate,
    timeMonthFrom,
    timeYearFrom,
    timeMonthTo,
    timeYearTo,
    members: null,
  };
}

function turnover(
  name: string,
  value: number,
  other: number,
  change: number,
  changePercent: number | null,
  shareOfChange: number,
) {
  return { name, figure: 'efPreisSum', value, other, change, changePercent, shareOfChange, perMonth: false };
}
