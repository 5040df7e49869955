import { expect, test } from 'vitest';
import { atcSegments } from '#shared/atc-segments.ts';

const group = (atcCategory: string, value: number) => ({ atcCategory, value });
const eight = [
  group('A', 10),
  group('B', 80),
  group('C', 70),
  group('D', 60),
  group('G', 50),
  group('H', 40),
  group('J', 30),
  group('L', 60),
];

test('the ring has the six largest groups and one segment for the rest', () => {
  const segments = atcSegments(eight, 400);
  expect(segments.map(({ letter, value }) => [letter, value])).toEqual([
    ['B', 80],
    ['C', 70],
    ['D', 60],
    ['L', 60],
    ['G', 50],
    ['H', 40],
    [null, 40],
  ]);
});

test('shares of a ring sum to one', () => {
  const segments = atcSegments(eight, 400);
  expect(segments.reduce((sum, segment) => sum + segment.share, 0)).toBeCloseTo(1, 12);
  expect(segments[0]!.share).toBeCloseTo(0.2, 12);
});

test('six groups or fewer have no rest', () => {
  expect(atcSegments(eight.slice(0, 6), 310).map(({ letter }) => letter)).not.toContain(null);
});

test('groups without turnover are no segments', () => {
  expect(atcSegments([group('N', 0), group('C', -5)], 0)).toEqual([]);
  expect(atcSegments([], 0)).toEqual([]);
});
