import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { addCustomer, addUser, postStatistic, publishReferenceData, signIn, uploadForm } from './portal.ts';
import { startTestServer, type TestServer } from './server.ts';
import { smallCatalogue, workbook } from './small-catalogue.ts';

/** A server with the small catalogue, the customer 4711 and a representative, rep@portal.example, who is signed in. */
export type SmallPortal = {
  server: TestServer;
  token: string;
  /** Uploads rows of GTIN and packs, for the whole of 2025 unless `fields` say otherwise, and gives the direct link id. */
  upload(rows: Parameters<typeof workbook>[0], fields?: Parameters<typeof uploadForm>[1]): Promise<string>;
};

export async function openSmallPortal(log?: Logger, overrides: Partial<Config> = {}): Promise<SmallPortal> {
  const server = await startTestServer(overrides, log);
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'rep@portal.example' });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  const token = await signIn(server.url, 'rep@portal.example');
  return {
    server,
    token,
    async upload(rows, fields) {
      const answer = await postStatistic(server.url, token, uploadForm(await workbook(rows), fields));
      if (answer.status !== 200) throw new Error(`The upload failed: ${await answer.text()}`);
      const { bezugsStatistik } = (await answer.json()) as { bezugsStatistik: { directLinkId: string } };
      return bezugsStatistik.directLinkId;
    },
  };
}
