import { stockoutFilesOf } from '#analytics/catalogue/published-stockouts.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { StoredLines } from '#analytics/lines.ts';
import { benchProducts, gtinsOf, SEED } from './catalogue.ts';
import { drawEpisodes } from './episodes.ts';
import { benchLines } from './lines.ts';
import { type BenchWorld, openBenchWorld } from './world.ts';

/** How large a market is: products, open and ended episodes, lines of the statistic that feeds it. */
export type MarketSize = { products: number; open: number; ended: number; lines: number };

/** The market that the numbers are promised for. */
export const marketSize: MarketSize = { products: 20_000, open: 1000, ended: 30_000, lines: 1_000_000 };

export type MarketWorld = BenchWorld & {
  size: MarketSize;
  /** The statistic whose quantities stand for the market. */
  feeding: StoredLines;
  /** The product that was reported most often. */
  mostReported: string;
};

/** Opens a market whose stock-outs reach up to today, so that the days that nobody chooses leave rows on any day. */
export async function openMarketWorld(size: MarketSize): Promise<MarketWorld> {
  let mostReported = '';
  const world = await openBenchWorld(async (engine) => {
    const catalogue = await benchProducts(engine, size.products);
    const history = drawEpisodes(await gtinsOf(engine, catalogue), todayInZurich(), size);
    mostReported = mostFrequent(history.episodes.map(({ gtin }) => gtin));
    return { catalogue, stockouts: await stockoutFilesOf(engine, history) };
  });
  return {
    ...world,
    size,
    feeding: await benchLines(world.engine, size.lines, SEED, size.products),
    mostReported,
  };
}

/** Of several the first in their order. */
function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most] = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return most![0];
}
