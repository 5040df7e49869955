import { type Figures, figuresOf, wireFigures } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { chf, groupBy, sum } from './exact.ts';
import { groupOf } from './grouping.ts';
import { byName, descending } from './order.ts';

export type GroupField = 'molecule' | 'atc' | 'manufacturer';

export type PotentialSort =
  | 'turnoverPotentialSum'
  | 'customersGainSum'
  | 'qtySum'
  | 'count'
  | 'efPreisSum'
  | 'pPreisSum';

/** Potential by molecule, ATC group or manufacturer, largest first. */
export function potentialRows(assortment: readonly Article[], groupField: GroupField, sortBy: PotentialSort) {
  const ranked = ({ figures, gain }: { figures: Figures; gain: bigint }): bigint => {
    if (sortBy === 'customersGainSum') return gain;
    return figures[sortBy === 'turnoverPotentialSum' ? 'turnoverPotential' : sortBy];
  };
  return [...groupBy(assortment, groupOf(groupField))]
    .map(([name, articles]) => ({
      name,
      figures: figuresOf(articles),
      gain: sum(articles, (article) => article.gain),
    }))
    .sort((a, b) => descending(ranked(a), ranked(b)) || byName(a.name, b.name))
    .map(({ name, figures, gain }) => {
      const { turnoverPotential, ...others } = wireFigures(figures);
      return { name, ...others, turnoverPotentialSum: turnoverPotential, customersGainSum: chf(gain) };
    });
}
