import type { z } from 'zod';
import { groupings } from '#shared/groupings.ts';
import type { MemberFigures } from '#shared/schemas/combined.ts';
import type { PooledConnection } from '../engine.ts';
import { explainedView } from '../explain/explained-views.ts';
import { sqlFile } from '../sql.ts';
import { withLiterals } from '../sql-literals.ts';
import { views } from '../views/index.ts';
import { productFilters } from '../views/product-filter.ts';
import type { View } from '../views/view.ts';

/** The column of the assortment that identifies a list's rows; undefined for other views. */
function rowsOf(view: View): string | undefined {
  if (view.subject !== 'statistic' || view.cardinality === 'one' || !view.totals) return undefined;
  if (view.name === 'product') return 'article';
  return view.grouping && groupings[view.grouping].has;
}

/** Names of the lists whose rows can be split by members of a combined statistic. */
export const listsByMember = views.filter(rowsOf).map(({ name }) => name);

/**
 * Members' figures for each row of a list, on a connection with the lines of the combined statistic. `parameters`: parsed
 * ones of the list.
 */
export async function readMembers(
  connection: PooledConnection,
  view: View,
  parameters: z.infer<View['parameters']>,
  members: readonly number[],
): Promise<MemberFigures[]> {
  const filter = explainedView(view.totals!)!.rows(parameters, {});
  const values = Object.fromEntries(
    Object.keys(productFilters).map((name) => [name, [...(filter[name as keyof typeof filter] ?? [])]]),
  );
  const rows = await connection.rows(
    withLiterals(sqlFile('compare/members.sql').pieces, {
      ...values,
      by: rowsOf(view)!,
      members: members.map(String),
    }),
  );
  return rows as MemberFigures[];
}
