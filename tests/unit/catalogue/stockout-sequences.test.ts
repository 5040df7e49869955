import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeStockouts, noHistory } from '#analytics/catalogue/stockout-history.ts';
import { followLists, type PublishedList } from '#tests/support/recompute/stockout-lists.ts';

const days = Array.from({ length: 12 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);

/** A list of any source and day: older ones and ones of the same day are such as somebody forced. */
const list = fc
  .record({
    source: fc.constantFrom('A', 'B', 'C'),
    date: fc.constantFrom(...days),
    rows: fc.array(
      fc.record({
        gtin: fc.constantFrom('1', '2', '3'),
        reported_on: fc.constantFrom(...days),
        updated_on: fc.constantFrom('', ...days),
        status: fc.constantFrom('', 'short', 'ausser Handel'),
        expected_delivery: fc.constantFrom('', '2026-02-01', '2026-03-01', 'unbestimmt', 'ausser Handel'),
        comment: fc.constantFrom('', 'why'),
        back_in_stock_on: fc.constantFrom('', '', ...days),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ source, date, rows }): PublishedList => {
    const possible = rows.filter(
      (row) =>
        row.reported_on <= date &&
        row.back_in_stock_on <= date &&
        (row.back_in_stock_on === '' || row.back_in_stock_on >= row.reported_on),
    );
    const each = new Map(possible.map((row) => [`${row.gtin} ${row.reported_on}`, row]));
    return { source, date, rows: [...each.values()] };
  });

test('what is known after any lists of any sources is what following each episode for itself gives', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 10 }), (lists) => {
      const merged = lists.reduce(mergeStockouts, noHistory);
      const followed = followLists(lists);
      const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      const facts = (episodes: readonly object[]) =>
        episodes
          .map((episode) => Object.fromEntries(Object.entries(episode).toSorted(byText)))
          .toSorted(byText);
      expect(facts(merged.episodes)).toEqual(facts(followed.stockouts));
      expect(merged.sources.toSorted(byText)).toEqual(followed.sources.toSorted(byText));
    }),
    { numRuns: 2000, seed: 20261121 },
  );
});
