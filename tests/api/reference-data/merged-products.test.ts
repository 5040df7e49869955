import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import {
  millisecondsToMidnight,
  publishOnItsDay,
} from '#server/reference-data/publishing/publish-catalogue.ts';
import { addDays } from '#shared/calendar.ts';
import type {
  CatalogueProposalAnswer,
  CatalogueRevision,
  DifferencePage,
  MergedProducts,
} from '#shared/schemas/merged-products.ts';
import type { FoundProduct, ProductInformation, ProductPrices } from '#shared/schemas/product.ts';
import { countLockWaits } from '#tests/support/database.ts';
import { fhirRow, swissmedicRow } from '#tests/support/merged-rows.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { putTemplateRows } from '#tests/support/template-rows.ts';
import { gtin } from '#tests/support/world.ts';

const path = '/api/merged-products';
const newcomer = gtin('768010000004');
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
});
afterAll(() => server.close());

async function call(
  method: string,
  route: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${server.url}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

async function build(body: { priceDate?: string } = {}): Promise<CatalogueProposalAnswer> {
  const { status, json } = await call('POST', `${path}/proposals`, body);
  expect(json).toMatchObject({ outdated: null });
  expect(status).toBe(200);
  return json as CatalogueProposalAnswer;
}

async function state(): Promise<MergedProducts> {
  return (await call('GET', path)).json as MergedProducts;
}

async function list(proposal: number, name: string, query = ''): Promise<DifferencePage> {
  return (await call('GET', `${path}/proposals/${proposal}/differences/${name}${query}`))
    .json as DifferencePage;
}

const packs = [
  swissmedicRow(original, { manufacturer: 'Original AG', molecule: 'ramiprilum', atc: 'C09AA05' }),
  swissmedicRow(generic, { manufacturer: 'Generic AG', molecule: 'ramiprilum', atc: 'C09AA05' }),
  swissmedicRow(newcomer, { manufacturer: 'Provider AG', molecule: 'ramiprilum', atc: 'C09AA05' }),
];
const listed = [
  fhirRow(original, {
    origin: 'original',
    prices: [{ kind: 'exFactory', chf: '19.00', from: '2026-01-01' }],
  }),
  fhirRow(generic, {
    origin: 'generic',
    prices: [
      { kind: 'exFactory', chf: '12.00', from: '2020-01-01' },
      { kind: 'exFactory', chf: '6.00', from: addDays(todayInZurich(), 3) },
    ],
  }),
];

test('without template files there is nothing to build', async () => {
  expect(await state()).toEqual({
    current: null,
    files: [],
    outdated: false,
    begun: 0,
    proposal: null,
    scheduled: null,
  });
  expect(await call('POST', `${path}/proposals`, {})).toMatchObject({
    status: 409,
    json: { code: 'no_template_files' },
  });
});

test('what was built is compared with what counts, list by list', async () => {
  await publishReferenceData(server.pool, smallCatalogue);
  await putTemplateRows(server.pool, 'swissmedic-packs', packs, {
    date: '2026-07-31',
    fileName: 'packs.xlsx',
  });
  await putTemplateRows(server.pool, 'bag-sl-fhir', listed);
  const proposal = await build();
  expect(proposal).toMatchObject({
    builtBy: 'Ada <admin@portal.example>',
    priceDate: todayInZurich(),
    products: 3,
    builtFrom: [
      { key: 'bag-sl-fhir', date: null },
      { key: 'swissmedic-packs', fileName: 'packs.xlsx', date: '2026-07-31' },
    ],
    counts: { new: 1, gone: 1, prices: 3, deductible: 1, alternatives: 2, toCome: 1 },
  });
  expect((await list(proposal.id, 'new')).rows).toMatchObject([{ gtin: newcomer, from: 'swissmedic-packs' }]);
  expect((await list(proposal.id, 'gone')).rows).toMatchObject([{ gtin: provider }]);
  // 20.00 → 19.00 is a franc less, 5 %; the public prices of both are gone, since the list does not say them.
  expect((await list(proposal.id, 'prices', '?column=exFactoryPrice')).rows).toMatchObject([
    { gtin: original, before: '20.00', after: '19.00', chf: -1, percent: -5, from: 'bag-sl-fhir' },
  ]);
  expect((await list(proposal.id, 'deductible')).rows).toMatchObject([
    { gtin: original, before: 'true', after: 'false' },
  ]);
  // Their alternative is gone.
  expect((await list(proposal.id, 'alternatives')).rows).toMatchObject([
    { gtin: original, reason: 'lost', before: `${provider} Provider 10 mg 30 Tabl`, after: '' },
    { gtin: generic, reason: 'lost' },
  ]);
  expect((await list(proposal.id, 'provider')).rows.map((row) => [row.gtin, row.reason])).toEqual([
    [provider, 'gone'],
    [newcomer, 'new'],
  ]);
  expect((await list(proposal.id, 'toCome')).rows).toMatchObject([
    { gtin: generic, column: 'exFactoryPrice', after: '6.00', day: addDays(todayInZurich(), 3) },
  ]);
  const paged = await list(proposal.id, 'prices', '?PageSize=1&PageNumber=2');
  expect(paged.total).toBe(proposal.counts.prices);
  expect(paged.rows).toHaveLength(1);
  expect(await list(proposal.id, 'alternatives', `?text=${generic}`)).toMatchObject({ total: 1 });
  // Whatever the case and the accents; both have lost the same.
  expect(await list(proposal.id, 'alternatives', '?text=PRÖVIDER%2010%20mg')).toMatchObject({ total: 2 });
  expect(await list(proposal.id, 'alternatives', '?text=PROVIDERS')).toMatchObject({ total: 0 });
});

test('what it does to the newest statistics of customers is told to the centime, however many ask at once', async () => {
  await addCustomer(server.pool, '4711', 'Pharmacy');
  await addCustomer(server.pool, '4712', 'Other pharmacy');
  const sold = [
    [original, 10],
    [generic, 3],
  ] as const;
  const { directLinkId } = await uploadRows(server.url, token, sold);
  await uploadRows(server.url, token, [[original, 1]], { customerExternalId: '4712' });
  const { proposal } = await state();
  const effect = () => call('GET', `${path}/proposals/${proposal!.id}/effect`);
  // More than there are places, each of which needs several, and dashboards meanwhile.
  const [{ json }, ...others] = await Promise.all([
    effect(),
    ...Array.from({ length: 7 }, effect),
    ...['summary', 'atc', 'manufacturers', 'molecule', 'product', 'short-summary', 'summary', 'atc'].map(
      (view) => call('GET', `/api/statistics/${directLinkId}/${view}`),
    ),
  ]);
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
  for (const other of others.slice(0, 7)) expect(other.json).toEqual(json);
  // 10 × 20 + 3 × 12 and 1 × 20; every pack could be one of the provider's at 10. Then 10 × 19 + 3 × 12 and 1 × 19, and
  // nothing is offered instead any more.
  expect(json).toMatchObject({
    before: { turnover: 256, potential: 140 },
    after: { turnover: 245, potential: 0 },
    customers: [
      { before: { turnover: 20, potential: 10 }, after: { turnover: 19, potential: 0 } },
      { before: { turnover: 236, potential: 130 }, after: { turnover: 226, potential: 0 } },
    ],
  });
  // Reckoned once: the same whoever asks again.
  expect((await effect()).json).toEqual(json);
});

test('what it does is reckoned anew where a focus group is changed meanwhile', async () => {
  const { pool } = server;
  const { id } = (await state()).proposal!;
  await pool.query('update catalogue_proposals set effect = null where id = $1', [id]);
  const reading = await pool.connect();
  await reading.query('begin; lock table statistic_files in access exclusive mode');
  const effect = call('GET', `${path}/proposals/${id}/effect`);
  await expect.poll(() => countLockWaits(pool)).toBe(1);
  await pool.query("insert into focus_groups (name) values ('Saved meanwhile')");
  await reading.query('rollback');
  reading.release();
  expect(await effect).toMatchObject({
    status: 200,
    json: { before: { turnover: 256 }, after: { turnover: 245 } },
  });
  await pool.query('delete from focus_groups');
});

test('a list of differences is downloaded as a workbook', async () => {
  const { proposal } = await state();
  const response = await fetch(`${server.url}${path}/proposals/${proposal!.id}/differences/prices/excel`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('report-file-name')).toBe(
    encodeURIComponent(`Geänderte Preise ${proposal!.id}.xlsx`),
  );
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

async function prices(): Promise<(string | null)[]> {
  const { rows } = await server.pool.query('select revision from current_catalogue');
  return rows.map(({ revision }) => revision);
}

test('published, it is current in every process; going back to the revision before is the same one step', async () => {
  const { current: before, proposal } = await state();
  const published = await call('POST', `${path}/proposals/${proposal!.id}/publish`, {});
  expect(published.status).toBe(200);
  const after = await state();
  expect(after.current).toMatchObject({
    revision: (published.json as CatalogueProposalAnswer).publishedRevision,
    publishedBy: 'Ada <admin@portal.example>',
    products: 3,
    current: true,
  });
  expect(after).toMatchObject({ outdated: false, begun: 0, proposal: null });
  // The price that is known for a day to come, once that day is there.
  const dayOfNext = (day: string) =>
    server.pool.query(
      `update catalogue_proposal_rows set row = row || jsonb_build_object('day', $1::text) where list = 'toCome'`,
      [day],
    );
  await dayOfNext(todayInZurich());
  expect(await state()).toMatchObject({ outdated: false, begun: 1 });
  await dayOfNext(addDays(todayInZurich(), 3));
  // What was published can't be published again.
  expect(await call('POST', `${path}/proposals/${proposal!.id}/publish`, {})).toMatchObject({
    status: 409,
    json: { code: 'catalogue_is_published' },
  });
  const back = `${path}/revisions/${before!.revision}/publish`;
  expect(await call('POST', back, { current: before!.revision })).toMatchObject({
    status: 409,
    json: { code: 'catalogue_changed' },
  });
  const taken = await call('POST', back, { current: after.current!.revision });
  expect((taken.json as CatalogueRevision[]).find(({ current }) => current)?.revision).toBe(before!.revision);
  expect(await prices()).toEqual([before!.revision]);
  expect(await call('POST', back, { current: before!.revision })).toMatchObject({
    status: 409,
    json: { code: 'revision_is_current' },
  });
  expect(await call('POST', `${path}/revisions/999999/publish`, { current: before!.revision })).toMatchObject(
    {
      status: 404,
    },
  );
  const { rows: audit } = await server.pool.query(
    `select action, user_name from audit_entries where action like 'catalogue.%' order by id`,
  );
  expect(audit).toEqual([
    { action: 'catalogue.published', user_name: '' },
    { action: 'catalogue.published', user_name: 'Ada <admin@portal.example>' },
    { action: 'catalogue.taken-back', user_name: 'Ada <admin@portal.example>' },
  ]);
});

test('what other files or another catalogue have overtaken is refused', async () => {
  const first = await build();
  const second = await build();
  await putTemplateRows(server.pool, 'bag-sl-fhir', listed);
  expect(await call('POST', `${path}/proposals/${first.id}/publish`, {})).toMatchObject({
    status: 409,
    json: { code: 'template_files_changed' },
  });
  const third = await build();
  const fourth = await build();
  expect((await call('POST', `${path}/proposals/${third.id}/publish`, {})).status).toBe(200);
  expect(await call('POST', `${path}/proposals/${fourth.id}/publish`, {})).toMatchObject({
    status: 409,
    json: { code: 'catalogue_changed' },
  });
  expect((await call('GET', `${path}/proposals/${second.id}`)).json).toMatchObject({
    outdated: 'catalogue_changed',
  });
});

test('two that are published at once come one after the other: the second no longer fits', async () => {
  const proposals = [await build(), await build(), await build()];
  const before = (await state()).current!.revision;
  const answers = await Promise.all(
    proposals.map(({ id }) => call('POST', `${path}/proposals/${id}/publish`, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { rows } = await server.pool.query(
    'select count(*)::integer as n from all_catalogue_revisions where revision > $1',
    [before],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('prices of a day to come are published when it begins, exactly once, and never before', async () => {
  const tomorrow = addDays(todayInZurich(), 1);
  const later = addDays(todayInZurich(), 3);
  const proposal = await build({ priceDate: later });
  const on = (publishOn: string) => call('POST', `${path}/proposals/${proposal.id}/schedule`, { publishOn });
  expect(await call('POST', `${path}/proposals/${proposal.id}/publish`, {})).toMatchObject({
    status: 409,
    json: { code: 'catalogue_of_day_to_come' },
  });
  expect(await on(todayInZurich())).toMatchObject({ status: 400, json: { code: 'schedule_day_begun' } });
  expect(await on(tomorrow)).toMatchObject({ status: 400, json: { code: 'schedule_before_prices' } });
  expect(await on(later)).toMatchObject({ status: 200, json: { publishOn: later } });
  expect((await state()).scheduled).toMatchObject({ id: proposal.id, publishOn: later });
  const other = await build();
  expect(await call('POST', `${path}/proposals/${other.id}/schedule`, { publishOn: tomorrow })).toMatchObject(
    { status: 409, json: { code: 'schedule_taken' } },
  );
  const cancel = () => call('DELETE', `${path}/proposals/${proposal.id}/schedule`);
  expect(await cancel()).toMatchObject({ status: 200, json: { publishOn: null } });
  expect(await cancel()).toMatchObject({ status: 409, json: { code: 'catalogue_not_scheduled' } });
  await on(later);
  expect(await publishOnItsDay(server.pool, proposal.id)).toBe('nothing');
  // The day comes.
  await server.pool.query('update catalogue_proposals set price_date = $2, publish_on = $2 where id = $1', [
    proposal.id,
    todayInZurich(),
  ]);
  const tries = await Promise.all([0, 1, 2, 3].map(() => publishOnItsDay(server.pool, proposal.id)));
  expect(tries.toSorted()).toEqual(['nothing', 'nothing', 'nothing', 'published']);
  expect((await state()).current).toMatchObject({ priceDate: todayInZurich(), publishedBy: '' });
});

test('what no longer fits on its day is not published, and it is said why', async () => {
  const proposal = await build();
  const tomorrow = addDays(todayInZurich(), 1);
  await call('POST', `${path}/proposals/${proposal.id}/schedule`, { publishOn: tomorrow });
  await putTemplateRows(server.pool, 'swissmedic-packs', packs);
  await server.pool.query('update catalogue_proposals set publish_on = price_date where id = $1', [
    proposal.id,
  ]);
  const before = (await state()).current!.revision;
  expect(await publishOnItsDay(server.pool, proposal.id)).toBe('missed');
  expect(await publishOnItsDay(server.pool, proposal.id)).toBe('nothing');
  const after = await state();
  expect(after.current!.revision).toBe(before);
  expect(after.scheduled).toMatchObject({ id: proposal.id, missed: 'template_files_changed' });
  const { rows } = await server.pool.query(
    `select after->>'missed' as missed from audit_entries where action = 'catalogue.cancelled' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ missed: 'template_files_changed' }]);
});

test('prices are told as of the newest file whose prices count, not of the day of building', async () => {
  await putTemplateRows(server.pool, 'bag-sl-fhir', listed, { date: '2026-06-02' });
  const proposal = await build();
  expect(proposal).toMatchObject({ priceDate: todayInZurich(), pricesOf: '2026-06-02' });
  expect(await call('POST', `${path}/proposals/${proposal.id}/publish`, {})).toMatchObject({ status: 200 });
  expect((await state()).current).toMatchObject({ priceDate: todayInZurich(), pricesOf: '2026-06-02' });
  expect((await call('GET', `/api/portfolio/totals`)).json).toMatchObject({ priceDate: '2026-06-02' });
  expect((await call('GET', `/api/product/gtin/${original}`)).json).toMatchObject({
    priceDate: '2026-06-02',
  });
});

test('midnight is that of Zurich', () => {
  // 1.12. begins there at 23:00 UTC, 1.7. at 22:00.
  expect(millisecondsToMidnight(new Date('2026-11-30T22:59:00Z'))).toBe(60_005);
  expect(millisecondsToMidnight(new Date('2026-06-30T21:59:59.500Z'))).toBe(505);
});

test('a product is looked up with the source of each field, and by Pharmacode, name or molecule', async () => {
  await putTemplateRows(server.pool, 'pharmacodes', [{ gtin: generic, pharmacode: '0000077' }]);
  await putTemplateRows(server.pool, 'portfolio', [
    { gtin: original, alternativeGtin: newcomer, rank: 1 },
    { gtin: generic, alternativeGtin: newcomer, rank: 1 },
  ]);
  await putTemplateRows(server.pool, 'own-attributes', [
    { gtin: generic, values: { manufacturer: 'Generic Schweiz AG' } },
  ]);
  const { id } = await build();
  await call('POST', `${path}/proposals/${id}/publish`, {});
  const { json: product } = await call('GET', `/api/product/gtin/${generic}`);
  expect(product).toMatchObject({
    gtin: generic,
    provider: false,
    alternatives: [{ gtin: newcomer, rank: 1, manufacturer: 'Provider AG', exFactoryPrice: null }],
    alternativeTo: [],
    toCome: [{ column: 'exFactoryPrice', value: '6.00', from: addDays(todayInZurich(), 3) }],
    episodes: [],
    files: [
      { key: 'bag-sl-fhir' },
      { key: 'own-attributes' },
      { key: 'pharmacodes' },
      { key: 'portfolio' },
      { key: 'swissmedic-packs' },
    ],
  });
  const { fields } = product as ProductInformation;
  expect(fields.find(({ column }) => column === 'manufacturer')).toEqual({
    column: 'manufacturer',
    value: 'Generic Schweiz AG',
    from: 'own-attributes',
    lost: [
      { from: 'swissmedic-packs', value: 'Generic AG' },
      { from: 'bag-sl-fhir', value: 'BAG Holder' },
    ],
  });
  expect(fields.find(({ column }) => column === 'exFactoryPrice')).toMatchObject({
    value: '12.00',
    from: 'bag-sl-fhir',
  });
  expect((await call('GET', '/api/product/pharmacode/77')).json).toEqual(product);
  expect((await call('GET', '/api/product/pharmacode/78')).status).toBe(404);
  expect((await call('GET', `/api/product/gtin/${provider}`)).status).toBe(404);
  expect((await call('GET', `/api/product/gtin/${newcomer}`)).json).toMatchObject({
    provider: true,
    alternativeTo: [{ gtin: original }, { gtin: generic }],
  });
  expect((await call('GET', `/api/product/gtin/${original}`)).json).toMatchObject({
    episodes: [{ source: 'Standard', reportedOn: '2026-01-02', backInStockOn: null }],
  });
  const found = async (text: string) =>
    ((await call('GET', `/api/product/search?text=${encodeURIComponent(text)}`)).json as FoundProduct[]).map(
      (each) => each.gtin,
    );
  expect(await found('RAMIPRIL schwéiz')).toEqual([generic]);
  expect(await found(newcomer.slice(4))).toEqual([newcomer]);
  expect(await found('nothing like it')).toEqual([]);
  const { json: history } = await call('GET', `/api/product/gtin/${original}/prices`);
  // As CSV files said it at first, and as the list has said it since.
  expect((history as ProductPrices)[0]).toMatchObject({ exFactoryPrice: 20, publicPrice: 35.5 });
  expect((history as ProductPrices).at(-1)).toMatchObject({
    exFactoryPrice: 19,
    publicPrice: null,
    current: true,
  });
});
