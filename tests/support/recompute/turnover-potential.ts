import { figuresOf, wireFigures } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { chf, groupBy, sum } from './exact.ts';
import { groupOf } from './grouping.ts';
import { byName, descending } from './order.ts';

export type GroupField = 'molecule' | 'atc' | 'manufacturer';

export type PotentialSort =
  | 'turnoverPotentialSum'
  | 'qtySum'
  | 'count'
  | 'efPreisSum'
  | 'pPreisSum'
  | keyof ReturnType<typeof changesOf>;

/** Potential by molecule, ATC group or manufacturer, largest first. */
export function potentialRows(assortment: readonly Article[], groupField: GroupField, sortBy: PotentialSort) {
  return [...groupBy(assortment, groupOf(groupField))]
    .map(([name, articles]) => {
      const figures = figuresOf(articles);
      const changes = changesOf(articles);
      const ranked = { ...figures, ...changes, turnoverPotentialSum: figures.turnoverPotential };
      return { name, figures, changes, rank: ranked[sortBy] };
    })
    .sort((a, b) => descending(a.rank, b.rank) || byName(a.name, b.name))
    .map(({ name, figures, changes }) => {
      const { turnoverPotential, ...others } = wireFigures(figures);
      return { name, ...others, turnoverPotentialSum: turnoverPotential, ...inChf(changes) };
    });
}

/** Centimes that a switch of the articles would change, as far as they are known. */
export function changesOf(articles: readonly Article[]) {
  return {
    customersGainSum: sum(articles, ({ gain }) => gain),
    publicPriceDifferenceSum: sum(articles, ({ publicDifference }) => publicDifference),
    deductibleBeforeSum: sum(articles, ({ deductible }) => deductible.before),
    deductibleAfterSum: sum(articles, ({ deductible }) => deductible.after),
    distributionShareBeforeSum: sum(articles, ({ distributionShare }) => distributionShare.before),
    distributionShareAfterSum: sum(articles, ({ distributionShare }) => distributionShare.after),
  };
}

/** As the wire has them. */
export function inChf(changes: Readonly<Record<string, bigint>>): Record<string, number> {
  return Object.fromEntries(Object.entries(changes).map(([name, centimes]) => [name, chf(centimes)]));
}
