import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { StoredLines } from '#analytics/lines.ts';
import { insertSession } from '#server/accounts/sign-in/session-queries.ts';
import { insertUser, type NewUser } from '#server/accounts/user-queries.ts';
import { type Config, readConfig } from '#server/config.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import {
  insertCatalogueRevision,
  insertStockoutRevision,
} from '#server/reference-data/publishing/catalogue-queries.ts';
import { insertStatistic } from '#server/statistics/statistic-queries.ts';
import { PACKS } from './catalogue.ts';
import { type BenchWorld, benchHead } from './world.ts';

/** Migrates the database and publishes the benchmark's catalogue. Gives the bearer token of a signed-in user. */
export async function fillPortal(
  pool: Pool,
  world: BenchWorld,
  packs = PACKS,
): Promise<{ userId: number; token: string }> {
  await migrate(pool);
  await insertCatalogueRevision(pool, world.catalogue, packs, {});
  await insertStockoutRevision(pool, world.stockouts, {});
  const { id: userId, token } = await addSignedIn(pool, 'bench', { name: 'Bench', fullDataAccess: true });
  return { userId, token };
}

/**
 * Keeps processes from reckoning the figures of statistics, as one whose turn does not end: of statistics that have no file, or
 * of a million, that would go on beside all that is measured.
 */
export async function withoutReckoning(pool: Pool): Promise<void> {
  await pool.query("insert into figures_turn (process, until) values (gen_random_uuid(), 'infinity')");
}

/** Adds a user, without full data access unless it is said, and gives the bearer token of a session. */
export async function addSignedIn(
  pool: Pool,
  account: string,
  fields: Partial<Pick<NewUser, 'name' | 'role' | 'fullDataAccess'>> = {},
): Promise<{ id: number; token: string }> {
  const id = await insertUser(pool, {
    email: `${account}@portal.example`,
    name: account,
    role: 'User',
    fullDataAccess: false,
    language: 'de',
    passwordHash: 'none',
    ...fields,
  });
  const token = randomBytes(32).toString('base64url');
  await insertSession(pool, createHash('sha256').update(token).digest(), id, true);
  return { id, token };
}

/** Asks what is below an address as whoever has the token. @throws {Error} with what was answered instead */
export function asking(base: string, token: string): (path: string) => Promise<Buffer> {
  return async (path) => {
    const answer = await fetch(`${base}/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${path}: ${body}`);
    return body;
  };
}

/** The form of an upload that is about no customer. */
export function testUpload(file: Uint8Array, name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), name);
  const fields = {
    testUpload: 'true',
    timeMonthFrom: '1',
    timeYearFrom: '2025',
    timeMonthTo: '12',
    timeYearTo: '2025',
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

/** Stores a statistic as an upload does, without its workbook; gives its id and direct link. */
export async function storeStatistic(
  pool: Pool,
  uploaderId: number,
  stored: StoredLines,
  lineCount: number,
  head: Partial<typeof benchHead> = {},
): Promise<{ id: number; directLinkId: string }> {
  const { customerName, customerExternalId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = {
    ...benchHead,
    ...head,
  };
  const directLinkId = randomBytes(16).toString('base64url');
  const id = await inTransaction(pool, (client) =>
    insertStatistic(client, {
      directLinkId,
      active: true,
      testUpload: false,
      customer: null,
      customerExternalId,
      customerName,
      importDate: new Date(),
      timeMonthFrom,
      timeYearFrom,
      timeMonthTo,
      timeYearTo,
      comment: null,
      user: 'Bench',
      uploaderId,
      headerImageId: null,
      fileName: 'bench.xlsx',
      consentFileName: null,
      consentPlace: null,
      lineCount,
      report: {},
      file: new Uint8Array(),
      fileSha256: createHash('sha256').update(directLinkId).digest(),
      consent: null,
      ...stored,
    }),
  );
  return { id, directLinkId };
}

/** The server's configuration with its defaults, on this database. */
export function portalConfig(databaseUrl: string, providerCompanies: readonly string[]): Config {
  return readConfig({
    DATABASE_URL: databaseUrl,
    PROVIDER_NAME: 'Bench',
    PROVIDER_COMPANIES: providerCompanies.join(';'),
    LOG_LEVEL: 'error',
    WEB_CLIENT: 'none',
  });
}
