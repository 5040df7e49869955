import type { Episode, SaidDelivery, StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import { openRandom, type Random } from '#fixtures/random.ts';
import { addDays } from '#shared/calendar.ts';
import { SEED } from './catalogue.ts';

/** Who reports, and how much of what is missing it hears of. */
const sources = [
  { source: 'Engpassregister', hears: 0.9 },
  { source: 'Grossist Nord', hears: 0.6 },
  { source: 'Grossist Süd', hears: 0.5 },
];

/** Days before today of every source's first list. */
export const OLDEST = 1095;

/** Days before today on which an outage begins and ends; it lasts while `end` is undefined. */
type Span = { start: number; end: number | undefined };

/**
 * Three years of exactly so many open and ended episodes up to `today`. An outage is reported by some of the sources, on
 * different days; episodes of a source and product do not overlap. Two open ones in three are younger than six months.
 */
export function drawEpisodes(
  gtins: readonly string[],
  today: string,
  counts: { open: number; ended: number },
): StockoutHistory {
  const random = openRandom(SEED, 'episodes');
  const taken = new Map<string, Span[]>();
  const episodes: Episode[] = [];

  const draw = (count: number, drawOutage: () => Span) => {
    for (let left = count; left > 0; ) {
      const gtin = random.pick(gtins);
      const outage = drawOutage();
      for (const { source, hears } of sources) {
        if (left === 0 || !random.chance(hears)) continue;
        const heard = asHeard(outage, random);
        const others = taken.get(`${source} ${gtin}`) ?? [];
        if (others.some((other) => overlap(heard, other))) continue;
        taken.set(`${source} ${gtin}`, [...others, heard]);
        episodes.push(episodeOf(gtin, source, heard, today, random));
        left--;
      }
    }
  };
  draw(counts.open, () => ({ start: 1 + Math.floor(400 * random.next() ** 2), end: undefined }));
  draw(counts.ended, () => {
    const end = random.integer(0, OLDEST);
    return { start: end + 7 + Math.floor(200 * random.next() ** 2), end };
  });
  const dates = { firstListOn: addDays(today, -OLDEST), lastListOn: today };
  return { episodes, sources: sources.map(({ source }) => ({ source, ...dates })) };
}

function asHeard({ start, end }: Span, random: Random): Span {
  const heard = Math.min(OLDEST, Math.max(1, start - random.integer(0, 6)));
  return {
    start: heard,
    end: end === undefined ? undefined : Math.max(0, Math.min(heard, end - random.integer(-3, 3))),
  };
}

function overlap(one: Span, other: Span): boolean {
  return one.start >= (other.end ?? -1) && (one.end ?? -1) <= other.start;
}

function episodeOf(
  gtin: string,
  source: string,
  { start, end }: Span,
  today: string,
  random: Random,
): Episode {
  const deliveries = saidOf(start, start - (end ?? 0), today, random);
  const { said_on, expected_delivery } = deliveries.at(-1)!;
  const discontinued = random.chance(0.02);
  return {
    gtin,
    source,
    reported_on: addDays(today, -start),
    updated_on: random.chance(0.1) ? '' : said_on,
    status: discontinued ? 'ausser Handel' : random.pick(['', 'erwartet', 'unbestimmt']),
    expected_delivery,
    comment: random.chance(0.2) ? 'fehlt auf unbestimmte Zeit' : '',
    back_in_stock_on: end === undefined ? '' : addDays(today, -end),
    first_list: start === OLDEST,
    deliveries,
  };
}

/** The first word on the day of the report, and at most three changes until it is over. */
function saidOf(start: number, lasting: number, today: string, random: Random): SaidDelivery[] {
  const words = random.integer(0, 3);
  const step = Math.max(1, Math.floor(lasting / (words + 1)));
  const isDay = random.chance(0.8);
  const said: SaidDelivery[] = [];
  for (let at = 0; at <= lasting && said.length <= words; at += step) {
    const expected = isDay
      ? addDays(today, -start + at + random.integer(7, 60))
      : random.pick(['', 'unbestimmt', 'Anfang Quartal']);
    if (expected === said.at(-1)?.expected_delivery) continue;
    said.push({ said_on: addDays(today, -start + at), expected_delivery: expected });
  }
  return said;
}
