import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openEngine } from '#analytics/engine.ts';
import { hashPassword } from '#server/accounts/sign-in/authenticate.ts';
import { insertUser, type NewUser } from '#server/accounts/user-queries.ts';
import { openAnnouncer } from '#server/platform/cache-invalidation/announcer.ts';
import { type Publication, publish, type ReferenceData } from '#server/reference-data/publishing/publish.ts';

export const password = 'correct horse battery staple';
const passwordHash = hashPassword(password);

/** Inserts an active user with `password` and gives the id. */
export async function addUser(pool: Pool, user: Partial<NewUser> & { email: string }): Promise<number> {
  const plain = { name: user.email, role: 'User', fullDataAccess: false, language: 'de' } as const;
  return insertUser(pool, { ...plain, ...user, passwordHash: await passwordHash });
}

/** Signs in and gives the bearer token. */
export async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Signing in as ${email} failed: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

/** Adds a customer that uploads can be for. */
export async function addCustomer(pool: Pool, externalId: string, name: string): Promise<void> {
  await pool.query('insert into customers (external_id, name, address) values ($1, $2, $3)', [
    externalId,
    name,
    'Hauptstrasse 1, 8000, Zürich ZH, Schweiz',
  ]);
}

/** Publishes reference data as the command does. */
export async function publishReferenceData(pool: Pool, data: ReferenceData): Promise<Publication> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-publish-'));
  const engine = await openEngine({ directory, connections: 1 });
  const announcer = openAnnouncer(pool.options.connectionString!);
  try {
    return await publish(pool, engine, data, ['Provider AG'], announcer.everyoneHasHeard);
  } finally {
    await announcer.close();
    engine.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The form of an upload that keeps all rules; `fields` replace or, with undefined, remove parts. */
export function uploadForm(
  file: Uint8Array,
  fields: Record<string, string | Blob | undefined> = {},
  fileName = 'statistic.xlsx',
): FormData {
  const all: Record<string, string | Blob | undefined> = {
    fileName,
    file: new Blob([file as Uint8Array<ArrayBuffer>]),
    consentFileName: 'consent.pdf',
    consentFile: new Blob(['%PDF-1.4']),
    customerExternalId: '4711',
    customerName: 'Pharmacy',
    timeMonthFrom: '1',
    timeYearFrom: '2025',
    timeMonthTo: '12',
    timeYearTo: '2025',
    ...fields,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.set(name, value);
  return form;
}

/** Where an upload says that its GTINs stand in column A, and its packs in `quantity`. */
export const columnChoice = (sheet: string, headingRow: number, quantity: string) =>
  JSON.stringify({
    sheet,
    headingRow,
    columns: [
      { field: 'gtin', column: 'A' },
      { field: 'quantity', column: quantity },
    ],
  });

/** Sends an upload; `headers` add to the bearer token. */
export function postStatistic(
  url: string,
  token: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/statistics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...headers },
    body: form,
  });
}
