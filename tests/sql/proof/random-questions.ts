import fc from 'fast-check';
import type { SortBy } from '#tests/support/recompute/aggregate.ts';
import type { AtcType } from '#tests/support/recompute/atc.ts';
import type { Choices } from '#tests/support/recompute/filter.ts';
import type { ProductSort } from '#tests/support/recompute/product.ts';
import type { GroupField } from '#tests/support/recompute/turnover-potential.ts';
import type { World } from '#tests/support/world.ts';

/** What is asked of every view of a world. */
export type Questions = {
  sortBy: SortBy;
  atcType: AtcType;
  groupField: GroupField;
  manufacturers: Choices;
  molecule: Choices;
  product: Choices;
  productSort: ProductSort;
  page: { limit: number; offset: number };
  today: string;
  newStockoutDays: number;
  language: 'de' | 'en' | 'fr' | 'it';
};

const few = { maxLength: 2 };

/** General options narrow, so few are drawn at a time; the others name what is in the world more often than not. */
export const randomQuestions = fc.record({
  sortBy: fc.constantFrom<SortBy[]>('count', 'qtySum', 'efPreisSum', 'pPreisSum', 'turnoverPotential'),
  atcType: fc.constantFrom<AtcType[]>('all', 'provider', 'provider_alternative'),
  groupField: fc.constantFrom<GroupField[]>('molecule', 'atc', 'manufacturer'),
  manufacturers: fc.record({ general: options(['match', 'sb20']), type: types(), molecule: indexes() }),
  molecule: fc.record({
    general: options(['match', 'available_match', 'sb20', 'stock_out', 'co']),
    type: types(),
    atc: atcCodes(),
    manufacturer: indexes(),
  }),
  product: fc.record({
    general: options([
      'match',
      'available_match',
      'sb20',
      'stock_out',
      'co',
      'all_except_bio',
      'provider_exclusivities',
      'alternatives_with_provider_exclusivities',
    ]),
    type: types(),
    molecule: indexes(),
    atc: atcCodes(),
    manufacturer: indexes(),
    focusGroup: indexes(),
    article: indexes(),
    behind: fc.oneof(
      { weight: 5, arbitrary: fc.constant<string[]>([]) },
      {
        weight: 1,
        arbitrary: options([
          'provider',
          'pharma',
          'atc_group',
          'molecule',
          'manufacturer',
          'duplicates',
          'duplicates_2',
          'duplicates_3',
          'duplicates_4',
        ]),
      },
    ),
  }),
  productSort: fc.constantFrom<ProductSort[]>(
    'qtySum',
    'efPreisSum',
    'pPreisSum',
    'turnoverPotential',
    'alphabetical',
    'alphabetical_alternative',
  ),
  page: fc.record({ limit: fc.integer({ min: 1, max: 8 }), offset: fc.integer({ min: 0, max: 8 }) }),
  today: fc.constantFrom('2026-01-15', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'),
  newStockoutDays: fc.constantFrom(0, 1, 14, 200),
  language: fc.constantFrom('de', 'en', 'fr', 'it'),
});

type Drawn = typeof randomQuestions extends fc.Arbitrary<infer Value> ? Value : never;

/** The drawn questions with the names of the world. */
export function questionsFor(world: World, drawn: Drawn): Questions {
  const molecules = names(world.products.map(({ molecule }) => molecule));
  const manufacturers = names(world.products.map(({ manufacturer }) => manufacturer));
  const groups = names((world.focusGroups ?? []).map(({ id }) => String(id)));
  const articles = names(world.lines.map(({ gtin, pharmacode }) => gtin || pharmacode));
  const pick = (values: string[], indexes: number[]) =>
    indexes.map((index) => values[index % values.length]!);
  return {
    ...drawn,
    manufacturers: { ...drawn.manufacturers, molecule: pick(molecules, drawn.manufacturers.molecule) },
    molecule: { ...drawn.molecule, manufacturer: pick(manufacturers, drawn.molecule.manufacturer) },
    product: {
      ...drawn.product,
      molecule: pick(molecules, drawn.product.molecule),
      manufacturer: pick(manufacturers, drawn.product.manufacturer),
      focusGroup: pick(groups, drawn.product.focusGroup),
      article: pick(articles, drawn.product.article),
    },
  };
}

/** Names to choose from, one of them unknown to the world. */
function names(values: (string | undefined)[]): string[] {
  return [
    ...new Set([...values.filter((value) => value !== undefined && value !== ''), 'nobody']),
  ] as string[];
}

function options(values: string[]) {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.subarray(values, few) },
  );
}

function types() {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(['generika', 'original', 'others']) },
  );
}

function indexes(): fc.Arbitrary<number[]> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 5, size: 'max' }) },
  );
}

function atcCodes() {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(['A', 'A01', 'A01AA01', 'A02B', 'C09AA', 'N', 'X', 'Q', 'Z'], few) },
  );
}
