import type { portfolioDeliveries, portfolioEpisodes } from '#analytics/views/portfolio-episodes.ts';
import type { RowOf } from '../../../api/views.ts';

export type Episode = RowOf<typeof portfolioEpisodes>;
export type Delivery = RowOf<typeof portfolioDeliveries>;

/** What one source says of a product. */
export interface WordOfSource {
  source: string;
  /** The one that lasts, else the newest. */
  episode: Episode;
  /** What was said of its delivery, the newest last. */
  deliveries: readonly Delivery[];
  /** The others, newest first. */
  earlier: readonly Episode[];
}

/** The sources of a product's episodes, newest first; those that say it is missing before those that do not. */
export function wordsOfSources(
  episodes: readonly Episode[],
  deliveries: readonly Delivery[],
): WordOfSource[] {
  const bySource = Map.groupBy(episodes, ({ source }) => source);
  const words = [...bySource].map(([source, all]): WordOfSource => {
    const newestFirst = all.toSorted((a, b) => b.reportedOn.localeCompare(a.reportedOn));
    const episode = newestFirst.find(({ open }) => open) ?? newestFirst[0]!;
    return {
      source,
      episode,
      deliveries: deliveries
        .filter((each) => each.source === source && each.reportedOn === episode.reportedOn)
        .toSorted((a, b) => a.saidOn.localeCompare(b.saidOn)),
      earlier: newestFirst.filter((each) => each !== episode),
    };
  });
  return words.toSorted(
    (a, b) =>
      Number(b.episode.open) - Number(a.episode.open) ||
      (b.episode.listDate ?? '').localeCompare(a.episode.listDate ?? '') ||
      a.source.localeCompare(b.source),
  );
}
