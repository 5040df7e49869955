import type { product } from '../views/product.ts';

/** Parameters of the product view that leave rows. */
const names = [
  'general',
  'type',
  'molecule',
  'atc',
  'manufacturer',
  'focusGroup',
  'behind',
  'article',
] as const satisfies (keyof typeof product.parameters.shape)[];

export type FilterName = (typeof names)[number];

/** Which rows of the product view. */
export type ProductFilter = Partial<Record<FilterName, readonly string[]>>;

/** Groups whose choices narrow each other, so that two filters can be put together. */
const narrowing: readonly FilterName[] = ['general', 'behind'];

/** The rows that both filters leave. Throws when no one filter can say so. */
export function both(one: ProductFilter, other: ProductFilter): ProductFilter {
  const filter: ProductFilter = {};
  for (const name of names) {
    const [first = [], second = []] = [one[name], other[name]];
    if (first.length > 0 && second.length > 0 && !narrowing.includes(name)) {
      throw new Error(`Two choices of ${name} widen each other`);
    }
    const values = [...new Set([...first, ...second])];
    if (values.length > 0) filter[name] = values;
  }
  return filter;
}

/** The filter as a query string of the product view. */
export function toQuery(filter: ProductFilter): string {
  const query = new URLSearchParams();
  for (const name of names) for (const value of filter[name] ?? []) query.append(name, value);
  return query.toString();
}

/** The parts of a view's parsed parameters that the product view has under the same names. */
export function sameFilter(parameters: Readonly<Record<string, unknown>>): ProductFilter {
  return Object.fromEntries(
    names.filter((name) => Array.isArray(parameters[name])).map((name) => [name, parameters[name]]),
  );
}

/** Every choice of the filter, in a fixed order. */
export function choicesOf(filter: ProductFilter): { name: FilterName; values: readonly string[] }[] {
  return names.flatMap((name) => (filter[name]?.length ? [{ name, values: filter[name] }] : []));
}
