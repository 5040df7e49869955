import type { World } from '../world.ts';
import { figuresOf, wireFigures } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { groupBy } from './exact.ts';
import { groupOf } from './grouping.ts';
import { byCode, byName, inOrder } from './order.ts';

type Item = { id: string; name: string; count: number; turnoverPotential: number };

/** Molecules or manufacturers of the assortment, by name, with the articles and the potential behind each. */
export function nameItems(assortment: readonly Article[], field: 'molecule' | 'manufacturer'): Item[] {
  return [...groupBy(assortment, groupOf(field))]
    .map(([name, articles]) => item(name, name, articles))
    .sort((a, b) => byName(a.name, b.name));
}

/** ATC groups of the assortment, by letter. `names`: name by letter in the wanted language. */
export function atcItems(assortment: readonly Article[], names: Readonly<Record<string, string>>): Item[] {
  return [...groupBy(assortment, groupOf('atc'))]
    .map(([letter, articles]) => item(letter, names[letter] ?? letter, articles))
    .sort((a, b) => byCode(a.id, b.id));
}

/** All focus groups, by name, then number. */
export function focusGroupItems(world: World, assortment: readonly Article[]): Item[] {
  return (world.focusGroups ?? [])
    .toSorted(
      inOrder(
        (a, b) => byName(a.name, b.name),
        (a, b) => a.id - b.id,
      ),
    )
    .map(({ id, name }) =>
      item(
        String(id),
        name,
        assortment.filter(({ focusGroups }) => focusGroups.has(String(id))),
      ),
    );
}

function item(id: string, name: string, articles: readonly Article[]): Item {
  const { count, turnoverPotential } = wireFigures(figuresOf(articles));
  return { id, name, count, turnoverPotential };
}
