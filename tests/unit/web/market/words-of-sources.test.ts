import { expect, test } from 'vitest';
import {
  type Delivery,
  type Episode,
  wordsOfSources,
} from '../../../../web/pages/market/sources/words-of-sources.ts';

const episode = (said: Partial<Episode>) =>
  ({ source: 'A', reportedOn: '2026-01-01', listDate: '2026-11-20', open: false, ...said }) as Episode;
const delivery = (said: Partial<Delivery>) =>
  ({ source: 'A', reportedOn: '2026-06-01', saidOn: '2026-06-01', ...said }) as Delivery;

test('of each source the episode that lasts counts, else its newest; the others are earlier ones', () => {
  const words = wordsOfSources(
    [
      episode({ reportedOn: '2026-08-01' }),
      episode({ reportedOn: '2026-06-01', open: true }),
      episode({ source: 'B', reportedOn: '2025-01-01' }),
      episode({ source: 'B', reportedOn: '2026-01-01' }),
    ],
    [],
  );
  expect(words.map(({ source, episode: { reportedOn } }) => [source, reportedOn])).toEqual([
    ['A', '2026-06-01'],
    ['B', '2026-01-01'],
  ]);
  expect(words[0]!.earlier.map(({ reportedOn }) => reportedOn)).toEqual(['2026-08-01']);
});

test('what was said of the delivery is of that episode and that source, the newest last', () => {
  const [word] = wordsOfSources(
    [episode({ reportedOn: '2026-06-01', open: true })],
    [
      delivery({ saidOn: '2026-07-01' }),
      delivery({}),
      delivery({ reportedOn: '2026-01-01' }),
      delivery({ source: 'B' }),
    ],
  );
  expect(word!.deliveries.map(({ saidOn }) => saidOn)).toEqual(['2026-06-01', '2026-07-01']);
});

test('who says that it is missing stands first, then the newest list', () => {
  const words = wordsOfSources(
    [
      episode({ source: 'back' }),
      episode({ source: 'old', open: true, listDate: '2026-10-01' }),
      episode({ source: 'new', open: true }),
    ],
    [],
  );
  expect(words.map(({ source }) => source)).toEqual(['new', 'old', 'back']);
});
