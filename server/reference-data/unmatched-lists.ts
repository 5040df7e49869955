import type { Pool } from 'pg';
import { type MarketParts, onCurrentCatalogue } from '../statistics/views/view-tables.ts';
import { allKinds, currentVersions } from './template-files/template-version-queries.ts';

/**
 * The sources of stock-outs of which nothing that they ever said is of a product of the catalogue, and how many rows the list
 * in use has, of one from the command line its episodes; none while there is no catalogue.
 */
export async function unmatchedLists(
  parts: MarketParts & { pool: Pool },
): Promise<{ name: string; rows: number }[]> {
  const sources = await onCurrentCatalogue(parts, ({ rows }) =>
    rows(`select source, count(e.gtin)::integer as episodes
      from stockout_sources
      left join stockouts e using (source)
      left join products p on p.gtin = e.gtin
      where stockout_sources.ended_on is null
      group by source having count(p.gtin) = 0 order by lower(source), source`),
  );
  if (!sources || sources.length === 0) return [];
  const [kinds, versions] = await Promise.all([allKinds(parts.pool), currentVersions(parts.pool)]);
  const lists = (sources as { source: string; episodes: number }[]).map(({ source, episodes }) => {
    const kind = kinds.find((each) => each.stockoutSource?.toLowerCase() === source.toLowerCase());
    return { name: source, rows: versions.find(({ key }) => key === kind?.key)?.rows ?? episodes };
  });
  return lists.filter(({ rows }) => rows > 0);
}
