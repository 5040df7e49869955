import { AppError } from '../platform/errors.ts';
import type { MarketParts } from '../statistics/views/view-tables.ts';

/** Those of `companies` that no manufacturer of the current catalogue is called; none while there is no catalogue. */
export async function unknownCompanies(
  { statistics, currentRevisions }: MarketParts,
  companies: readonly string[],
): Promise<string[]> {
  try {
    const manufacturers = await statistics.onMarket(await currentRevisions(), undefined, ({ rows }) =>
      rows('select distinct manufacturer::varchar as name from products'),
    );
    const known = new Set(manufacturers.map(({ name }) => name));
    return companies.filter((company) => !known.has(company));
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_catalogue') return [];
    throw error;
  }
}
