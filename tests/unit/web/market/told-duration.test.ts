import { expect, test } from 'vitest';
import { type MissingTime, toldDuration } from '../../../../web/pages/market/use-duration-texts.ts';

const today = '2026-11-21';
const row: MissingTime = {
  missingSince1: '2026-03-12',
  reportedOn1: '2026-03-12',
  knownSinceAtLeast1: false,
  deliverability1: null,
  deliverabilityWeek1: false,
  moves1: 0,
  movedDays1: null,
};
const told = (said: Partial<MissingTime>) => toldDuration({ ...row, ...said }, today);

test('a product is missing since its earliest open report, and days are counted to today', () => {
  expect(told({})).toMatchObject({ since: '2026-03-12', atLeast: false, days: 254 });
  expect(told({ missingSince1: today, reportedOn1: today }).days).toBe(0);
});

test('what a first list says, and what was open before the day asked for, is known since then at least', () => {
  expect(told({ knownSinceAtLeast1: true }).atLeast).toBe(true);
  expect(told({ reportedOn1: '2026-06-01' })).toMatchObject({ since: '2026-03-12', atLeast: true });
});

test('moves are told with their sum, in weeks where it is a number of them', () => {
  expect(told({ moves1: 3, movedDays1: 42 }).moved).toEqual({
    times: 3,
    by: { unit: 'weeks', count: 6, earlier: false },
  });
  expect(told({ moves1: 1, movedDays1: 10 }).moved?.by).toEqual({ unit: 'days', count: 10, earlier: false });
  expect(told({ moves1: 2, movedDays1: -14 }).moved?.by).toEqual({ unit: 'weeks', count: 2, earlier: true });
  expect(told({ moves1: 2, movedDays1: 0 }).moved).toEqual({ times: 2, by: null });
  expect(told({ moves1: 2, movedDays1: null }).moved).toEqual({ times: 2, by: null });
  expect(told({}).moved).toBeNull();
});
