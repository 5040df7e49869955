import { deepStrictEqual, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from '#server/platform/database/pool.ts';
import type { Cart, CartChange } from '#shared/schemas/cart.ts';
import type { CatalogueProposalAnswer } from '#shared/schemas/merged-products.ts';
import type { Order } from '#shared/schemas/order.ts';
import type { TemplateVersion } from '#shared/schemas/template-files.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { swissmedicRow } from '../support/merged-rows.ts';
import { addUser, signIn, uploadForm } from '../support/portal.ts';
import { seeded } from '../support/seeded.ts';
import { generic, original, provider, workbook } from '../support/small-catalogue.ts';
import { fillSmallPortal } from '../support/small-portal.ts';
import { formOf } from '../support/template-files.ts';
import { putTemplateRows } from '../support/template-rows.ts';
import { Client } from './client.ts';
import { type Machine, openMachine, type Strike } from './machine.ts';

const WHOLESALER = 'orders@wholesaler.example';
const CUSTOMERS = 500;
const SELLERS = 2;
const DRAIN_MILLISECONDS = 60_000;

export type KillsOptions = {
  seed: number;
  /** Kills and halts, and seconds: whatever comes first. */
  amount?: number;
  seconds?: number;
};

/** What was done, by the numbers of it. */
export type KillsReport = { strikes: Record<Strike, number>; writes: Record<string, string> };

/** Something that a client does again and again, and what it holds afterwards against what is there. */
type Worker = {
  name: string;
  work(): Promise<void>;
  /** How much was done. */
  told(): string;
  check(): Promise<void>;
};

/**
 * Uploads, edits, orders, mails, invitations, replaced files and publications, while both processes and their PostgreSQL are
 * killed and stand still at random. Then every acknowledged write is there once, nothing is half, and nothing is left behind.
 * @throws {Error} for what is not so
 */
export async function kills({
  seed,
  amount = Number.POSITIVE_INFINITY,
  seconds = Number.POSITIVE_INFINITY,
}: KillsOptions): Promise<KillsReport> {
  const machine = await openMachine(seed, fill);
  try {
    await machine.steady();
    const workers = await hire(machine, seed);
    // Once in peace: there is something to lose then.
    await Promise.all(workers.map(({ work }) => work()));
    const end = Date.now() + 1000 * seconds;
    const done = () => Object.values(machine.strikes()).reduce((sum, each) => sum + each, 0);
    let isBroken = false;
    const over = () => isBroken || Date.now() > end || done() >= amount;
    await Promise.all([
      machine.torture(over),
      ...workers.map(async ({ name, work }) => {
        try {
          do await work();
          while (!over());
        } catch (cause) {
          isBroken = true;
          throw new Error(`Broken while ${name}`, { cause });
        }
      }),
    ]);
    await machine.steady();
    const pool = createPool(machine.databaseUrl);
    try {
      await drainMails(machine, pool);
      for (const { check } of workers) await check();
      await checkLeftBehind(machine, pool);
    } finally {
      await pool.end();
    }
    await machine.steady();
    return {
      strikes: machine.strikes(),
      writes: Object.fromEntries(workers.map(({ name, told }) => [name, told()])),
    };
  } finally {
    await machine.close();
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl);
  await fillSmallPortal(pool);
  for (let seller = 0; seller < SELLERS; seller++)
    await addUser(pool, { email: `seller${seller}@portal.example` });
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  await pool.query(
    `insert into wholesalers (name, enabled_for_online_orders, transfer_order_contact) values ('Grosshandel', true, $1)`,
    [WHOLESALER],
  );
  const packs = [
    swissmedicRow(original, { manufacturer: 'Original AG' }),
    swissmedicRow(generic, { manufacturer: 'Generic AG' }),
    swissmedicRow(provider, { manufacturer: 'Provider AG' }),
  ];
  await putTemplateRows(pool, 'swissmedic-packs', packs);
  await putTemplateRows(
    pool,
    'portfolio',
    [original, generic].map((gtin) => ({ gtin, alternativeGtin: provider, rank: 1 })),
  );
  await pool.end();
}

async function hire(machine: Machine, seed: number): Promise<Worker[]> {
  const clientOf = async (name: string, place: number) => {
    const token = await signIn(machine.urls[0]!, `${name}@portal.example`);
    return new Client(machine.urls, token, seed + 100 * place);
  };
  const admin = (place: number) => clientOf('admin', place);
  const pool = createPool(machine.databaseUrl);
  const before = await pool.query<{ revision: number }>(
    'select max(revision) as revision from stockout_revisions',
  );
  const { rows } = await pool.query<{ id: number }>('select id from wholesalers');
  await pool.end();
  return [
    uploading(machine, await clientOf('rep', 1), seed + 1),
    ...(await Promise.all(
      Array.from({ length: SELLERS }, async (_, at) =>
        selling(machine, await clientOf(`seller${at}`, 2 + at), at, rows[0]!.id),
      ),
    )),
    replacing(machine, await admin(5), before.rows[0]!.revision),
    publishing(machine, await admin(6)),
    inviting(machine, await admin(7)),
  ];
}

type Uploaded = { bezugsStatistik: { bezugsStatistikID: number; directLinkId: string } };

/** Uploads files of as many packs as their number, and now and then edits or deletes the statistic. */
function uploading(machine: Machine, client: Client, seed: number): Worker {
  const random = seeded(seed);
  const uploads: { state: string; id?: number; link?: string; comment?: string; deleted?: string }[] = [];
  return {
    name: 'uploading',
    async work() {
      const file = await workbook([[original, uploads.length + 1]]);
      const outcome = await client.once<Uploaded>(
        'POST',
        'statistics',
        uploadForm(file, {}, `${uploads.length + 1}.xlsx`),
      );
      const upload: (typeof uploads)[number] = { state: outcome.state };
      uploads.push(upload);
      if (outcome.state !== 'acknowledged') return;
      const { bezugsStatistikID: id, directLinkId } = outcome.answer.bezugsStatistik;
      Object.assign(upload, { id, link: directLinkId });
      const next = random.below(4);
      if (next === 0)
        upload.comment = (await client.once('POST', `statistics/${id}`, { comment: `Of ${id}` })).state;
      if (next === 1) upload.deleted = (await client.once('DELETE', `statistics/${id}`)).state;
    },
    told: () =>
      `${uploads.filter(({ state }) => state === 'acknowledged').length} of ${uploads.length} acknowledged`,
    async check() {
      const stored = await queryOf<{
        id: number;
        link: string;
        name: string;
        comment: string | null;
        deleted: boolean;
        whole: boolean;
      }>(
        machine,
        `select s.id, s.direct_link_id as link, s.file_name as name, s.comment, s.deleted_at is not null as deleted,
           coalesce(f.file is not null and f.lines is not null and f.sums is not null and f.consent is not null
             and s.line_count = 1 and s.report ->> 'imported' = '1'
             and (select sum(quantity) from statistic_identifiers where statistic_id = s.id) = split_part(s.file_name, '.', 1)::int,
             false) as whole
         from statistics s full join statistic_files f on f.statistic_id = s.id
         where s.file_name ~ '^\\d+\\.xlsx$' or s.id is null`,
      );
      deepStrictEqual(
        stored.filter(({ whole }) => !whole),
        [],
        'half uploads',
      );
      const byName = Map.groupBy(stored, ({ name }) => name);
      for (const [index, { state, id, link, comment, deleted }] of uploads.entries()) {
        const found = byName.get(`${index + 1}.xlsx`) ?? [];
        const name = `upload ${index + 1}, ${state}`;
        if (state === 'refused') deepStrictEqual(found, [], name);
        else if (state === 'unknown') ok(found.length <= 1, `${name}: ${found.length} times`);
        else {
          deepStrictEqual(
            found.map((each) => [each.id, each.link]),
            [[id, link]],
            name,
          );
          holds(comment, found[0]!.comment === `Of ${id}`, `comment of ${name}`);
          holds(deleted, found[0]!.deleted, `deletion of ${name}`);
        }
      }
      ok(byName.size <= uploads.length, 'statistics that nobody uploaded');
      const open = uploads.filter(({ link, deleted }) => link !== undefined && deleted === undefined);
      for (const [place, { link }] of open.slice(-10).entries())
        for (const url of machine.urls) {
          const summary = await client.ask<{ totalQty: number }>(url, 'GET', `statistics/${link}/summary`);
          deepStrictEqual(
            summary.totalQty,
            uploads.findIndex((each) => each.link === link) + 1,
            `summary ${place}`,
          );
        }
    },
  };
}

/** Edits a cart one pack after the other; every third edit is signed, ordered and sent. */
function selling(machine: Machine, client: Client, at: number, wholesaler: number): Worker {
  let cart: { link: string; key: string } | undefined;
  let edits = 0;
  /** Packs of each order, by its number, and what the client was told of it. */
  const orders = new Map<number, { packs: number; told: Order }>();
  let unknownMails = 0;
  const base = () => `cart/from-statistic/${cart!.link}/${cart!.key}`;

  async function open() {
    const form = uploadForm(await workbook([[original, 9]]), {}, `of seller ${at}.xlsx`);
    // Of a file that was stored without an answer there is another one then, which nobody uses.
    const { bezugsStatistik } = await client.insist<Uploaded>('POST', 'statistics', form);
    const link = bezugsStatistik.directLinkId;
    const { cartKey: key } = await client.insist<Cart>('POST', `cart/from-statistic/${link}`, {});
    cart = { link, key };
    await client.insist('POST', base(), { deliveryType: 'TransferOrder', wholesaler });
  }

  return {
    name: `selling ${at}`,
    async work() {
      if (!cart) await open();
      edits++;
      await client.insist('PUT', `cart/${cart!.key}/${provider}/${edits}?edit=e${edits}`);
      const { rows } = await client.insist<Cart>('POST', `cart/from-statistic/${cart!.link}`, {});
      deepStrictEqual(rows[0]?.packs, edits, 'packs after an edit');
      if (edits % 5 === 0) {
        for (const step of ['undo', 'redo'] as const) {
          const cartNow = await client.insist<Cart>('POST', `${base()}/${step}?edit=${step}${edits}`, {});
          deepStrictEqual(cartNow.rows[0]?.packs, step === 'undo' ? edits - 1 : edits, `packs after ${step}`);
        }
      }
      if (edits % 3 !== 0) return;
      await client.insist('POST', base(), { signature: 'typed', signatureName: `Ada ${edits}` });
      const made = await client.insist<Order>('POST', `${base()}/orders`, {});
      const told = await client.insist<Order>('POST', `orders/${made.order}/mail`, { to: WHOLESALER });
      deepStrictEqual(
        told.mails.map(({ to }) => to),
        [WHOLESALER],
        `mails of order ${made.order}`,
      );
      orders.set(made.order, { packs: edits, told });
    },
    told: () => `${edits} edits, ${orders.size} orders, ${unknownMails} mails of which nobody knew`,
    async check() {
      const log = await wholeLog(client, base());
      deepStrictEqual(
        log.filter(({ kind }) => kind === 'row').map(({ rows }) => [rows[0]?.old, rows[0]?.new]),
        Array.from({ length: edits }, (_, index) => [String(index), String(index + 1)]),
        'edits in the log',
      );
      const stored = await queryOf<{ id: number; packs: string }>(
        machine,
        'select id, packs from orders where cart_key = $1 order by version',
        [cart!.key],
      );
      const expected = Array.from({ length: Math.floor(edits / 3) }, (_, index) => 3 * (index + 1));
      // A catalogue that is published in between makes the same packs another order.
      deepStrictEqual(
        [...new Set(stored.map(({ packs }) => Number(packs)))],
        expected,
        'orders by their packs',
      );
      for (const [id, { told }] of orders) {
        const kept = await client.insist<Order>('GET', `orders/${id}`);
        deepStrictEqual([kept.sha256, kept.content, kept.signed], [told.sha256, told.content, told.signed]);
        const [mail] = kept.mails;
        const received = receivedOf(id).length;
        ok(received <= 1, `order ${id} was sent ${received} times`);
        ok(mail && (mail.sentAt !== null) !== (mail.unknownAt !== null), `order ${id} is still on its way`);
        if (mail.sentAt !== null) deepStrictEqual(received, 1, `order ${id} was sent`);
        else {
          unknownMails++;
          const outcome = received === 1 ? 'arrived' : 'again';
          const body = { to: WHOLESALER, unknownAt: mail.unknownAt, outcome };
          // Said twice, as a client does whose answer was lost.
          for (let time = 0; time < 2; time++) await client.insist('POST', `orders/${id}/mail/outcome`, body);
        }
      }
      for (const [id, { packs }] of orders) {
        while (receivedOf(id).length === 0) await sleep(50);
        const [mail, ...more] = receivedOf(id);
        deepStrictEqual(more, [], `further mails of order ${id}`);
        const csv = Buffer.from(mail!.attachments[2]!.content as ArrayBuffer).toString();
        deepStrictEqual(
          csv.trim().split(/\s+/).at(-1)?.split(',').at(-1),
          String(packs),
          `mail of order ${id}`,
        );
      }
    },
  };

  function receivedOf(order: number) {
    return machine.mailbox
      .waiting()
      .filter(({ subject }) => Number(/ (\d+) /.exec(subject ?? '')?.[1]) === order);
  }
}

/** Every edit as the log has it, oldest first. */
async function wholeLog(client: Client, base: string): Promise<CartChange[]> {
  const log: CartChange[] = [];
  for (;;) {
    const before = log.length > 0 ? `?before=${log.at(-1)!.change}` : '';
    const page = await client.insist<CartChange[]>('GET', `${base}/log${before}`);
    if (page.length === 0) return log.reverse();
    log.push(...page);
  }
}

/** Replaces lists of stock-outs and of customers in turns. */
function replacing(machine: Machine, client: Client, firstRevision: number): Worker {
  const sent: { name: string; state: string }[] = [];
  return {
    name: 'replacing files',
    async work() {
      const number = sent.length;
      const key = number % 2 === 0 ? 'stockouts-own' : 'customers';
      const form = formOf({ key, reason: 'Whatever it says' }, contentOf(number), `${number}.csv`);
      const { state } = await client.once('PUT', 'templatefiles', form);
      sent.push({ name: `${key} ${number}.csv`, state });
    },
    told: () =>
      `${sent.filter(({ state }) => state === 'acknowledged').length} of ${sent.length} acknowledged`,
    async check() {
      const used = await queryOf<{ name: string; key: string; revision: number | null }>(
        machine,
        `select key || ' ' || file_name as name, key, (effect ->> 'revision')::integer as revision
         from template_file_versions where used_at is not null and key in ('stockouts-own', 'customers') order by id`,
      );
      const names = used.map(({ name }) => name);
      deepStrictEqual(new Set(names).size, names.length, 'files that were put in force twice');
      for (const { name, state } of sent) {
        if (state === 'acknowledged') ok(names.includes(name), `${name} is lost`);
        if (state === 'refused') ok(!names.includes(name), `${name} was refused`);
      }
      const logged = await queryOf<{ name: string }>(
        machine,
        `select subject_key || ' ' || subject_name as name from audit_entries
         where subject = 'template-file' and subject_key in ('stockouts-own', 'customers')`,
      );
      deepStrictEqual(logged.map(({ name }) => name).sort(), names.toSorted(), 'one line in the audit each');
      const revisions = await queryOf<{ revision: number }>(
        machine,
        'select revision from stockout_revisions where revision > $1 order by revision',
        [firstRevision],
      );
      deepStrictEqual(
        revisions.map(({ revision }) => revision),
        used
          .flatMap(({ key, revision }) => (key === 'stockouts-own' ? [revision!] : []))
          .sort((a, b) => a - b),
        'one revision per list',
      );
      const halves = await queryOf(
        machine,
        `select v.id, v.key, v.file_name from template_file_versions v
         where v.rows is null or (v.file_name ~ '\\d\\.csv$'
           and not exists (select from template_file_parts p where p.version_id = v.id))`,
      );
      deepStrictEqual(halves, [], 'half files');
      const lists = await queryOf<{ list: string; count: number }>(
        machine,
        `select split_part(name, ' of ', 2) as list, count(*)::integer as count from customers where name like '% of %' group by 1`,
      );
      const last = used.findLast(({ key }) => key === 'customers');
      const expected = last ? [{ list: /(\d+)\.csv/.exec(last.name)![1], count: CUSTOMERS }] : [];
      deepStrictEqual(lists, expected, 'customers of one file');
      for (const { key, name } of used.slice(-4)) {
        const number = Number(/(\d+)\.csv/.exec(name)![1]);
        const { id } = (await client.insist<TemplateVersion[]>('GET', `templatefiles/${key}/versions`)).find(
          ({ fileName }) => fileName === `${number}.csv`,
        )!;
        const text = await client.text(`templatefiles/${key}?version=${id}`);
        deepStrictEqual(text, contentOf(number), `content of ${name}`);
      }
    },
  };
}

const contentOf = (number: number) => (number % 2 === 0 ? stockoutsOf(number) : customersOf(number));

/** The list of a day, each time of the next one, with one of three products on it. */
function stockoutsOf(number: number): string {
  const day = new Date(Date.UTC(2010, 0, number + 1)).toISOString().slice(0, 10);
  const columns = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
  return `${columns}\n${[original, generic, provider][(number / 2) % 3]},${day},${day},,\n`;
}

function customersOf(number: number): string {
  const rows = Array.from({ length: CUSTOMERS }, (_, at) => `${at};Customer ${at} of ${number}`);
  return `externalId;name\n4711;Pharmacy\n${rows.join('\n')}\n`;
}

/** Builds from another price each time, publishes, and goes a step back now and then. */
function publishing(machine: Machine, client: Client): Worker {
  let round = 0;
  let acknowledged = 0;
  return {
    name: 'publishing',
    async work() {
      round++;
      const rows = [original, generic, provider].map(
        (gtin, at) => `${gtin};${(20 - 4 * at + round / 100).toFixed(2)}`,
      );
      const file = `gtin;exFactoryPrice\n${rows.join('\n')}\n`;
      const fields = { key: 'own-attributes', reason: 'Whatever it says' };
      const put = await client.once('PUT', 'templatefiles', formOf(fields, file, `prices ${round}.csv`));
      if (put.state !== 'acknowledged') return sleep(50) as Promise<void>;
      const built = await client.once<CatalogueProposalAnswer>('POST', 'merged-products/proposals', {});
      if (built.state !== 'acknowledged') return;
      const { id, baseRevision } = built.answer as CatalogueProposalAnswer & { baseRevision: number };
      const path = `merged-products/proposals/${id}/publish`;
      const published = await client.once<CatalogueProposalAnswer>('POST', path, {});
      if (published.state !== 'acknowledged') return;
      acknowledged++;
      const revision = published.answer.publishedRevision!;
      const kept = await queryOf<{ id: number }>(
        machine,
        'select id from catalogue_proposals where published_revision = $1',
        [revision],
      );
      deepStrictEqual(kept, [{ id }], 'a publication that was acknowledged');
      if (round % 3 === 0 && baseRevision)
        await client.once('POST', `merged-products/revisions/${baseRevision}/publish`, { current: revision });
    },
    told: () => `${acknowledged} of ${round} published`,
    async check() {
      const proposals = await queryOf<{
        id: number;
        counts: Record<string, number>;
        published: number | null;
        stored: Record<string, number>;
        revisions: number;
      }>(
        machine,
        `select p.id, p.counts, p.published_revision as published,
           (select coalesce(jsonb_object_agg(list, n), '{}') from (
              select list, count(*) as n from catalogue_proposal_rows where proposal_id = p.id group by list) l) as stored,
           (select count(*)::integer from all_catalogue_revisions r where (r.report->>'proposal')::integer = p.id)
             as revisions
         from catalogue_proposals p`,
      );
      for (const { id, counts, stored, published, revisions } of proposals) {
        for (const [list, count] of Object.entries(counts))
          deepStrictEqual(stored[list] ?? 0, count, `list ${list} of proposal ${id}`);
        deepStrictEqual(revisions, published === null ? 0 : 1, `revisions of proposal ${id}`);
      }
      // What is published is written down, and nothing else; the first came from the command line.
      const [counts] = await queryOf<{ revisions: number; audited: number; current: number }>(
        machine,
        `select (select count(*)::integer from all_catalogue_revisions) as revisions,
           (select count(*)::integer from current_catalogue) as current,
           (select count(*)::integer from audit_entries where action = 'catalogue.published') as audited`,
      );
      deepStrictEqual(counts!.audited, counts!.revisions, 'one line in the audit per revision');
      deepStrictEqual(counts!.current, 1);
      ok(counts!.revisions - 1 >= acknowledged, 'publications that were acknowledged');
      // Whatever was cut off, the next one can do.
      const url = machine.urls[0]!;
      const { id } = await client.ask<CatalogueProposalAnswer>(url, 'POST', 'merged-products/proposals', {});
      const { publishedRevision } = await client.ask<CatalogueProposalAnswer>(
        url,
        'POST',
        `merged-products/proposals/${id}/publish`,
        {},
      );
      const rows = await queryOf(machine, 'select revision from current_catalogue');
      deepStrictEqual(rows, [{ revision: publishedRevision }]);
    },
  };
}

/** Invites users, who get a link to set their password. */
function inviting(machine: Machine, client: Client): Worker {
  const invited: { email: string; state: string }[] = [];
  return {
    name: 'inviting',
    async work() {
      const email = `u${invited.length}@portal.example`;
      const user = { email, name: email, role: 'User', invitation: true };
      const { state } = await client.once('POST', 'users', user);
      invited.push({ email, state });
      await sleep(100);
    },
    told: () =>
      `${invited.filter(({ state }) => state === 'acknowledged').length} of ${invited.length} acknowledged`,
    async check() {
      const users = await queryOf<{ email: string }>(
        machine,
        `select email from users where email ~ '^u\\d+@' order by email`,
      );
      const emails = users.map(({ email }) => email);
      for (const { email, state } of invited) {
        if (state === 'acknowledged') ok(emails.includes(email), `${email} is lost`);
        if (state === 'refused') ok(!emails.includes(email), `${email} was refused`);
      }
      const mails = Map.groupBy(machine.mailbox.waiting(), ({ to }) => to![0]!.address!);
      mails.delete(WHOLESALER);
      deepStrictEqual([...mails.keys()].toSorted(), emails, 'who got an invitation');
      for (const [email, received] of mails) {
        const token = /reset-password\/([\w-]{43})/.exec(received.at(-1)!.text!)![1];
        const valid = await client.insist('POST', 'users/validate-reset-token', { token });
        deepStrictEqual([email, valid], [email, true], 'the last link');
      }
    },
  };
}

/** Where it was acknowledged it is so, where it was refused it is not. */
function holds(state: string | undefined, isSo: boolean, what: string): void {
  if (state === 'acknowledged') ok(isSo, `${what} is lost`);
  if (state === 'refused' || state === undefined) ok(!isSo, `${what} was not asked for`);
}

/** Until nothing waits to be sent any more: what a killed process left is another one's after a while, for which no test waits. */
async function drainMails({ restart }: Machine, pool: Pool): Promise<void> {
  const due = 'sent_at is null and unknown_at is null';
  const end = Date.now() + DRAIN_MILLISECONDS;
  for (;;) {
    const { rowCount } = await pool.query(`update mails set next_attempt_at = now() where ${due}`);
    if (rowCount === 0) return;
    if (Date.now() > end) throw new Error(`${rowCount} mails are still on their way.`);
    // A process looks for them when it starts, and once a minute.
    await restart(0);
    await sleep(500);
  }
}

async function checkLeftBehind(machine: Machine, pool: Pool): Promise<void> {
  const { temporary, dataDirectory } = machine;
  const names = await readdir(temporary);
  const living = machine.urls.map((_, place) => `-${machine.pidOf(place)}-`);
  // The folders of processes that were killed go when another one starts.
  await machine.restart(1);
  const left = (await readdir(temporary)).filter(
    (name) => !machine.urls.some((_, place) => name.includes(`-${machine.pidOf(place)}-`)),
  );
  deepStrictEqual(left, [], `folders left behind, of ${names} beside ${living}`);
  for (const name of await readdir(temporary))
    if (name.includes('uploads'))
      deepStrictEqual(await readdir(join(temporary, name)), [], 'uploads left behind');

  const written = await readFile(new URL('../../migrations/schema.txt', import.meta.url), 'utf8');
  deepStrictEqual(await describeSchema(pool), written, 'tables');
  const [left2] = await queryOf<{ schemas: string[]; objects: number; prepared: number; waiting: number }>(
    machine,
    `select array(select nspname::text from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema') as schemas,
       (select count(*)::integer from pg_largeobject_metadata) as objects,
       (select count(*)::integer from pg_prepared_xacts) as prepared,
       (select count(*)::integer from pg_stat_activity where state like 'idle in transaction%') as waiting`,
  );
  deepStrictEqual(left2, { schemas: ['public'], objects: 0, prepared: 0, waiting: 0 });
  // Files of relations that no transaction has committed would take room that nobody ever gets back.
  const files = await queryOf<{ path: string }>(
    machine,
    `select distinct regexp_replace(pg_relation_filepath(oid), '^.*/', '') as path from pg_class
     where pg_relation_filepath(oid) is not null`,
  );
  const [{ oid }] = (await queryOf<{ oid: number }>(
    machine,
    'select oid::integer from pg_database where datname = current_database()',
  )) as [{ oid: number }];
  const known = new Set(files.map(({ path }) => path));
  const orphans = (await readdir(join(dataDirectory, 'base', String(oid)))).filter(
    (name) => /^t?\d/.test(name) && !known.has(/^[\d_t]*\d+/.exec(name)![0].split('.')[0]!),
  );
  deepStrictEqual(orphans, [], 'files of PostgreSQL that belong to no table');
}

/** Asks PostgreSQL, which may be away for a while. */
async function queryOf<Row extends object>(
  { databaseUrl }: Machine,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  for (let attempt = 0; ; attempt++) {
    const pool = createPool(databaseUrl, { max: 1 });
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(50);
    } finally {
      await pool.end();
    }
  }
}
