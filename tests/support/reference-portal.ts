import { readFile } from 'node:fs/promises';
import type { Publication } from '#server/reference-data/publishing/publish.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from './portal.ts';
import { referenceData } from './reference-data.ts';
import { startTestServer, type TestServer } from './server.ts';

/** A server with the real reference data, the customer 4711 and a representative, rep@portal.example, who is signed in. */
export async function startReferencePortal(): Promise<{
  server: TestServer;
  token: string;
  publication: Publication;
}> {
  const server = await startTestServer({
    provider: { name: 'Sandoz', companies: ['Sandoz Pharmaceuticals AG'] },
  });
  await addUser(server.pool, { email: 'rep@portal.example' });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  const csv = (name: string) => readFile(new URL(`${name}.csv`, referenceData), 'utf8');
  const publication = await publishReferenceData(server.pool, {
    catalogue: {
      products: await csv('catalogue'),
      portfolio: await csv('portfolio'),
      exclusive: await csv('exclusive'),
      priceDate: '2026-08-01',
    },
    stockouts: { csv: await csv('stockouts') },
  });
  return { server, token: await signIn(server.url, 'rep@portal.example'), publication };
}
