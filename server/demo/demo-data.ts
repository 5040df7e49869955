import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { withFiles } from '#analytics/files.ts';
import { writeCsv } from '#fixtures/csv.ts';
import type { DemoWorld } from '#fixtures/demo-world.ts';
import { type DemoUser, demoUsers } from '#fixtures/people.ts';
import type { DemoStatistic } from '#fixtures/statistics.ts';
import { hashPassword } from '../accounts/sign-in/authenticate.ts';
import { findCredentials, insertUser, setUserRelations } from '../accounts/user-queries.ts';
import type { Config } from '../config.ts';
import { asUploaded } from '../http/request/uploaded-file.ts';
import { advisoryLocks, lockSession } from '../platform/database/advisory-locks.ts';
import { createClient } from '../platform/database/pool.ts';
import { execute } from '../platform/database/query.ts';
import { publish } from '../reference-data/publishing/publish.ts';
import { activateChecked } from '../reference-data/template-files/activate-version.ts';
import { checkFile } from '../reference-data/template-files/check-file.ts';
import { templateFileKind } from '../reference-data/template-files/kinds.ts';
import type { Dependencies } from '../start/dependencies.ts';
import { storeFeedingChoice } from '../statistics/feeding-statistic/feeding-queries.ts';
import { type Imported, importStatistic } from '../statistics/uploads/import-statistic.ts';
import {
  beginDemoLoad,
  finishDemoLoad,
  insertCustomers,
  insertFocusGroups,
  insertHeaderImages,
  insertWholesalers,
} from './demo-queries.ts';

// Without look-alike characters, so that it can be read aloud.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const DAY_MILLISECONDS = 86_400_000;

/** Fills an empty database with the demo world, with `password` for all users. Returns whether it did. */
export async function loadDemoWorld(
  dependencies: Dependencies,
  databaseUrl: string,
  password: string,
): Promise<boolean> {
  // Not from the pool: it is held while others are waited for.
  const client = createClient(databaseUrl);
  await client.connect();
  try {
    await lockSession(client, advisoryLocks.demo, 'Loading the demo world');
    if (!(await beginDemoLoad(client))) return false;
    await fill(dependencies, password);
    await finishDemoLoad(client);
    return true;
  } finally {
    // Ending the session releases its advisory lock, whatever state it was in.
    await client.end();
  }
}

async function fill(dependencies: Dependencies, password: string): Promise<void> {
  const { bulkPool, engine, announcer, config } = dependencies;
  const { companies } = config.provider;
  // A third of all modules of a server, only needed for a demo.
  const { buildDemoWorld } = await import('#fixtures/demo-world.ts');
  const world = await buildDemoWorld({ today: todayInZurich() });
  const { stockoutLists: stockouts, catalogue } = world;
  const newest = stockouts.at(-1);
  if (!newest) throw new Error('The demo world has no stock-out list.');
  await publish(
    bulkPool,
    engine,
    { catalogue: { ...catalogue, priceDate: newest.date }, stockouts },
    companies,
    announcer.everyoneHasHeard,
  );
  await insertCustomers(bulkPool, world.customers);
  await insertWholesalers(bulkPool, world.wholesalers);
  await insertFocusGroups(bulkPool, world.focusGroups);
  await insertHeaderImages(bulkPool, world.headerImages);
  const uploaders = await insertUsers(dependencies, world.users, password);
  const administrator = world.users.find(({ role }) => role === 'Admin');
  if (!administrator) throw new Error('The demo world has no administrator.');
  const { email } = administrator;
  // Other threads read the statistics meanwhile.
  const [newestStatistic] = await Promise.all([
    insertStatistics(dependencies, world, uploaders),
    placeTemplateFiles(dependencies, world, { ...uploaders.get(email)!, email }),
  ]);
  if (!newestStatistic) throw new Error('The demo world has no statistic.');
  // It is made up, so everybody may see figures derived from it.
  await storeFeedingChoice(bulkPool, newestStatistic.id, uploaders.get(email)!.id, 'everybody');
}

/** Returns the newest one. */
async function insertStatistics(
  dependencies: Dependencies,
  { customers, statistics }: DemoWorld,
  uploaders: Uploaders,
): Promise<Imported | undefined> {
  const names = new Map(customers.map(({ externalId, name }) => [externalId, name]));
  let newest: Imported | undefined;
  for (const statistic of statistics.toReversed()) {
    const customerName = statistic.customerExternalId
      ? (names.get(statistic.customerExternalId) ?? null)
      : null;
    newest = await insertStatistic(dependencies, statistic, customerName, uploaders);
  }
  return newest;
}

type Uploaders = Map<string, { id: number; name: string }>;

async function insertUsers({ pool }: Dependencies, users: DemoUser[], password: string): Promise<Uploaders> {
  const inserted: Uploaders = new Map();
  for (const user of users) {
    const id = await insertUser(pool, { ...user, passwordHash: await hashPassword(password) });
    inserted.set(user.email, { id, name: user.name });
  }
  const idOf = (email: string | null) => (email && inserted.get(email)?.id) || null;
  for (const { email, parentEmail, replacementEmail } of users) {
    await setUserRelations(pool, inserted.get(email)!.id, idOf(parentEmail), idOf(replacementEmail));
  }
  return inserted;
}

async function insertStatistic(
  dependencies: Dependencies,
  statistic: DemoStatistic,
  customerName: string | null,
  uploaders: Uploaders,
): Promise<Imported> {
  const uploader = uploaders.get(statistic.uploaderEmail);
  if (!uploader) throw new Error(`The demo world has no user ${statistic.uploaderEmail}.`);
  const {
    fileName,
    file,
    consentFileName,
    consentFile,
    uploaderEmail: _,
    active,
    importedDaysAgo,
    ...fields
  } = statistic;
  const consent = consentFile ?? new Uint8Array();
  return withFiles(dependencies.engine, { file, consent }, (paths) =>
    importStatistic(
      { ...dependencies, pool: dependencies.bulkPool },
      {
        ...fields,
        file: asUploaded(paths.file, fileName, file),
        consentFile: consentFile && asUploaded(paths.consent, consentFileName ?? 'consent.pdf', consent),
        customer: null,
        customerName,
        user: null,
        uploader: null,
        headerImageId: null,
      },
      {
        uploaderId: uploader.id,
        user: uploader.name,
        visibleUploaderIds: null,
        active,
        importDate: new Date(now().getTime() - importedDaysAgo * DAY_MILLISECONDS),
      },
    ),
  );
}

/** Uses the template files of the demo's catalogue and customers, as its administrator would. */
async function placeTemplateFiles(
  { bulkPool: pool, engine }: Dependencies,
  { catalogue, customers }: Pick<DemoWorld, 'catalogue' | 'customers'>,
  by: { id: number; name: string; email: string },
): Promise<void> {
  const files = {
    'own-attributes': { name: 'produkte.csv', text: catalogue.products },
    portfolio: { name: 'portfolio.csv', text: catalogue.portfolio },
    exclusives: { name: 'exklusiv.csv', text: catalogue.exclusive },
    customers: { name: 'kunden.csv', text: customerFile(customers) },
  };
  for (const [key, { name, text }] of Object.entries(files)) {
    const kind = templateFileKind(key)!;
    const bytes = Buffer.from(text);
    const id = await withFiles(engine, { file: bytes }, ({ file: path }) =>
      checkFile({ pool, engine }, kind, asUploaded(path, name, bytes), { userId: by.id }),
    );
    await activateChecked({ pool, engine }, kind, { id, by });
  }
}

function customerFile(customers: DemoWorld['customers']): string {
  const fields = ['externalId', 'name', 'parentExternalId', 'parentName', 'address'] as const;
  return writeCsv(
    [...fields, 'active', 'language', 'channel', 'oneKey', 'phone', 'mail'],
    customers.map((customer) => [
      ...fields.map((field) => customer[field] ?? ''),
      customer.active ? '1' : '0',
      customer.language,
      customer.channel,
      customer.wkpIdOneKey,
      customer.phone ?? '',
      customer.mail ?? '',
    ]),
  );
}

/** Printed at the start of the demo: who can sign in, and how. */
export function demoSignIns(password: string): string {
  const width = Math.max(...demoUsers.map(({ email }) => email.length));
  const lines = demoUsers.map(({ email, name, role }) => {
    const what = role === 'Admin' ? 'administrator' : isManager(email) ? 'line manager' : 'representative';
    return `  ${email.padEnd(width)}   ${name}, ${what}`;
  });
  return ['Sign in as', ...lines, `with the password ${password}`].join('\n');
}

/** Sets the printed password for the demo users, if they were loaded with another. */
export async function applyDemoPassword(pool: Pool, password: string): Promise<void> {
  const [first] = demoUsers;
  const known = first && (await findCredentials(pool, first.email));
  if (!known?.password_hash || (await verify(known.password_hash, password))) return;
  const emails = demoUsers.map(({ email }) => email);
  await execute(pool, 'update users set password_hash = $2 where email = any($1)', [
    emails,
    await hashPassword(password),
  ]);
}

function isManager(email: string): boolean {
  return demoUsers.some(({ parentEmail }) => parentEmail === email);
}

/** The password of all demo users: DEMO_PASSWORD, else generated once and stored in the data directory. */
export async function demoPassword(config: Pick<Config, 'dataDir' | 'demoPassword'>): Promise<string> {
  if (config.demoPassword) return config.demoPassword;
  const file = join(config.dataDir, 'demo-password');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept.trim() !== '') return kept.trim();
  const password = generate();
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Four groups of four characters: 79 bits. */
function generate(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
