import { expect, test } from 'vitest';
import type { OrderListed } from '#shared/schemas/order.ts';
import { isRefused, lookAgain } from '../../../../web/pages/dashboard/cart/orders/order-queries.ts';

const at = '2026-11-28T10:00:00.000Z';
const none = {
  to: 'a@b.example',
  askedAt: at,
  attempts: 0,
  sentAt: null,
  nextAttemptAt: null,
  unknownAt: null,
};

test('orders are asked for often while a mail is in its first tries, seldom while it is tried for hours, and not for what is over', () => {
  const after = (...mails: OrderListed['mails']) => lookAgain([{ mails: [] }, { mails }]);
  const tried = (attempts: number) => ({ ...none, attempts, nextAttemptAt: at });
  expect(after(tried(0))).toBe(2_000);
  expect(after(tried(2))).toBe(2_000);
  expect(after(tried(3))).toBe(60_000);
  expect(after(tried(3), tried(0))).toBe(2_000);
  expect(after()).toBe(false);
  expect(after({ ...none, sentAt: at }, { ...none, unknownAt: at }, none)).toBe(false);
});

test('a mail is refused for good that is neither sent nor unknown, and is not tried again', () => {
  expect(isRefused(none)).toBe(true);
  for (const key of ['sentAt', 'nextAttemptAt', 'unknownAt'])
    expect(isRefused({ ...none, [key]: at })).toBe(false);
});
