import * as z from 'zod/mini';
import { type GroupingName, groupingNames, groupings } from '#shared/groupings.ts';
import { choices, names, productTypes, searched } from '#shared/parameters.ts';

/** What an explanation leaves of the articles to show the rows behind a figure; no page offers it. */
const behindOptions = [
  ...new Set([
    'provider',
    'pharma',
    'atc_group',
    'molecule',
    ...groupingNames.map((name) => groupings[name].has),
    'duplicates',
    'duplicates_2',
    'duplicates_3',
    'duplicates_4',
    'unmatched',
    'without_price',
    'potential_unknown',
  ] as const),
] as const;

export type BehindOption = (typeof behindOptions)[number];

/** The filters by group. The first ones stand in addresses and answers in this order. */
const groupFilters = Object.fromEntries(
  (['molecule', 'atc', ...groupingNames] as const).map((name) => [name, groupings[name].filter]),
) as { [Name in GroupingName]: (typeof groupings)[Name]['filter'] };

type CartGrouping = {
  [Name in GroupingName]: (typeof groupings)[Name]['cart'] extends true ? Name : never;
}[GroupingName];

/** Parameters of the product view that leave rows. */
export const productFilters = {
  general: choices([
    'match',
    'available_match',
    'sb20',
    'stock_out',
    'co',
    'discontinued',
    'all_except_bio',
    'provider_exclusivities',
    'alternatives_with_provider_exclusivities',
  ]),
  type: choices(productTypes),
  ...groupFilters,
  focusGroup: names(),
  find: searched(),
  setFind: searched().with(
    z.describe("the same, in the name of the set's provider product too; see explain"),
  ),
  behind: choices(behindOptions).with(z.describe('rows behind a figure, see explain')),
  article: names().with(z.describe('GTIN, or Pharmacode of an article without one; see explain')),
  alternative: names().with(z.describe('GTIN of the alternative; see explain')),
};

/** What a cart can be filtered by: what the page of the product analysis offers. */
export const cartFilters = {
  general: productFilters.general,
  type: productFilters.type,
  ...(Object.fromEntries(
    Object.entries(groupFilters).filter(([name]) => groupings[name as GroupingName].cart),
  ) as Pick<typeof groupFilters, CartGrouping>),
  focusGroup: productFilters.focusGroup,
};

export type FilterName = keyof typeof productFilters;

/** Which rows of the product view. */
export type ProductFilter = Partial<Record<Exclude<FilterName, 'behind'>, readonly string[]>> & {
  behind?: readonly BehindOption[];
};

const filterNames = Object.keys(productFilters) as FilterName[];

/** Groups whose choices narrow each other, so that two filters can be put together. */
const narrowing: readonly FilterName[] = ['general', 'find', 'setFind', 'behind'];

/** The rows that both filters leave. Throws when no one filter can say so. */
export function both(one: ProductFilter, other: ProductFilter): ProductFilter {
  const filter: Partial<Record<FilterName, readonly string[]>> = {};
  for (const name of filterNames) {
    const first: readonly string[] = one[name] ?? [];
    const second: readonly string[] = other[name] ?? [];
    if (first.length > 0 && second.length > 0 && !narrowing.includes(name)) {
      throw new Error(`Two choices of ${name} widen each other`);
    }
    const values = [...new Set([...first, ...second])];
    if (values.length > 0) filter[name] = values;
  }
  return filter as ProductFilter;
}

/** The filter as a query string of the product view. */
export function toQuery(filter: ProductFilter): string {
  const query = new URLSearchParams();
  for (const name of filterNames) for (const value of filter[name] ?? []) query.append(name, value);
  return query.toString();
}

/** The parts of a view's parsed parameters that the product view has under the same names. */
export function sameFilter(parameters: Readonly<Record<string, unknown>>): ProductFilter {
  return Object.fromEntries(
    filterNames.filter((name) => Array.isArray(parameters[name])).map((name) => [name, parameters[name]]),
  );
}

/** Every choice of the filter, in a fixed order. */
export function choicesOf(filter: ProductFilter): { name: FilterName; values: readonly string[] }[] {
  return filterNames.flatMap((name) => (filter[name]?.length ? [{ name, values: filter[name] }] : []));
}
