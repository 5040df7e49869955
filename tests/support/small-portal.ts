import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { addCustomer, addUser, postStatistic, publishReferenceData, signIn, uploadForm } from './portal.ts';
import { startTestServer, type TestServer } from './server.ts';
import { smallCatalogue, workbook } from './small-catalogue.ts';

type Rows = Parameters<typeof workbook>[0];
type Fields = Parameters<typeof uploadForm>[1];

/** The small catalogue, the customer 4711 and a representative, rep@portal.example, in an empty database; gives their id. */
export async function fillSmallPortal(pool: Pool): Promise<number> {
  await publishReferenceData(pool, smallCatalogue);
  await addCustomer(pool, '4711', 'Pharmacy');
  return addUser(pool, { email: 'rep@portal.example' });
}

/** Uploads rows of GTIN and packs, for the whole of 2025 unless `fields` say otherwise. */
export async function uploadRows(
  url: string,
  token: string,
  rows: Rows,
  fields?: Fields,
): Promise<{ bezugsStatistikID: number; directLinkId: string }> {
  const answer = await postStatistic(url, token, uploadForm(await workbook(rows), fields));
  if (answer.status !== 200) throw new Error(`The upload failed: ${await answer.text()}`);
  const { bezugsStatistik } = (await answer.json()) as {
    bezugsStatistik: { bezugsStatistikID: number; directLinkId: string };
  };
  return bezugsStatistik;
}

/** A server with the small catalogue, the customer 4711 and a representative, rep@portal.example, who is signed in. */
export type SmallPortal = {
  server: TestServer;
  token: string;
  /** Uploads rows of GTIN and packs, for the whole of 2025 unless `fields` say otherwise, and gives the direct link id. */
  upload(rows: Rows, fields?: Fields): Promise<string>;
};

export async function openSmallPortal(log?: Logger, overrides: Partial<Config> = {}): Promise<SmallPortal> {
  const server = await startTestServer(overrides, log);
  await fillSmallPortal(server.pool);
  const token = await signIn(server.url, 'rep@portal.example');
  return {
    server,
    token,
    async upload(rows, fields) {
      return (await uploadRows(server.url, token, rows, fields)).directLinkId;
    },
  };
}
