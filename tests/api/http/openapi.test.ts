import { afterAll, beforeAll, expect, test } from 'vitest';
import { openapiRoute } from '#server/http/openapi.ts';
import { readCalls, type Schema } from '#tests/support/api-calls.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

type Parameter = { name: string; in: string; required: boolean };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the document names what a call cannot do without', async () => {
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { get: { parameters: Parameter[] } }>;
  };
  const required = (path: string) =>
    document.paths[path]!.get.parameters.filter((each) => each.required).map(({ name }) => name);
  expect(required('/api/statistics/{id}/compare')).toEqual(['id', 'with', 'view']);
  expect(required('/api/statistics/{id}/explain')).toEqual(['id', 'view', 'figure']);
  expect(required('/api/statistics/{id}/molecule')).toEqual(['id']);
});

test('the document is made once, however often anybody asks for it', async () => {
  const { handle } = openapiRoute(server.routes);
  const ask = () => (handle as () => unknown)();
  expect(ask()).toBe(ask());
});

test('every text, number and list that a call takes has a bound', async () => {
  const calls = await readCalls(server.url);
  const unbounded = calls.flatMap(({ method, path, parameters, json, form }) => {
    const members = [...parameters.map(({ name, schema }) => [name, schema] as const)];
    for (const body of [json, form]) if (body) members.push(['body', body]);
    return members.flatMap(([name, schema]) =>
      unboundedIn(schema).map((place) => `${method} ${path} ${name}${place}`),
    );
  });
  expect(calls.length).toBeGreaterThan(40);
  expect(unbounded).toEqual([]);
});

/** Texts as shared/fields.ts has them: of a length, and without what can't be kept. Files are bounded elsewhere. */
function unboundedIn(schema: Schema): string[] {
  const { type, anyOf, items, properties, pattern = '' } = schema;
  if (anyOf) return anyOf.flatMap(unboundedIn);
  if (schema.enum || schema.const !== undefined || /^(date|binary)$/.test(schema.format ?? '')) return [];
  const inner = Object.entries({ ...properties, ...(items ? { '*': items } : {}) });
  const below = inner.flatMap(([name, each]) => unboundedIn(each).map((place) => `.${name}${place}`));
  const bounded =
    type === 'string'
      ? (schema.maxLength !== undefined && pattern !== '') || /^\^(\\d|\[A-Z\])|^\^data:/.test(pattern)
      : type === 'array'
        ? schema.maxItems !== undefined
        : type === 'integer' || type === 'number'
          ? schema.maximum !== undefined && schema.maximum <= 2_147_483_647
          : true;
  return bounded ? below : ['', ...below];
}
