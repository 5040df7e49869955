import type { SortBy } from '#tests/support/recompute/aggregate.ts';
import type { Article } from '#tests/support/recompute/assortment.ts';
import { type AtcType, atcRows } from '#tests/support/recompute/atc.ts';
import { duplicateRows } from '#tests/support/recompute/duplicate-products.ts';
import { atcGroupOf, type Choices, passes } from '#tests/support/recompute/filter.ts';
import { atcItems, focusGroupItems, nameItems } from '#tests/support/recompute/lists.ts';
import { manufacturerRows } from '#tests/support/recompute/manufacturers.ts';
import { moleculeRows } from '#tests/support/recompute/molecule.ts';
import { type ProductSort, productRows } from '#tests/support/recompute/product.ts';
import { summaryFigures } from '#tests/support/recompute/summary.ts';
import { duplicateTotals, groupTotals, productTotals } from '#tests/support/recompute/totals.ts';
import { type GroupField, groupOf, potentialRows } from '#tests/support/recompute/turnover-potential.ts';
import type { World } from '#tests/support/world.ts';
import { today } from './demo.ts';

export type Row = Record<string, unknown>;
/** Every parameter of a SQL file, those of its place included. */
export type Parameters = Readonly<Record<string, unknown>>;

type Asked<Given> = { world: World; assortment: readonly Article[]; given: Given };
type Sorted = Choices & { sortBy: SortBy };
type Page = { limit: number | null; offset: number | null; today: string; newStockoutDays: number };

/** What each SQL file must answer, by exact integers in TypeScript. */
export const recomputedAnswers: Readonly<
  Record<string, (asked: { world: World; assortment: readonly Article[]; given: Parameters }) => Row[]>
> = {
  'v1/summary.sql': ({ world, assortment }) => [
    { ...world.head, ...summaryFigures(assortment), catalogueRevision: 1, priceDate: today },
  ],
  'v1/short-summary.sql': ({ world }) => {
    const { customerExternalId: _, headerImage: __, ...head } = world.head!;
    return [head];
  },
  'v1/atc.sql': answer<{ type: AtcType; sortBy: SortBy }>(({ assortment, given: { type, sortBy } }) =>
    atcRows(assortment, type, sortBy),
  ),
  'v1/atc-totals.sql': answer<{ type: AtcType }>(({ assortment, given: { type } }) => {
    const counted = assortment.filter(({ pack, alternative }) =>
      type === 'provider' ? pack?.provider : type === 'all' || alternative,
    );
    return [groupTotals(counted, atcGroupOf)];
  }),
  'v1/manufacturers.sql': answer<Sorted>(({ assortment, given: { sortBy, ...choices } }) =>
    manufacturerRows(assortment, choices, sortBy),
  ),
  'v1/manufacturers-totals.sql': answer<Choices>(({ assortment, given }) => [
    groupTotals(
      assortment.filter((article) => passes(article, given)),
      groupOf.manufacturer,
    ),
  ]),
  'v1/molecule.sql': answer<Sorted>(({ assortment, given: { sortBy, ...choices } }) =>
    moleculeRows(assortment, choices, sortBy),
  ),
  'v1/molecule-totals.sql': answer<Choices>(({ assortment, given }) => [
    groupTotals(
      assortment.filter((article) => passes(article, given)),
      groupOf.molecule,
    ),
  ]),
  'v1/product.sql': answer<Choices & Page & { sortBy: ProductSort }>(({ assortment, given }) => {
    const { sortBy, limit, offset, today: day, newStockoutDays, ...choices } = given;
    const rows = productRows(assortment, choices, sortBy, { today: day, newStockoutDays });
    return rows.slice(offset ?? 0, limit === null ? undefined : (offset ?? 0) + limit);
  }),
  'v1/product-totals.sql': answer<Choices>(({ assortment, given }) => [productTotals(assortment, given)]),
  'v1/duplicate-products.sql': ({ assortment }) => duplicateRows(assortment),
  'v1/duplicate-products-totals.sql': ({ assortment }) => [duplicateTotals(assortment)],
  'v1/turnover-potential.sql': answer<{ groupField: GroupField }>(({ assortment, given: { groupField } }) =>
    potentialRows(assortment, groupField),
  ),
  'v1/turnover-potential-totals.sql': answer<{ groupField: GroupField }>(({ assortment, given }) => {
    const { turnoverPotential, ...others } = groupTotals(assortment, groupOf[given.groupField]);
    return [{ ...others, turnoverPotentialSum: turnoverPotential }];
  }),
  'v1/list-molecules.sql': ({ assortment }) => nameItems(assortment, 'molecule'),
  'v1/list-manufacturers.sql': ({ assortment }) => nameItems(assortment, 'manufacturer'),
  'v1/list-focus-groups.sql': ({ world, assortment }) => focusGroupItems(world, assortment),
  // Names of ATC groups are translations, which may be worded better at any time.
  'v1/list-atc.sql': ({ assortment }) => atcItems(assortment, {}).map(({ name: _, ...item }) => item),
};

/** The parameters as the recomputation has them: `questions.ts` writes them that way. */
function answer<Given>(recompute: (asked: Asked<Given>) => Row[]) {
  return (asked: Asked<Parameters>) => recompute({ ...asked, given: asked.given as Given });
}
