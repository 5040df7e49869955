import { expect, test } from 'vitest';
import { checksum } from '../../../bench/checksum.ts';
import { parseSizes } from '../../../bench/sizes.ts';
import { bytes, ms, ratio, table } from '../../../bench/table.ts';
import { measure, percentile, timingOf } from '../../../bench/timing.ts';

test('a percentile is the smallest time that so many runs do not exceed', () => {
  const sorted = Float64Array.from({ length: 20 }, (_, index) => index + 1);
  expect([0, 5, 50, 95, 96, 100].map((percent) => percentile(sorted, percent))).toEqual([
    1, 1, 10, 19, 20, 20,
  ]);
  expect(timingOf([3, 1, 2])).toEqual({ runs: 3, p50: 2, p95: 3, p99: 3, max: 3 });
});

test('a measurement repeats until it has its runs, then stops at its budget', async () => {
  let runs = 0;
  const { timing, answer } = await measure(() => ++runs, { warmUp: 2, minRuns: 5, maxRuns: 50, budgetMs: 0 });
  expect(timing.runs).toBe(5);
  expect(answer).toBe(7);
});

test('checksums agree on equal answers only', () => {
  const answer = [
    ['a', 1, 2.5, null],
    ['b', 2, 0.1 + 0.2, true],
  ];
  expect(checksum(answer)).toBe(
    checksum([
      ['a', 1, 2.5, null],
      ['b', 2, 0.3, true],
    ]),
  );
  expect(checksum(answer)).not.toBe(checksum(answer.toReversed()));
  expect(checksum([['a', 1.01]])).not.toBe(checksum([['a', 1.02]]));
  expect(checksum([[null]])).not.toBe(checksum([['']]));
  expect(checksum([['a', 'b']])).not.toBe(checksum([['a'], ['b']]));
});

test('sizes are read in their order and unknown ones refused', () => {
  expect(parseSizes('1M, 10k')).toEqual(['10k', '1M']);
  expect(() => parseSizes('10k,2M')).toThrow('No such size: 2M');
});

test('numbers are printed with the digits that count', () => {
  expect([0.01234, 1.5, 12.34, 123.4, 1234.5].map(ms)).toEqual(['0.0123', '1.50', '12.3', '123', '1235']);
  expect([0.4567, 15.25, 128.4].map(ratio)).toEqual(['0.46×', '15.3×', '128×']);
  expect([999, 1500, 2_345_678].map(bytes)).toEqual(['999 B', '1.5 kB', '2.35 MB']);
  expect(
    table(
      ['view', 'ms'],
      [
        ['atc', '1.25'],
        ['summary', '12.5'],
      ],
    ),
  ).toBe(['view       ms', '-------  ----', 'atc      1.25', 'summary  12.5'].join('\n'));
  expect(() => table(['view', 'ms'], [['atc', '1.25', '2.5']])).toThrow('no heading');
});
