import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainedView } from '#analytics/explain/explained-views.ts';
import { views } from '#analytics/views/index.ts';
import { product } from '#analytics/views/product.ts';
import { translations } from '#server/platform/i18n/messages.ts';
import { formulas } from '#shared/formulas.ts';
import { groupingNames, groupings, isGrouping } from '#shared/groupings.ts';
import { languages } from '#shared/languages.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';
import { listedValues } from '#tests/support/view-parameters.ts';

let server: TestServer;
let statistic: string;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  const link = await portal.upload([
    [original, 3],
    [generic, 2],
    [provider, 1],
  ]);
  statistic = `${server.url}/api/statistics/${link}`;
});
afterAll(() => server.close());

test('a figure is told in words, with its sources and a query that gives the rows behind it', async () => {
  const { status, body } = await explain('view=summary&figure=turnoverProvider', 'en');
  expect(status).toBe(200);
  expect(body).toEqual({
    view: 'summary',
    figure: 'turnoverProvider',
    row: null,
    value: 10,
    unit: 'CHF',
    formula: expect.stringContaining('packs × ex-factory price'),
    sql: { file: 'sql/v1/summary.sql', version: expect.stringMatching(/^v1-/) },
    catalogue: { revision: 1, priceDate: '2026-01-01' },
    stockouts: { revision: 1, date: '2026-01-03' },
    rows: [
      {
        role: 'value',
        reckoning: { kind: 'sum', column: 'efPreisSum' },
        conditions: ['Provider product'],
        query: 'behind=provider',
      },
    ],
  });
  const rows = (await (await fetch(`${statistic}/product?behind=provider`)).json()) as object[];
  expect(rows).toEqual([expect.objectContaining({ gtin: provider, efPreisSum: 10 })]);
});

test("a row of a list is explained with the list's own filters", async () => {
  const { body } = await explain(
    'view=molecule&figure=qtySum&row=ramiprilum&general=match&type=original&type=generika',
    'de',
  );
  expect(body).toMatchObject({
    row: 'ramiprilum',
    value: 5,
    rows: [
      {
        conditions: [
          'Provider bietet eine Alternative an',
          'Original oder Generikum',
          'Wirkstoff: ramiprilum',
        ],
        query: 'general=match&type=original&type=generika&molecule=ramiprilum',
      },
    ],
  });
});

test.each([
  ['view=summary&figure=customerName', 400, 'figure_unknown'],
  ['view=atc&figure=qtySum', 400, 'row_required'],
  ['view=atc&figure=qtySum&row=Z', 404, 'row_unknown'],
  ['view=short-summary&figure=timeMonthFrom', 400, 'invalid_input'],
  ['view=atc&figure=qtySum&row=C&type=x', 400, 'invalid_input'],
  ['view=atc&figure=qtySum&row=C&unheardOf=1', 400, 'invalid_input'],
])('%s is answered %i %s', async (query, status, code) => {
  const answer = await explain(query, 'fr');
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) });
});

test('a row is looked for by the name of a molecule of many substances', async () => {
  const { status, body } = await explain(
    `view=molecule&figure=qtySum&row=${'substantia,+'.repeat(190)}`,
    'de',
  );
  expect([status, body.code]).toEqual([404, 'row_unknown']);
});

test.each(languages)('every formula and every condition has its words in %s', (language) => {
  const { formulas: words, conditions } = translations[language].explain as {
    formulas: Record<string, string>;
    conditions: Record<string, string | Record<string, string>>;
  };
  const groups = translations[language].groups as Record<string, Record<string, string>>;
  const used = views.flatMap((view) =>
    Object.values(explainedView(view)?.figures(view.parameters.parse({})) ?? {}).map(
      ({ formula }) => formula,
    ),
  );
  expect([...new Set(used)].toSorted()).toEqual(formulas.toSorted());
  expect(Object.keys(words).toSorted()).toEqual(formulas.filter((each) => !isGrouping(each)).toSorted());
  for (const group of ['general', 'type']) {
    expect(Object.keys(conditions[group]!).toSorted()).toEqual(listedValues(product, group).toSorted());
  }
  const { behind = {} } = conditions;
  const options = [...Object.keys(behind), ...groupingNames.map((name) => groupings[name].has)];
  expect(options.toSorted()).toEqual(listedValues(product, 'behind').toSorted());
  for (const name of groupingNames) {
    for (const text of ['count', 'has', 'unit_one', 'unit_other'])
      expect(groups[name]![text], text).toMatch(/\S/);
  }
  for (const name of [...groupingNames, 'focusGroup']) expect(groups[name]!.condition).toContain('{{names}}');
  expect(conditions.article).toContain('{{names}}');
});

async function explain(query: string, language: string) {
  const response = await fetch(`${statistic}/explain?${query}`, { headers: { 'accept-language': language } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
