import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueProposalAnswer } from '#shared/schemas/merged-products.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { fhirRow, swissmedicRow } from '../support/merged-rows.ts';
import { addUser, publishReferenceData, signIn } from '../support/portal.ts';
import { rounds } from '../support/rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { generic, original, provider, smallCatalogue } from '../support/small-catalogue.ts';
import { putTemplateRows } from '../support/template-rows.ts';

const KILLS = rounds({ short: 2, long: 30 });
/** Building, publishing and going back together take about so long here. */
const LAST_MILLISECONDS = 600;
const path = '/api/merged-products';

let database: TestDatabase;
let token: string;
let server: ServerProcess;

const start = () =>
  startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'fatal',
  });

beforeAll(async () => {
  database = await testDatabase();
  await publishReferenceData(database.pool, smallCatalogue);
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
  await putTemplateRows(
    database.pool,
    'swissmedic-packs',
    [original, generic, provider].map((gtin) => swissmedicRow(gtin)),
  );
  server = await start();
  token = await signIn(server.url, 'admin@portal.example');
}, 60_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await database.close();
});

async function send<Answer>(method: string, route: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Builds from other prices, publishes and goes a step back, until the process is gone. */
async function work(round: number): Promise<void> {
  const from = await current();
  await putTemplateRows(database.pool, 'bag-sl-fhir', [
    fhirRow(original, { prices: [{ kind: 'exFactory', chf: `${20 + round}.00`, from: '2026-01-01' }] }),
  ]);
  const { id } = await send<CatalogueProposalAnswer>('POST', `${path}/proposals`, {});
  const { publishedRevision } = await send<CatalogueProposalAnswer>(
    'POST',
    `${path}/proposals/${id}/publish`,
    {},
  );
  await send('POST', `${path}/revisions/${from}/publish`, { current: publishedRevision });
}

async function current(): Promise<number> {
  const { rows } = await database.pool.query('select revision from current_catalogue');
  expect(rows).toHaveLength(1);
  return rows[0].revision;
}

/** What has to hold whenever a process ends. */
async function expectWhole(): Promise<void> {
  const { rows: halves } = await database.pool.query(
    `select p.id, p.counts, p.published_revision,
       (select coalesce(jsonb_object_agg(list, n), '{}') from (
          select list, count(*) as n from catalogue_proposal_rows where proposal_id = p.id group by list) l) as stored,
       (select count(*)::integer from all_catalogue_revisions r where (r.report->>'proposal')::integer = p.id)
         as revisions
     from catalogue_proposals p`,
  );
  for (const { counts, stored, published_revision, revisions } of halves) {
    for (const [list, count] of Object.entries(counts)) expect(stored[list] ?? 0).toBe(count);
    expect(revisions).toBe(published_revision === null ? 0 : 1);
  }
  // What is published is written down, and nothing else; the first came from the command line.
  const { rows: published } = await database.pool.query(
    `select (select count(*)::integer from all_catalogue_revisions) as revisions,
       (select count(*)::integer from audit_entries where action = 'catalogue.published') as audited`,
  );
  expect(published[0].audited).toBe(published[0].revisions);
}

test('killed while it builds, publishes and goes back, a process leaves no half revision behind', async () => {
  for (let round = 0; round < KILLS; round++) {
    const working = work(round).catch((error: Error) => {
      // Refused it would not be; broken off it is.
      if (error.message.includes(': 4')) throw error;
    });
    await sleep(Math.round((LAST_MILLISECONDS * (round + 0.5)) / KILLS));
    server.kill('SIGKILL');
    await server.ended;
    await working;
    await expectWhole();
    server = await start();
  }
  // Whatever was cut off, the next one can do.
  const { id } = await send<CatalogueProposalAnswer>('POST', `${path}/proposals`, {});
  const { publishedRevision } = await send<CatalogueProposalAnswer>(
    'POST',
    `${path}/proposals/${id}/publish`,
    {},
  );
  expect(await current()).toBe(publishedRevision);
});
