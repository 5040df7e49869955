import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

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
