import { expect, test } from 'vitest';
import { expectedCell, expectedDelivery } from '#server/platform/i18n/expected-delivery.ts';

const today = '2026-11-24';
const list = '2026-06-02';

test('a delivery is expected on a day that is to come, and was on one that has passed, by a list so many days old', () => {
  expect(expectedDelivery('de', { delivery: '2026-11-24', today, list })).toBe('erwartet am 24.11.2026');
  expect(expectedDelivery('de', { delivery: '2026-10-12', today })).toBe('war erwartet am 12.10.2026');
  // 28 days of June, then 31, 31, 30, 31 and 24.
  expect(expectedDelivery('de', { delivery: '2026-10-12', today, list })).toBe(
    'war erwartet am 12.10.2026 (Liste vom 02.06.2026, 175 Tage alt)',
  );
  expect(expectedDelivery('en', { delivery: '2026-10-12', today, list: '2026-11-23' })).toBe(
    'was expected on 12.10.2026 (list of 23.11.2026, 1 day old)',
  );
});

test('words stay as they are, and what is off the market is not expected', () => {
  expect(expectedDelivery('fr', { delivery: 'indéterminé', today })).toBe('attendu : indéterminé');
  expect(expectedDelivery('de', { delivery: 'hors commerce', today })).toBe('ausser Handel');
});

test('under a heading only a day that has passed says more than itself', () => {
  expect(expectedCell('de', { delivery: '2026-12-01', today, list })).toBe('2026-12-01');
  expect(expectedCell('de', { delivery: 'Ende Jahr', today, list })).toBe('Ende Jahr');
  expect(expectedCell('it', { delivery: '2026-10-12', today })).toBe('era atteso il 12.10.2026');
});
