import { expect, test } from 'vitest';
import { expectedOf } from '../../../web/components/hooks/use-expected-texts.ts';

const today = '2026-11-21';

test('a delivery is expected for a day, a Friday too, or in words', () => {
  expect(expectedOf('2026-12-11', today)).toEqual({ kind: 'day', day: '2026-12-11', isPast: false });
  expect(expectedOf('unbestimmt', today)).toEqual({ kind: 'words', text: 'unbestimmt' });
  expect(expectedOf(null, today)).toEqual({ kind: 'nothing' });
  expect(expectedOf('', today)).toEqual({ kind: 'nothing' });
});

test('a day that has passed was expected; today has not passed', () => {
  expect(expectedOf('2026-11-20', today)).toMatchObject({ isPast: true });
  expect(expectedOf(today, today)).toMatchObject({ isPast: false });
});

test('what is off the market is not expected, in the words of any list; what is so for a time is', () => {
  for (const words of ['ausser Handel', 'Hors-commerce', 'fuori commercio', 'discontinued']) {
    expect(expectedOf(words, today)).toEqual({ kind: 'discontinued' });
  }
  expect(expectedOf('vorübergehend ausser Handel', today)).toMatchObject({ kind: 'words' });
});
