import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAlerts } from '#server/market/alerts/alert-queries.ts';
import {
  type AlertedPortal,
  everyoneTold,
  letAWeekPass,
  openAlertedPortal,
  publishMissing,
} from '#tests/support/alerted-portal.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser } from '#tests/support/portal.ts';
import { provider } from '#tests/support/small-catalogue.ts';

const KILLS = 30;
const readers = Array.from({ length: 12 }, (_, place) => `reader${10 + place}@portal.example`);

let mailbox: Mailbox;
let portal: AlertedPortal;

beforeAll(async () => {
  mailbox = await openMailbox();
  portal = await openAlertedPortal(mailbox.url, 'processes');
  for (const email of readers) {
    const id = await addUser(portal.pool, { email });
    await setAlerts(portal.pool, id, { frequency: 'daily', replaceable: false, own: true, back: false });
  }
});
afterAll(async () => {
  await portal.close();
  await mailbox.close();
});

test(`all processes killed ${KILLS} times while they tell what is new: everybody is told, and twice only by the same mail`, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const told = mailbox.waiting().length;
    await publishMissing(portal.pool, day(2 * kill), []);
    await letAWeekPass(portal.pool);
    await everyoneTold(portal.pool);
    expect(mailbox.waiting().length, 'mails of a list without news').toBe(told);

    await publishMissing(portal.pool, day(2 * kill + 1), [[provider, day(2 * kill + 1)]]);
    await stepsDone((2 * readers.length * (kill + 0.5)) / KILLS, told);
    const killed = portal.processes.splice(0);
    for (const each of killed) each.kill('SIGKILL');
    for (const each of killed) expect(await each.ended).toBeNull();

    await Promise.all([portal.startProcess(), portal.startProcess()]);
    // Processes look again after a minute, should a mail be put off or not be free yet: no test waits for that.
    await portal.pool.query('update mails set next_attempt_at = now()');
    await portal.pool.query("select pg_notify('changes', 'stockouts:')");
    await everyoneTold(portal.pool);
    const mails = Map.groupBy(mailbox.waiting().slice(told), ({ to }) => to![0]!.address!);
    expect([...mails.keys()].toSorted(), 'who was told').toEqual(readers);
    for (const [reader, same] of mails) {
      expect(same.length, `mails to ${reader}`).toBeLessThanOrEqual(2);
      expect(new Set(same.map(({ messageId }) => messageId)).size, `different mails to ${reader}`).toBe(1);
    }
  }
});

/** Until so many mails were written or have arrived, of each reader's one: a busy machine takes its time. */
async function stepsDone(steps: number, told: number): Promise<void> {
  for (;;) {
    const { rows } = await portal.pool.query<{ written: number }>(
      `select count(*)::integer as written from alert_subscriptions
       where told_stockouts = (select max(revision) from stockout_revisions)`,
    );
    if (rows[0]!.written + mailbox.waiting().length - told >= steps) return;
    await sleep(2);
  }
}

/** Days one after the other, YYYY-MM-DD. */
function day(number: number): string {
  return new Date(Date.UTC(2026, 2, 1 + number)).toISOString().slice(0, 10);
}
