import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueProposalAnswer, MergedProducts } from '#shared/schemas/merged-products.ts';
import type { ProductInformation } from '#shared/schemas/product.ts';
import type { TemplateVersion } from '#shared/schemas/template-files.ts';
import { callsOf } from '#tests/support/admin-calls.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fhirRow, swissmedicRow } from '#tests/support/merged-rows.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { startInstance, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { templateFileCalls } from '#tests/support/template-files.ts';
import { putTemplateRows } from '#tests/support/template-rows.ts';

const ROUNDS = rounds({ short: 1, long: 30 });
const path = 'merged-products';
const ownColumns = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
const engpassradarColumns = 'GTIN,Bezeichnung,Status,Erstmals gesehen,Lieferbar ab';

let database: TestDatabase;
let servers: Pick<TestServer, 'url' | 'close'>[];
let callers: ReturnType<typeof callsOf>[];
let files: ReturnType<typeof templateFileCalls>[];

beforeAll(async () => {
  database = await testDatabase();
  await publishReferenceData(database.pool, { catalogue: smallCatalogue.catalogue });
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
  await putTemplateRows(
    database.pool,
    'swissmedic-packs',
    [original, generic, provider].map((gtin) => swissmedicRow(gtin)),
  );
  servers = await Promise.all([0, 1].map(() => startInstance(database, { logLevel: 'fatal' })));
  const tokens = await Promise.all(servers.map(({ url }) => signIn(url, 'admin@portal.example')));
  callers = servers.map(({ url }, at) => callsOf(url, tokens[at]!));
  files = servers.map(({ url }, at) => templateFileCalls(url, tokens[at]!));
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()));
  await database.close();
});

async function build(at: number): Promise<number> {
  const { status, body } = await callers[at]!('POST', `${path}/proposals`, {});
  expect(status).toBe(200);
  return (body as CatalogueProposalAnswer).id;
}

const publish = (at: number, proposal: number) =>
  callers[at]!('POST', `${path}/proposals/${proposal}/publish`, {}) as Promise<{
    status: number;
    body: CatalogueProposalAnswer & { code?: string };
  }>;

/** The current revision, as each process says. */
async function currentEverywhere(): Promise<(number | undefined)[]> {
  const answers = await Promise.all(callers.map((call) => call('GET', path)));
  return answers.map(({ body }) => (body as MergedProducts).current?.revision);
}

async function revisions(): Promise<number[]> {
  const { rows } = await database.pool.query(
    'select revision from all_catalogue_revisions order by revision',
  );
  return rows.map(({ revision }) => revision);
}

test('two processes publish a catalogue at once: one does, the other is told, and what it built anew comes after', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await putTemplateRows(database.pool, 'bag-sl-fhir', [
      fhirRow(original, { prices: [{ kind: 'exFactory', chf: `${20 + round}.00`, from: '2026-01-01' }] }),
    ]);
    const before = await revisions();
    const proposals = await Promise.all([build(0), build(1)]);
    const answers = await Promise.all(proposals.map((proposal, at) => publish(at, proposal)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const second = answers.findIndex(({ status }) => status === 409);
    expect(answers[second]!.body.code).toBe('catalogue_changed');
    const first = answers[1 - second]!.body.publishedRevision!;
    expect(await currentEverywhere()).toEqual([first, first]);
    const { status, body } = await publish(second, await build(second));
    expect(status).toBe(200);
    expect(await currentEverywhere()).toEqual([body.publishedRevision, body.publishedRevision]);
    expect(await revisions()).toEqual([...before, first, body.publishedRevision]);
  }
  // Each with its line in the log, and no other; the first came from the command line.
  const { rows } = await database.pool.query(
    `select subject_key::integer as revision from audit_entries where action = 'catalogue.published' order by id`,
  );
  expect(rows.map(({ revision }) => revision)).toEqual(await revisions());
});

test('two processes publish lists of two sources and a catalogue at once: all three are in force in both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const day = new Date(Date.UTC(2025, 0, round + 1)).toISOString().slice(0, 10);
    const proposal = await build(0);
    const [published, own, other] = await Promise.all([
      publish(0, proposal),
      files[0]!.replace('stockouts-own', `${ownColumns}\n${original},${day},${day},,\n`, 'a.csv', 'New day'),
      files[1]!.replace(
        'stockouts-engpassradar',
        `${engpassradarColumns}\n${generic},Generic,1 aktuell keine Lieferungen,${day},offen\n`,
        'b.csv',
        'New day',
      ),
    ]);
    expect([published.status, own.status, other.status]).toEqual([200, 200, 200]);
    for (const call of callers) {
      const episodes = await Promise.all(
        [original, generic].map(async (gtin) => {
          const { body } = await call('GET', `product/gtin/${gtin}`);
          const { revision, episodes } = body as ProductInformation;
          expect(revision).toBe(published.body.publishedRevision);
          return episodes
            .filter(({ backInStockOn }) => backInStockOn === null)
            .map(({ source, reportedOn }) => `${source} ${reportedOn}`);
        }),
      );
      expect(episodes).toEqual([[`Standard ${day}`], [`Engpassradar ${day}`]]);
    }
  }
});

test('two processes that replace a file at once do so one after the other, and none is lost', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      files.map((each, at) => {
        const day = new Date(Date.UTC(2025, 5, 1 + 10 * round + at)).toISOString().slice(0, 10);
        const list = `${ownColumns}\n${original},${day},${day},,\n`;
        return each.replace('stockouts-own', list, `${round}-${at}.csv`, 'Both are right');
      }),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
    const stale = answers.find(({ status }) => status === 409);
    if (stale) expect(stale.body.code).toBe('template_file_stale');
    const { body: versions } = await files[0]!.ask<TemplateVersion[]>('/stockouts-own/versions');
    const ofRound = versions.filter(({ fileName }) => fileName.startsWith(`${round}-`));
    expect(ofRound.length).toBe(statuses.filter((status) => status === 200).length);
    expect(versions.filter(({ isCurrent }) => isCurrent).length).toBe(1);
  }
});
