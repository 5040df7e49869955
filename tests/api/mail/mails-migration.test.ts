import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate, migrationsDirectory } from '#server/platform/database/migrate.ts';
import { testDatabase } from '#tests/support/database.ts';

test('mails that waited in three tables wait in one, as they were', async () => {
  const before = await mkdtemp(join(tmpdir(), 'migrations-'));
  const database = await testDatabase({ template: 'none' });
  const { pool } = database;
  try {
    await copyFile(`${migrationsDirectory}/0001-baseline.sql`, join(before, '0001-baseline.sql'));
    await migrate(pool, before);
    await pool.query(
      `insert into users (email, name, role) values ('a@portal.example', 'A', 'User');
       insert into alert_subscriptions values (1, 'daily', true, true, true, 0, null, now());
       insert into orders (cart_key, version, content, content_sha256, selection_sha256, signed, row_count, packs, ex_factory_sum)
       values ('key', 1, '{}', sha256('a'), sha256('b'), false, 0, 0, 0);
       insert into order_mails (order_id, recipient, mail, requested_by, attempts, claims) values (1, 'gone@x.example', '{}', 1, 0, 0);
       delete from order_mails;
       insert into order_mails (order_id, recipient, mail, requested_by, attempts, claims, sent_at, unknown_at, end_given_at)
       values (1, 'sent@x.example', '{"subject":"1"}', 1, 1, 1, '2026-01-01', null, null),
         (1, 'unknown@x.example', '{"subject":"2"}', 1, 1, 1, null, '2026-01-02', null),
         (1, 'given@x.example', '{"subject":"3"}', null, 0, 2, null, null, '2026-01-03');
       insert into account_mails (user_id, mail, attempts, next_attempt_at, claims)
       values (1, '{"kind":"notice","to":"old@portal.example","subject":"4","text":"T"}', 2, '2026-02-01', 3),
         (1, '{"kind":"link","reason":"invitation","minutes":30,"portalUrl":"https://x.example"}', 0, '2026-02-02', 0);
       insert into alert_mails (user_id, mail, attempts, next_attempt_at, claims)
       values (1, '{"subject":"5","text":"T","messageId":"<m@x>"}', 1, '2026-02-03', 1);`,
    );
    expect(await migrate(pool)).toContain('0002-mails-in-one-table.sql');
    const { rows } = await pool.query(
      `select id, kind, guarantee, recipient as "to", content, order_id as "order", user_id as "user",
         subscriber_id as subscriber, requested_by as by, attempts, claims, sent_at::date::text as sent,
         unknown_at::date::text as unknown, end_given_at::date::text as given,
         case when next_attempt_at < now() then next_attempt_at::date::text end as next
       from mails order by id`,
    );
    const none = {
      order: null,
      user: null,
      subscriber: null,
      by: null,
      sent: null,
      unknown: null,
      given: null,
    };
    const order = { ...none, kind: 'order', guarantee: 'at most once', order: 1, next: expect.anything() };
    const other = { ...none, guarantee: 'at least once' };
    const link = { reason: 'invitation', minutes: 30, portalUrl: 'https://x.example' };
    const notice = { subject: '4', text: 'T', messageId: '<account-1@portal>' };
    const alert = { subject: '5', text: 'T', messageId: '<m@x>' };
    expect(rows).toEqual([
      {
        ...order,
        id: 2,
        to: 'sent@x.example',
        content: { subject: '1' },
        by: 1,
        attempts: 1,
        claims: 1,
        sent: '2026-01-01',
      },
      {
        ...order,
        id: 3,
        to: 'unknown@x.example',
        content: { subject: '2' },
        by: 1,
        attempts: 1,
        claims: 1,
        unknown: '2026-01-02',
      },
      {
        ...order,
        id: 4,
        to: 'given@x.example',
        content: { subject: '3' },
        attempts: 0,
        claims: 2,
        given: '2026-01-03',
      },
      {
        ...other,
        id: 5,
        kind: 'notice',
        to: 'old@portal.example',
        content: notice,
        user: 1,
        attempts: 2,
        claims: 3,
        next: '2026-02-01',
      },
      {
        ...other,
        id: 6,
        kind: 'link',
        to: null,
        content: link,
        user: 1,
        attempts: 0,
        claims: 0,
        next: '2026-02-02',
      },
      {
        ...other,
        id: 7,
        kind: 'alert',
        to: null,
        content: alert,
        subscriber: 1,
        attempts: 1,
        claims: 1,
        next: '2026-02-03',
      },
    ]);
    await pool.query('delete from alert_subscriptions');
    expect((await pool.query(`select from mails where kind = 'alert'`)).rowCount).toBe(0);
  } finally {
    await database.close();
    await rm(before, { recursive: true });
  }
});
