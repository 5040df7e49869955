import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const [heading] = smallCatalogue.catalogue.products.split('\n');
  const row = (place: number, name: string) =>
    `${gtin(`7680400000${String(place).padStart(2, '0')}`)},,${name} ${place},Maker AG,C09AA05,ramiprilum,30,Tabl,Tabletten,5 mg,generic,1,0,0,0,1,2,,`;
  // Twenty-one of both names, twenty of one.
  const rows = Array.from({ length: 21 }, (_, place) => row(place, place === 0 ? 'Pack' : 'Pack sold'));
  const only = gtin('768040000000');
  await publishReferenceData(server.pool, {
    ...smallCatalogue,
    catalogue: {
      ...smallCatalogue.catalogue,
      products: [heading, ...rows, ''].join('\n'),
      portfolio: `gtin,alternativeGTIN,rank\n${gtin('768040000001')},${only},1\n`,
      exclusive: `gtin\n${only}\n`,
    },
  });
  await server.pool.query(
    `insert into customers (external_id, name, address, active)
     select 'C' || n, 'Apotheke ' || case when n = 0 then 'zum Turm' else 'am Platz' end || ' ' || n, '', true
     from generate_series(0, 50) as n`,
  );
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
});
afterAll(() => server.close());

async function search(method: string, path: string): Promise<[count: number, more: string | null]> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return [((await response.json()) as unknown[]).length, response.headers.get('x-has-next-page')];
}

test('a search that stops says so, and one that has exactly as many as it answers does not', async () => {
  expect(await search('GET', '/product/search?text=pack')).toEqual([20, 'true']);
  expect(await search('GET', '/product/search?text=pack%20sold')).toEqual([20, 'false']);
  expect(await search('POST', '/customer/search?keyword=apotheke')).toEqual([50, 'true']);
  expect(await search('POST', '/customer/search?keyword=apotheke%20platz')).toEqual([50, 'false']);
  expect(await search('POST', '/customer/search?keyword=turm')).toEqual([1, 'false']);
});
