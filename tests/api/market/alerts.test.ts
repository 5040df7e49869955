import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openEngine } from '#analytics/engine.ts';
import { alertMail } from '#server/market/alerts/alert-mail.ts';
import { prepareRestored, storeRestored } from '#server/reference-data/stockout-lists.ts';
import {
  type AlertedPortal,
  choose,
  everyoneTold,
  letAWeekPass,
  openAlertedPortal,
  publishMissing,
} from '#tests/support/alerted-portal.ts';
import { testDatabase } from '#tests/support/database.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

let mailbox: Mailbox;
let portal: AlertedPortal;

beforeAll(async () => {
  mailbox = await openMailbox();
  // One alone: what two of them send is told in alert-mails.long.test.ts, and each reckons anew with every list.
  portal = await openAlertedPortal(mailbox.url, 'instances', 1);
});
afterAll(async () => {
  await portal.close();
  await mailbox.close();
});
afterEach(() => expect(mailbox.waiting(), 'mails that nobody expected').toEqual([]));

/** The list of smallCatalogue has it too. */
const longMissing = [original, '2026-01-02'] as const;

async function read(token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${portal.urls[0]}/api/alerts`, { headers })).json();
}

test('nobody is told anything who has not asked for it', async () => {
  expect(await read(portal.tokens.rep)).toEqual({
    frequency: 'off',
    replaceable: true,
    own: true,
    back: true,
  });
  await publishMissing(portal.pool, '2026-02-01', [longMissing, [generic, '2026-02-01']]);
  await publishMissing(portal.pool, '2026-02-02', [longMissing]);
  await everyoneTold(portal.pool);
});

test('what a user chooses is theirs alone, and takes something to be told', async () => {
  const choice = { frequency: 'weekly', replaceable: false, own: true, back: false };
  expect(await (await choose(portal.urls[0]!, portal.tokens.rep, choice)).json()).toEqual(choice);
  expect(await read(portal.tokens.rep)).toEqual(choice);
  expect(await read(portal.tokens.fr)).toMatchObject({ frequency: 'off' });
  const nothing = { frequency: 'daily', replaceable: false, own: false, back: false };
  expect((await choose(portal.urls[0]!, portal.tokens.rep, nothing)).status).toBe(400);
  expect((await choose(portal.urls[0]!, portal.tokens.rep, { frequency: 'hourly' })).status).toBe(400);
  expect(await read(portal.tokens.rep)).toEqual(choice);
});

test('a product that my customers buy and that we can replace is told once, in my language', async () => {
  for (const token of Object.values(portal.tokens)) {
    expect((await choose(portal.urls[0]!, token, { frequency: 'daily' })).status).toBe(200);
  }
  // The one without customers is told nothing of it.
  await publishMissing(portal.pool, '2026-03-06', [longMissing, [generic, '2026-03-05', '2099-04-20']]);
  const mail = await mailbox.next('rep@portal.example');
  await everyoneTold(portal.pool);
  expect(mail.subject).toBe('Lieferengpässe: 1 Neuigkeit');
  expect(mail.text?.replaceAll('\r', '')).toContain(
    [
      '* Generic 10 mg 30 Tabl, Generic AG',
      '  Fehlt seit 05.03.2026',
      '  Erwartet am 20.04.2099',
      '  Unsere Alternative, lieferbar: Provider 10 mg 30 Tabl',
    ].join('\n'),
  );
  expect(mail.text).toContain('nach der Lieferengpassliste vom 06.03.2026');
  expect(mail.text).toMatch(
    new RegExp(`Meine Kunden, die es beziehen: 1\\s+http\\S+/product-customers/${generic}\\s`),
  );
  expect(mail.text).not.toContain('Original 10 mg');
  expect(mail.html).toContain('<html lang="de">');
});

test('a product that a list names late is found where its link leads', () => {
  const news = {
    ...{
      kind: 'replaceable' as const,
      gtin: generic,
      productName: 'Generic',
      manufacturer: null,
      backOn: null,
    },
    ...{ molecule: 'ramiprilum', expectedDelivery: null, expectedWeek: false, listDate: null },
    ...{ alternativeProductName: 'Provider', customers: 1 },
  };
  const linkOf = (since: string) => {
    const facts = {
      ...{ language: 'de' as const, name: 'Rep', portalUrl: 'https://a.example', listDate: '2026-11-26' },
      ...{ today: '2026-11-27', frequency: 'daily' as const, unsubscribeToken: 't' },
    };
    return /\S+competitor\?\S+/.exec(alertMail([{ ...news, since }], facts).text)?.[0];
  };
  const page = 'https://a.example/stockout-analyser-competitor?molecule=ramiprilum';
  // The page itself begins six months before the day on which somebody follows the link.
  expect(linkOf('2026-06-27')).toBe(page);
  expect(linkOf('2026-06-26')).toBe(`${page}&stockOutSince=2026-06-26`);
});

test('our own product that went missing is told to everybody who wants that, whoever buys it', async () => {
  await letAWeekPass(portal.pool);
  await publishMissing(portal.pool, '2026-03-10', [
    longMissing,
    [generic, '2026-03-05', '2099-04-20'],
    [provider, '2026-03-10', 'unbestimmt'],
  ]);
  const [german, french] = await Promise.all(['rep', 'fr'].map((n) => mailbox.next(`${n}@portal.example`)));
  await everyoneTold(portal.pool);
  expect(german!.text).toContain('EIGENE PRODUKTE, DIE NEU FEHLEN (1)');
  // To the day on which it went missing.
  expect(german!.text).toMatch(/\/stockout\?date=2026-03-10&series=PROVIDER\s/);
  expect(french!.subject).toBe('Ruptures de stock\u00a0: 1 nouveauté');
  expect(french!.text).toContain('* Provider 10 mg 30 Tabl, Provider AG');
  expect(french!.text).toContain('Manque depuis le 10.03.2026');
  expect(french!.text).toContain('Attendu\u00a0: indéterminé');
  expect(french!.text).toMatch(/Mes clients qui l’achètent\u00a0: 0/);
});

test('a list in which nothing is new is told to nobody, and what is no longer new neither', async () => {
  await letAWeekPass(portal.pool);
  await publishMissing(portal.pool, '2026-03-11', [
    longMissing,
    [generic, '2026-03-05', '2026-05-20'],
    [provider, '2026-03-10', 'unbestimmt'],
  ]);
  await everyoneTold(portal.pool);
});

test('an alternative that is back is told, and at most one mail a day, with all that came in between', async () => {
  await letAWeekPass(portal.pool);
  await choose(portal.urls[0]!, portal.tokens.fr, { frequency: 'daily', back: false });
  await publishMissing(portal.pool, '2026-03-20', [longMissing, [generic, '2026-03-05']]);
  const back = await mailbox.next('rep@portal.example');
  expect(back.text).toContain('WIEDER LIEFERBARE ALTERNATIVEN (1)');
  expect(back.text).toContain('Wieder lieferbar seit 20.03.2026, hat seit 10.03.2026 gefehlt');
  // Nor is it two for who ends them and begins again on the same day.
  for (const frequency of ['off', 'daily']) await choose(portal.urls[0]!, portal.tokens.rep, { frequency });
  // On the same day first one, then the other goes missing.
  await publishMissing(portal.pool, '2026-03-21', [longMissing]);
  await publishMissing(portal.pool, '2026-03-22', [longMissing, [generic, '2026-03-22']]);
  await publishMissing(portal.pool, '2026-03-23', [[generic, '2026-03-22']]);
  await publishMissing(portal.pool, '2026-03-24', [
    [generic, '2026-03-22'],
    [original, '2026-03-24'],
  ]);
  await everyoneTold(portal.pool);
  expect(mailbox.waiting()).toEqual([]);
  // Both were missing at the last mail and are now: there is nothing to tell.
  await letAWeekPass(portal.pool);
  await everyoneTold(portal.pool);
  await publishMissing(portal.pool, '2026-03-25', []);
  await everyoneTold(portal.pool);
  await publishMissing(portal.pool, '2026-03-26', [
    [generic, '2026-03-26'],
    [original, '2026-03-26'],
  ]);
  const both = await mailbox.next('rep@portal.example');
  expect(both.text).toContain('FEHLT NEU UND KANN DURCH UNS ERSETZT WERDEN (2)');
  await everyoneTold(portal.pool);
});

if (long)
  test('who wants it weekly is told on Monday at six in Zurich and not before', async () => {
    await publishMissing(portal.pool, '2026-03-27', []);
    await letAWeekPass(portal.pool);
    await everyoneTold(portal.pool);
    await choose(portal.urls[0]!, portal.tokens.rep, { frequency: 'weekly' });
    const next = async () => {
      const { rows } = await portal.pool.query(
        `select to_char(next_at at time zone 'Europe/Zurich', 'ID HH24:MI') as moment,
           next_at > now() and next_at <= now() + interval '7 days 1 hour' as within_a_week
         from alert_subscriptions where frequency = 'weekly'`,
      );
      return rows[0];
    };
    expect(await next()).toEqual({ moment: '1 06:00', within_a_week: true });
    await publishMissing(portal.pool, '2026-03-28', [[generic, '2026-03-28']]);
    await publishMissing(portal.pool, '2026-03-30', [
      [generic, '2026-03-28'],
      [original, '2026-03-30'],
    ]);
    await everyoneTold(portal.pool);
    expect(mailbox.waiting()).toEqual([]);
    await letAWeekPass(portal.pool);
    const mail = await mailbox.next('rep@portal.example');
    expect(mail.subject).toBe('Lieferengpässe: 2 Neuigkeiten');
    expect(mail.text).toContain('höchstens einmal wöchentlich');
    await everyoneTold(portal.pool);
    expect(await next()).toEqual({ moment: '1 06:00', within_a_week: true });
    await letAWeekPass(portal.pool);
    await everyoneTold(portal.pool);
    expect(await next()).toEqual({ moment: '1 06:00', within_a_week: true });
  });

test('deactivated users get no mail, whatever is written for them', async () => {
  const setActive = (active: boolean) =>
    portal.pool.query("update users set active = $1 where email = 'rep@portal.example'", [active]);
  await choose(portal.urls[0]!, portal.tokens.rep, { frequency: 'daily' });
  await setActive(false);
  await publishMissing(portal.pool, '2026-04-01', []);
  await publishMissing(portal.pool, '2026-04-02', [[generic, '2026-04-02']]);
  await letAWeekPass(portal.pool);
  await everyoneTold(portal.pool);
  expect(mailbox.waiting()).toEqual([]);
  await setActive(true);
});

test('a mail is ended by one click without signing in: by POST, never by GET', async () => {
  await choose(portal.urls[0]!, portal.tokens.rep, { frequency: 'daily' });
  await publishMissing(portal.pool, '2026-05-01', []);
  await letAWeekPass(portal.pool);
  await everyoneTold(portal.pool);
  await publishMissing(portal.pool, '2026-05-02', [[original, '2026-05-02']]);
  const mail = await mailbox.next('rep@portal.example');
  await everyoneTold(portal.pool);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('auto-submitted')).toBe('auto-generated');
  const address = /^<(http:\/\/127\.0\.0\.1:\d+\/api\/alerts\/unsubscribe\/[\w-]{43})>$/.exec(
    header('list-unsubscribe')!,
  )![1]!;
  // Scanners follow links; the one in the mail leads to a page that asks.
  const followed = await fetch(address, { redirect: 'manual' });
  expect([followed.status, followed.headers.get('location')]).toEqual([
    302,
    `/unsubscribe/${address.split('/').at(-1)}`,
  ]);
  expect(mail.text).toContain(`${new URL(followed.headers.get('location')!, address)}`);
  expect(await read(portal.tokens.rep)).toMatchObject({ frequency: 'daily' });
  const stored = await portal.pool.query('select * from unsubscribe_tokens');
  expect(JSON.stringify(stored.rows)).not.toContain(address.split('/').at(-1));

  const end = (url: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  expect((await end(`${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  expect(await read(portal.tokens.rep)).toMatchObject({ frequency: 'daily' });
  // Twice, as impatient people do.
  expect((await end(address)).status).toBe(204);
  expect((await end(address)).status).toBe(204);
  expect(await read(portal.tokens.rep)).toMatchObject({ frequency: 'off' });
  expect(await read(portal.tokens.fr)).toMatchObject({ frequency: 'daily' });
  await publishMissing(portal.pool, '2026-05-03', []);
  await publishMissing(portal.pool, '2026-05-04', [[original, '2026-05-04']]);
  await everyoneTold(portal.pool);
});

if (long)
  test('what another source has on its first list is new to nobody, since it was missing before', async () => {
    await choose(portal.urls[0]!, portal.tokens.rep, { frequency: 'daily' });
    await letAWeekPass(portal.pool);
    await publishMissing(portal.pool, '2026-05-05', []);
    await publishMissing(portal.pool, '2026-05-06', [[generic, '2026-05-01']], 'Grossist Nord');
    await everyoneTold(portal.pool);
    expect(mailbox.waiting()).toEqual([]);
    await publishMissing(portal.pool, '2026-05-07', [[original, '2026-05-07']]);
    const mail = await mailbox.next('rep@portal.example');
    expect(mail.text).toContain('Original 10 mg');
    expect(mail.text).not.toContain('Generic 10 mg');
    await everyoneTold(portal.pool);
  });

if (long)
  test('a list that is taken back makes nothing that it missed come back months ago', async () => {
    const { pool } = portal;
    await letAWeekPass(pool);
    await everyoneTold(pool);
    const { revision } = (await pool.query('select max(revision) as revision from stockout_revisions'))
      .rows[0];
    await publishMissing(pool, '2026-05-08', [
      [original, '2026-05-07'],
      [provider, '2026-05-08'],
    ]);
    expect((await mailbox.next('rep@portal.example')).text).toContain('Fehlt seit 08.05.2026');
    await mailbox.next('fr@portal.example');
    await letAWeekPass(pool);
    // It last missed, and was told so, from 10 to 20 March.
    const directory = await mkdtemp(join(tmpdir(), 'portal-alerts-'));
    const engine = await openEngine({ directory, connections: 1 });
    const source = { source: 'Standard', before: 'Standard' };
    const nothing = (_then: unknown, date: string) => ({ source: 'Standard', date, rows: [] });
    await storeRestored(pool, await prepareRestored(pool, engine, source, revision, nothing));
    engine.close();
    await rm(directory, { recursive: true });
    await everyoneTold(pool);
  });

if (long)
  test('everybody is told where focus groups are changed meanwhile', async () => {
    const database = await testDatabase();
    const { pool } = database;
    await fillSmallPortal(pool);
    const { log, entries } = keepLog();
    const instance = await startInstance(database, { smtpUrl: mailbox.url }, log);
    const names = Array.from({ length: 8 }, (_, place) => `told${place}@portal.example`);
    for (const email of names) {
      await addUser(pool, { email });
      await choose(instance.url, await signIn(instance.url, email), { frequency: 'daily' });
    }
    await publishMissing(pool, '2026-03-10', [[provider, '2026-03-10']]);
    const written = async () => (await pool.query('select from unsubscribe_tokens')).rowCount;
    await expect.poll(written, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
    await pool.query("insert into focus_groups (name) values ('Saved meanwhile')");
    await everyoneTold(pool);
    for (const email of names) await mailbox.next(email);
    expect(entries.filter(({ level }) => level >= 40)).toEqual([]);
    await instance.close();
    await database.close();
  });
