import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertLinkMail, insertNotice } from '#server/accounts/account-mails.ts';
import { insertMail, purgeMails } from '#server/mail/waiting-mail-queries.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser } from '#tests/support/portal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('an alert to a deactivated user is given up, a link waits three days for them to be let in again', async () => {
  const { pool } = database;
  const userId = await addUser(pool, { email: 'rita@portal.example' });
  await pool.query("insert into alert_subscriptions values ($1, 'daily', true, true, true, 0, null, now())", [
    userId,
  ]);
  const link = { reason: 'invitation', minutes: 60, portalUrl: 'https://portal.example' } as const;
  await insertLinkMail(pool, userId, link);
  await insertNotice(pool, userId, { to: 'rita@portal.example', subject: 'Notice', text: 'Text' });
  const content = { subject: 'Alert', text: 'Text' };
  await insertMail(pool, { kind: 'alert', guarantee: 'at least once', subscriberId: userId, content });
  const waiting = async () =>
    (await pool.query('select kind from mails order by id')).rows.map(({ kind }) => kind);

  expect(await purgeMails(pool)).toBe(0);
  await pool.query('update users set active = false where id = $1', [userId]);
  expect(await purgeMails(pool)).toBe(1);
  expect(await waiting()).toEqual(['link', 'notice']);
  await pool.query("update mails set written_at = now() - interval '3 days 1 minute' where kind = 'link'");
  expect(await purgeMails(pool)).toBe(1);
  expect(await waiting()).toEqual(['notice']);
});
