import { expect, test } from 'vitest';
import { uploadBudget } from '#server/http/request/incoming-files.ts';
import { AppError } from '#server/platform/errors.ts';

const MB = 1024 * 1024;
const budget = { perUser: 10 * MB, inAll: 25 * MB };

function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.code}` : String(error);
  }
}

test('a user has one budget, whatever the number of uploads, and the rest is refused until some is given back', () => {
  const open = uploadBudget(budget);
  const [first, second, third] = [open(1), open(1), open(1)];
  first.hold(6 * MB);
  second.hold(4 * MB);
  expect(codeOf(() => third.hold(MB))).toBe('429 uploads_user_busy');
  expect(codeOf(() => open(2).hold(10 * MB))).toBeUndefined();
  first.giveBack();
  first.giveBack();
  expect(codeOf(() => third.hold(6 * MB))).toBeUndefined();
  expect(codeOf(() => third.hold(7 * MB))).toBe('429 uploads_user_busy');
});

test('one that is larger than the budget of a user has its place while it is the only one', () => {
  const open = uploadBudget(budget);
  const large = open(1);
  expect(codeOf(() => large.hold(20 * MB))).toBeUndefined();
  expect(codeOf(() => open(1).hold(MB))).toBe('429 uploads_user_busy');
  expect(codeOf(() => open(1).hold(100_000))).toBeUndefined();
  expect(codeOf(() => large.hold(21 * MB))).toBeUndefined();
});

test('all users together have one budget', () => {
  const open = uploadBudget(budget);
  const shares = [1, 2].map((user) => open(user));
  for (const share of shares) share.hold(10 * MB);
  const third = open(3);
  third.hold(5 * MB);
  expect(codeOf(() => third.hold(6 * MB))).toBe('503 uploads_busy');
  expect(codeOf(() => open(4).hold(MB))).toBe('503 uploads_busy');
  shares[0]!.giveBack();
  expect(codeOf(() => third.hold(6 * MB))).toBeUndefined();
});
