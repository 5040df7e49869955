import type { World } from '../world.ts';
import { dayNumber, isDiscontinued, lastListOf, standsForWeek } from './catalogue.ts';
import { movesOf } from './market.ts';
import { byCode, inOrder, type Order } from './order.ts';

type Episode = NonNullable<World['stockouts']>[number];
type Row = Record<string, unknown>;

/** Every episode of a product, or of all, newest first. */
export function episodeRows(world: World, gtin: string | null): Row[] {
  return episodesOf(world, gtin).map((episode) => {
    const moves = movesOf(episode);
    return {
      episode: `${episode.gtin} ${episode.reported_on} ${sourceOf(episode)}`,
      gtin: episode.gtin,
      source: sourceOf(episode),
      reportedOn: episode.reported_on,
      knownSinceAtLeast: episode.first_list ?? false,
      updatedOn: episode.updated_on || null,
      listDate: lastListOf(world, sourceOf(episode)),
      status: episode.status || null,
      expectedDelivery: episode.expected_delivery || null,
      expectedWeek: standsForWeek(world, episode.source, episode.expected_delivery),
      comment: episode.comment || null,
      backInStockOn: episode.back_in_stock_on || null,
      // No world that is recomputed has a source that ended.
      sourceEndedOn: null,
      discontinued: isDiscontinued(episode),
      open: !episode.back_in_stock_on,
      moves: moves.moves1,
      movedDays: moves.movedDays1,
    };
  });
}

/** What was said of the deliveries of these episodes, one after the other. */
export function deliveryRows(world: World, gtin: string | null): Row[] {
  return episodesOf(world, gtin).flatMap((episode) => {
    let before: number | null = null;
    return saidOf(episode).map(({ said_on, expected_delivery }) => {
      const day = dayNumber(expected_delivery);
      const movedDays = day === null || before === null ? null : day - before;
      before = day;
      return {
        delivery: `${episode.gtin} ${episode.reported_on} ${sourceOf(episode)} ${said_on}`,
        gtin: episode.gtin,
        source: sourceOf(episode),
        reportedOn: episode.reported_on,
        saidOn: said_on,
        expectedDelivery: expected_delivery || null,
        expectedWeek: standsForWeek(world, episode.source, expected_delivery),
        movedDays,
      };
    });
  });
}

function episodesOf(world: World, gtin: string | null): Episode[] {
  const order: Order<Episode> = inOrder(
    (a, b) => byCode(b.reported_on, a.reported_on),
    (a, b) => byCode(sourceOf(a), sourceOf(b)),
    (a, b) => byCode(a.gtin, b.gtin),
  );
  return (world.stockouts ?? []).filter((each) => gtin === null || each.gtin === gtin).toSorted(order);
}

function saidOf({ deliveries, updated_on, reported_on, expected_delivery = '' }: Episode) {
  return deliveries ?? [{ said_on: updated_on || reported_on, expected_delivery }];
}

const sourceOf = ({ source = 'List' }: Episode) => source;
