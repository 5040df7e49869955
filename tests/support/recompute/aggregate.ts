import type { Article } from './assortment.ts';
import { chf, sum } from './exact.ts';
import { descending, type Order } from './order.ts';

export type SortBy = 'count' | 'qtySum' | 'efPreisSum' | 'pPreisSum' | 'turnoverPotential';

/** Figures of some articles: packs as they are, CHF in centimes. */
export type Figures = Record<SortBy, bigint>;

export function figuresOf(articles: readonly Article[]): Figures {
  return {
    count: BigInt(articles.length),
    qtySum: sum(articles, ({ quantity }) => quantity),
    efPreisSum: sum(articles, ({ exFactorySum }) => exFactorySum),
    pPreisSum: sum(articles, ({ publicSum }) => publicSum),
    turnoverPotential: sum(articles, ({ potential }) => potential),
  };
}

/** The figures as a row on the wire has them. */
export function wireFigures(figures: Figures): Record<SortBy, number> {
  return {
    count: Number(figures.count),
    qtySum: Number(figures.qtySum),
    efPreisSum: chf(figures.efPreisSum),
    pPreisSum: chf(figures.pPreisSum),
    turnoverPotential: chf(figures.turnoverPotential),
  };
}

/**
 * One row per group, largest first, ties by name. `column` is the name of the group's column on the wire.
 */
export function aggregateRows(
  groups: ReadonlyMap<string, Article[]>,
  column: string,
  sortBy: SortBy,
  byGroup: Order<string>,
): Record<string, unknown>[] {
  return [...groups]
    .map(([name, articles]) => ({ name, figures: figuresOf(articles) }))
    .sort((a, b) => descending(a.figures[sortBy], b.figures[sortBy]) || byGroup(a.name, b.name))
    .map(({ name, figures }) => ({ [column]: name, ...wireFigures(figures) }));
}
