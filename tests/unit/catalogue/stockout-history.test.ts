import { expect, test } from 'vitest';
import {
  type Episode,
  matchAnew,
  mergeStockouts,
  noHistory,
  type SaidDelivery,
  type Stockout,
  type StockoutHistory,
} from '#analytics/catalogue/stockout-history.ts';

const first = '7680100000013';
const second = '7680100000020';
const third = '7680100000037';

const row = (gtin: string, reported_on: string, more: Partial<Stockout> = {}): Stockout => ({
  gtin,
  reported_on,
  updated_on: '',
  status: '',
  expected_delivery: '',
  comment: '',
  back_in_stock_on: '',
  ...more,
});

const said = (said_on: string, expected_delivery: string): SaidDelivery => ({ said_on, expected_delivery });

/** What is known after lists of A, one after the other. */
function listsOfA(...lists: [date: string, ...rows: Stockout[]][]): StockoutHistory {
  return lists.reduce(
    (history, [date, ...rows]) => mergeStockouts(history, { source: 'A', date, rows }),
    noHistory,
  );
}

/** Source, product, reporting day and end of each episode; '' while it lasts. */
function lasting({ episodes }: StockoutHistory): string[][] {
  return episodes
    .map(({ source, gtin, reported_on, back_in_stock_on }) => [source, gtin, reported_on, back_in_stock_on])
    .toSorted();
}

function episode(history: StockoutHistory, gtin: string, source = 'A'): Episode {
  return history.episodes.find((each) => each.gtin === gtin && each.source === source)!;
}

test('a product missing from the new list is back on its day; over episodes and listed ones stay as they are', () => {
  const history = listsOfA(
    ['2025-12-02', row(third, '2025-11-01', { back_in_stock_on: '2025-12-01' })],
    ['2026-01-10', row(first, '2026-01-05'), row(second, '2026-01-06')],
    ['2026-02-01', row(second, '2026-01-06', { updated_on: '2026-02-01' }), row(third, '2026-01-30')],
  );
  expect(lasting(history)).toEqual([
    ['A', first, '2026-01-05', '2026-02-01'],
    ['A', second, '2026-01-06', ''],
    ['A', third, '2025-11-01', '2025-12-01'],
    ['A', third, '2026-01-30', ''],
  ]);
  expect(episode(history, second).updated_on).toBe('2026-02-01');
});

test('a list ends what its own source says and nothing else, whatever its day', () => {
  const a = listsOfA(['2026-01-10', row(first, '2026-01-05'), row(second, '2026-01-05')]);
  const b = mergeStockouts(a, { source: 'B', date: '2026-01-08', rows: [row(first, '2026-01-07')] });
  expect(lasting(b)).toEqual([
    ['A', first, '2026-01-05', ''],
    ['A', second, '2026-01-05', ''],
    ['B', first, '2026-01-07', ''],
  ]);
  const later = mergeStockouts(b, { source: 'A', date: '2026-01-17', rows: [row(second, '2026-01-05')] });
  expect(lasting(later)).toEqual([
    ['A', first, '2026-01-05', '2026-01-17'],
    ['A', second, '2026-01-05', ''],
    ['B', first, '2026-01-07', ''],
  ]);
  expect(later.sources).toEqual([
    { source: 'B', firstListOn: '2026-01-08', lastListOn: '2026-01-08' },
    { source: 'A', firstListOn: '2026-01-10', lastListOn: '2026-01-17' },
  ]);
});

test('an episode that the list reports anew is over on the day of the new report', () => {
  const over = row(first, '2026-02-03', { back_in_stock_on: '2026-02-10' });
  const history = listsOfA(['2026-01-06', row(first, '2026-01-05')], ['2026-02-11', over]);
  expect(lasting(history)).toEqual([
    ['A', first, '2026-01-05', '2026-02-03'],
    ['A', first, '2026-02-03', '2026-02-10'],
  ]);
});

test('a row about an earlier episode, long over, does not report a later one anew', () => {
  const over = row(first, '2025-10-01', { back_in_stock_on: '2025-11-01' });
  const history = listsOfA(['2026-01-06', row(first, '2026-01-05')], ['2026-02-11', over]);
  expect(lasting(history)).toEqual([
    ['A', first, '2025-10-01', '2025-11-01'],
    ['A', first, '2026-01-05', '2026-02-11'],
  ]);
});

test('an episode whose reporting day is corrected to an earlier one does not end before it began', () => {
  const history = listsOfA(
    ['2026-01-09', row(first, '2026-01-08')],
    ['2026-02-01', row(first, '2026-01-05')],
  );
  expect(lasting(history)).toEqual([
    ['A', first, '2026-01-05', ''],
    ['A', first, '2026-01-08', '2026-01-08'],
  ]);
});

test('an older list that was forced leaves alone what was reported after it', () => {
  const history = listsOfA(
    ['2026-02-03', row(first, '2026-02-02'), row(second, '2026-01-20')],
    ['2026-02-01', row(third, '2026-01-31'), row(first, '2026-01-30')],
  );
  expect(lasting(history)).toEqual([
    ['A', first, '2026-01-30', ''],
    ['A', first, '2026-02-02', ''],
    ['A', second, '2026-01-20', '2026-02-01'],
    ['A', third, '2026-01-31', ''],
  ]);
  expect(history.sources).toEqual([{ source: 'A', firstListOn: '2026-02-01', lastListOn: '2026-02-01' }]);
});

test('a correction of the same day brings back what the list before it had ended by mistake', () => {
  const history = listsOfA(
    ['2026-01-06', row(first, '2026-01-05'), row(second, '2026-01-05')],
    ['2026-01-13', row(first, '2026-01-05')],
    ['2026-01-13', row(first, '2026-01-05'), row(second, '2026-01-05')],
  );
  expect(lasting(history)).toEqual([
    ['A', first, '2026-01-05', ''],
    ['A', second, '2026-01-05', ''],
  ]);
});

test('what is on a source’s first list is known since at least then, what comes later is not', () => {
  const history = listsOfA(
    ['2026-01-06', row(first, '2026-01-05')],
    ['2026-01-13', row(first, '2026-01-05', { updated_on: '2026-01-12' }), row(second, '2026-01-05')],
  );
  expect(episode(history, first).first_list).toBe(true);
  expect(episode(history, second).first_list).toBe(false);
  const b = mergeStockouts(history, { source: 'B', date: '2026-01-20', rows: [row(third, '2026-01-20')] });
  expect(episode(b, third, 'B').first_list).toBe(true);
});

test('a correction of the first list is the first list', () => {
  const history = listsOfA(
    ['2026-01-06', row(first, '2026-01-05')],
    ['2026-01-06', row(first, '2026-01-05'), row(second, '2026-01-06')],
  );
  expect(episode(history, second).first_list).toBe(true);
});

test('a discontinued product that leaves the list is not back; said to be back, it is', () => {
  const gone = row(first, '2026-01-05', { status: '5 Ausser Handel' });
  const left = listsOfA(['2026-01-06', gone, row(second, '2026-01-05')], ['2026-01-13']);
  expect(lasting(left)).toEqual([
    ['A', first, '2026-01-05', ''],
    ['A', second, '2026-01-05', '2026-01-13'],
  ]);
  const back = { ...gone, back_in_stock_on: '2026-01-15' };
  const returned = mergeStockouts(left, { source: 'A', date: '2026-01-20', rows: [back] });
  expect(episode(returned, first).back_in_stock_on).toBe('2026-01-15');
});

test('every change of the expected delivery is kept with the day of its list, there and back included', () => {
  const expecting = (day: string, more = {}) => row(first, '2026-01-05', { expected_delivery: day, ...more });
  const history = listsOfA(
    ['2026-01-06', expecting('2026-02-01')],
    ['2026-01-13', expecting('2026-02-01')],
    ['2026-01-20', expecting('2026-03-01')],
    ['2026-01-27', expecting('unbestimmt')],
    ['2026-02-03', expecting('2026-02-01')],
    ['2026-02-10', expecting('', { back_in_stock_on: '2026-02-09' })],
  );
  expect(episode(history, first)).toMatchObject({
    expected_delivery: '',
    back_in_stock_on: '2026-02-09',
    deliveries: [
      said('2026-01-06', '2026-02-01'),
      said('2026-01-20', '2026-03-01'),
      said('2026-01-27', 'unbestimmt'),
      said('2026-02-03', '2026-02-01'),
    ],
  });
});

test('a list of the same or an earlier day takes back what was said of deliveries since', () => {
  const expecting = (day: string) => row(first, '2026-01-05', { expected_delivery: day });
  const lists: Parameters<typeof listsOfA> = [
    ['2026-01-06', expecting('2026-02-01')],
    ['2026-01-13', expecting('2026-03-01')],
    ['2026-01-20', expecting('2026-04-01')],
  ];
  const corrected = listsOfA(...lists, ['2026-01-20', expecting('2026-03-01')]);
  expect(episode(corrected, first).deliveries).toEqual([
    said('2026-01-06', '2026-02-01'),
    said('2026-01-13', '2026-03-01'),
  ]);
  const older = listsOfA(...lists, ['2026-01-10', expecting('2026-05-01')]);
  expect(episode(older, first).deliveries).toEqual([
    said('2026-01-06', '2026-02-01'),
    said('2026-01-10', '2026-05-01'),
  ]);
});

test('of a list matched anew only what was not known is added, and counts as of a first list', () => {
  const history = listsOfA(
    ['2026-01-10', row(first, '2026-01-05')],
    ['2026-02-01', row(first, '2026-01-05'), row(second, '2026-01-20')],
  );
  const [known, missing] = [
    row(first, '2026-01-05'),
    row(third, '2026-02-01', { expected_delivery: 'KW 9' }),
  ];
  // What the list has of the second product does not count any more; nobody said that it is back.
  const anew = matchAnew(history, { source: 'A', date: '2026-02-01', rows: [known, missing] });
  expect(anew.episodes.slice(0, -1)).toEqual(history.episodes);
  expect(anew.episodes.at(-1)).toEqual({
    ...missing,
    source: 'A',
    first_list: true,
    deliveries: [said('2026-02-01', 'KW 9')],
  });
  expect(anew.sources).toEqual(history.sources);
  // The next list goes on with it, and it is still of no day that anybody knows.
  const next = mergeStockouts(anew, { source: 'A', date: '2026-02-08', rows: [known, missing] });
  expect(episode(next, third).first_list).toBe(true);
});
