import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FocusGroup, FocusGroupChoices } from '#shared/schemas/focus-group.ts';
import { type AdminCall, adminCalls, auditOf } from '#tests/support/admin-calls.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
let call: AdminCall;
let statistic: string;

beforeAll(async () => {
  portal = await openSmallPortal();
  call = await adminCalls(portal.server.url, portal.server.pool);
  statistic = `${portal.server.url}/api/statistics/${await portal.upload([[original, 3]])}`;
});
afterAll(() => portal.server.close());
beforeEach(() => emptyTables(portal.server.pool, 'focus_groups'));

const groups = async () => (await call('GET', 'focusgroup')).body as FocusGroup[];
const molecule = (name: string) => ({ molecule: name });
const product = (gtin: string) => ({ gtin });

test('a group covers each product once, names members that are gone, and dashboards have it at once', async () => {
  const { molecules } = (await call('GET', 'focusgroup/choices')).body as FocusGroupChoices;
  const [own] = molecules;
  const gone = '7680999999993';
  const { status, body } = await call('POST', 'focusgroup', {
    name: ' Heart ',
    molecules: [own, molecule('Nihilum')].map((each) => molecule(each!.molecule)),
    products: [original, original, gone].map(product),
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Heart',
    products: [original, gone].sort().map(product),
    // The original has the molecule too.
    coveredProducts: own!.products,
    goneMolecules: ['Nihilum'],
    goneProducts: [gone],
  });
  expect(await groups()).toEqual([body]);
  const onDashboard = async () => (await fetch(`${statistic}/list/focusGroups`)).json();
  const { focusGroupID: id } = body as FocusGroup;
  expect(await onDashboard()).toMatchObject([{ id: String(id), name: 'Heart', count: 1 }]);
  await call('PUT', `focusgroup/${id}`, { name: 'Heart', products: [product(generic)] });
  expect(await onDashboard()).toMatchObject([{ name: 'Heart', count: 0 }]);
  expect((await call('DELETE', `focusgroup/${id}`)).status).toBe(204);
  expect(await onDashboard()).toEqual([]);
});

test('what explains a figure of some groups calls them by their names, and one that is gone by its id', async () => {
  const added = async (name: string) => {
    const { body } = await call('POST', 'focusgroup', { name, products: [product(original)] });
    return (body as FocusGroup).focusGroupID;
  };
  const [heart, lung] = [await added('Heart'), await added('Lung')];
  const conditions = async () => {
    const query = `view=product/totals&figure=qtySum1&focusGroup=${heart}&focusGroup=${lung}`;
    const answer = await fetch(`${statistic}/explain?${query}`, { headers: { 'accept-language': 'en' } });
    const { rows } = (await answer.json()) as { rows: { conditions: string[] }[] };
    return rows[0]!.conditions;
  };
  expect(await conditions()).toEqual(['Focus group: Heart or Lung']);
  await call('DELETE', `focusgroup/${heart}`);
  expect(await conditions()).toEqual(['Focus group: Lung']);
  await call('DELETE', `focusgroup/${lung}`);
  expect(await conditions()).toEqual([`Focus group: ${heart} or ${lung}`]);
});

test('a group kept by another writing of a molecule has its products, and is told as the catalogue writes it', async () => {
  const { molecules } = (await call('GET', 'focusgroup/choices')).body as FocusGroupChoices;
  const [own] = molecules;
  const capitals = own!.molecule.toUpperCase();
  expect(capitals).not.toBe(own!.molecule);
  const { body } = await call('POST', 'focusgroup', { name: 'Heart', molecules: [molecule(capitals)] });
  expect(body).toMatchObject({
    molecules: [molecule(own!.molecule)],
    coveredProducts: own!.products,
    goneMolecules: [],
  });
  expect(await (await fetch(`${statistic}/list/focusGroups`)).json()).toMatchObject([
    { name: 'Heart', count: 1 },
  ]);
});

test('PUT takes the id from the path or from the body, and not without one', async () => {
  const added = (await call('POST', 'focusgroup', { name: 'A' })).body as FocusGroup;
  const id = added.focusGroupID;
  expect((await call('PUT', 'focusgroup', { ...added, name: 'B' })).body).toEqual({
    ...added,
    name: 'B',
    version: 2,
  });
  expect((await call('PUT', `focusgroup/${id}`, { name: 'C' })).body).toEqual({
    ...added,
    name: 'C',
    version: 3,
  });
  expect(await call('PUT', 'focusgroup', { name: 'D' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'focusGroupID' }] },
  });
  expect((await call('PUT', `focusgroup/${id}`, { focusGroupID: id + 1, name: 'D' })).status).toBe(400);
  expect((await call('PUT', 'focusgroup/999999', { name: 'D' })).status).toBe(404);
  expect((await call('PUT', 'focusgroup', { focusGroupID: 999999, name: 'D' })).status).toBe(404);
  expect((await call('DELETE', 'focusgroup/999999')).status).toBe(404);
  expect((await groups()).map(({ name }) => name)).toEqual(['C']);
});

test('a molecule of any number of substances can be a member', async () => {
  const molecules = [{ molecule: 'substantia, '.repeat(190) }];
  const { status, body } = await call('POST', 'focusgroup', { name: 'Vaccines', molecules });
  expect([status, (body as FocusGroup).molecules]).toEqual([200, molecules]);
});

test('names are needed and each is one group’s, GTINs have 13 digits, and thousands of members fit', async () => {
  await call('POST', 'focusgroup', { name: 'A' });
  const wrong: object[] = [
    { name: ' ' },
    {},
    { name: 'B', products: [{ gtin: '123' }] },
    { name: 'B', products: [original] },
    { name: 'B', molecules: [{ molecule: '' }] },
    { name: 'B', more: 1 },
  ];
  for (const body of wrong) expect((await call('POST', 'focusgroup', body)).status).toBe(400);
  expect(await call('POST', 'focusgroup', { name: 'a' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken', issues: [{ path: 'name' }] },
  });
  const digits = Array.from({ length: 20_000 }, (_, n) => String(768000000000 + n));
  const products = digits.map((twelve) => product(withCheckDigit(twelve)));
  const { status, body } = await call('POST', 'focusgroup', { name: 'Many', products });
  expect([status, (body as FocusGroup).products.length]).toEqual([200, 20_000]);
});

test('a GTIN whose check digit is wrong is refused by name; one that the catalogue lacks is not', async () => {
  const lacking = '7680999999993';
  const body = { name: 'A', products: [original, '7680999999995', lacking, '7680999999996'].map(product) };
  expect(await call('POST', 'focusgroup', body)).toMatchObject({
    status: 400,
    body: {
      code: 'gtin_check_digit',
      message: expect.stringContaining('7680999999995, 7680999999996'),
      issues: [{ path: 'products.1.gtin' }, { path: 'products.3.gtin' }],
    },
  });
  expect(await groups()).toEqual([]);
  const kept = { ...body, products: [product(original), product(lacking)] };
  expect((await call('POST', 'focusgroup', kept)).body).toMatchObject({ goneProducts: [lacking] });
});

/** GS1: weights 3 and 1 from the right. */
function withCheckDigit(twelve: string): string {
  let sum = 0;
  for (const [place, digit] of [...twelve].entries()) sum += Number(digit) * (place % 2 ? 3 : 1);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

test('what came and went is written down, and nothing where nothing changed', async () => {
  const added = (await call('POST', 'focusgroup', { name: 'A', products: [product(original)] }))
    .body as FocusGroup;
  const id = added.focusGroupID;
  await call('PUT', `focusgroup/${id}`, added);
  await call('PUT', `focusgroup/${id}`, { name: 'A', products: [product(provider)] });
  await call('DELETE', `focusgroup/${id}`);
  const entries = (await auditOf(portal.server.pool, 'focus-group')) as { subject_key: string }[];
  const ofThis = entries.filter(({ subject_key }) => subject_key === String(id));
  expect(ofThis).toMatchObject([
    { action: 'focus-group.created', before: {}, after: { name: 'A', gtins: [original] } },
    { action: 'focus-group.changed', before: { gtins: [original] }, after: { gtins: [provider] } },
    { action: 'focus-group.deleted', before: { name: 'A', gtins: [provider] }, after: {} },
  ]);
  expect(ofThis).toHaveLength(3);
});
