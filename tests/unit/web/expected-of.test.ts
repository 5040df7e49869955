import { expect, test } from 'vitest';
import { expectedOf as expectedFrom } from '../../../web/components/hooks/use-expected-texts.ts';

const today = '2026-11-21';
const expectedOf = (delivery: string | null, week = false) => expectedFrom({ delivery, week }, today);

test('a delivery is expected for a day, a Friday too, or in words', () => {
  expect(expectedOf('2026-12-11')).toEqual({
    kind: 'day',
    day: '2026-12-11',
    isWeek: false,
    isPast: false,
  });
  expect(expectedOf('unbestimmt')).toEqual({ kind: 'words', text: 'unbestimmt' });
  expect(expectedOf(null)).toEqual({ kind: 'nothing' });
  expect(expectedOf('')).toEqual({ kind: 'nothing' });
});

test('a day that has passed was expected; today has not passed', () => {
  expect(expectedOf('2026-11-20')).toMatchObject({ isPast: true });
  expect(expectedOf(today)).toMatchObject({ isPast: false });
});

test('a day that stands for its week was expected once that week is over, on Monday', () => {
  // Friday of the week that ends on Sunday, 22 November; today is Saturday.
  expect(expectedOf('2026-11-20', true)).toMatchObject({ isWeek: true, isPast: false });
  expect(expectedFrom({ delivery: '2026-11-20', week: true }, '2026-11-22')).toMatchObject({ isPast: false });
  expect(expectedFrom({ delivery: '2026-11-20', week: true }, '2026-11-23')).toMatchObject({ isPast: true });
});

test('what is off the market is not expected, in the words of any list; what is so for a time is', () => {
  for (const words of ['ausser Handel', 'Hors-commerce', 'fuori commercio', 'discontinued']) {
    expect(expectedOf(words)).toEqual({ kind: 'discontinued' });
  }
  expect(expectedOf('vorübergehend ausser Handel')).toMatchObject({ kind: 'words' });
});
