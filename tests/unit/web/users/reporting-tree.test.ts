import { expect, test } from 'vitest';
import type { ListedUser } from '../../../../web/api/people.ts';
import { type Branch, findUsers, reportingTree } from '../../../../web/pages/users/listed-users.ts';

function user(id: number, name: string, parentUserId: number | null): ListedUser {
  return {
    id,
    name,
    parentUserId,
    email: `${id}@portal.example`,
    role: 'User',
    Active: true,
    FullDataAccess: false,
    replacementUserId: null,
    language: 'de',
    startPage: 'uploads',
    subordinates: [],
    replacementFor: [],
    lastSignIn: null,
    uploads: 0,
    hasPassword: true,
    version: 1,
  };
}

const drawn = (branches: Branch[]): unknown[] =>
  branches.map(({ user: { name }, reports, isFound }) => [
    isFound ? name : `(${name})`,
    ...(reports.length > 0 ? [drawn(reports)] : []),
  ]);

const people = [user(1, 'Anna', null), user(2, 'Béat', 1), user(3, 'Carl', 2), user(4, 'Dora', 1)];

test('who reports to whom stands below them, in the order of the list', () => {
  expect(drawn(reportingTree(people, people))).toEqual([['Anna', [['Béat', [['Carl']]], ['Dora']]]]);
});

test('of whom is not found only those above somebody found are there', () => {
  expect(drawn(reportingTree(people, [people[2]!]))).toEqual([['(Anna)', [['(Béat)', [['Carl']]]]]]);
  expect(reportingTree(people, [])).toEqual([]);
});

test('users who report in a circle, or to somebody who is not in the list, are there once', () => {
  const circle = [user(1, 'Anna', 3), user(2, 'Béat', 1), user(3, 'Carl', 2), user(5, 'Emil', 99)];
  expect(drawn(reportingTree(circle, circle))).toEqual([['Emil'], ['Anna', [['Béat', [['Carl']]]]]]);
});

test('users are found by all words, whatever their case and accents, also by whom they report to', () => {
  const found = (text: string) => findUsers(people, text).map(({ name }) => name);
  expect(found('BEAT')).toEqual(['Béat', 'Carl']);
  expect(found('béat 3@')).toEqual(['Carl']);
  expect(found('  ')).toHaveLength(4);
  expect(found('nobody')).toEqual([]);
});
