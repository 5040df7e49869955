import { type MarketParts, onCurrentCatalogue } from '../statistics/views/view-tables.ts';

/** Those of `companies` that no manufacturer of the current catalogue is called; none while there is no catalogue. */
export async function unknownCompanies(parts: MarketParts, companies: readonly string[]): Promise<string[]> {
  const manufacturers = await onCurrentCatalogue(parts, ({ rows }) =>
    rows('select distinct manufacturer::varchar as name from products'),
  );
  if (!manufacturers) return [];
  const known = new Set(manufacturers.map(({ name }) => name));
  return companies.filter((company) => !known.has(company));
}
