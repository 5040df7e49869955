import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { type Queryable, queryRow } from '../../platform/database/query.ts';
import type { FileReport } from '../file-report.ts';
import { guardFile } from '../template-files/guards.ts';
import { currentRevisions } from './catalogue-queries.ts';

/** A catalogue that is about to be published. */
type Candidate = {
  files: { priceDate: string };
  report: Record<'products' | 'portfolio' | 'exclusive', FileReport>;
};

/**
 * Holds a catalogue against the one that counts, by the rule for files that replace each other; gives the reason where one
 * was needed. @throws ReferenceDataError where it is suspicious and `force` does not say why it is right
 */
export async function guardCatalogue(
  db: Queryable,
  { files, report }: Candidate,
  { force }: { force?: string | undefined },
): Promise<string | undefined> {
  const { catalogue: current } = await currentRevisions(db);
  if (current === null) return undefined;
  const last = await queryRow<Record<string, number | string | null>>(
    db,
    `select price_date as date, product_count as products, (report -> 'portfolio' ->> 'rows')::integer as portfolio,
       (report -> 'exclusive' ->> 'rows')::integer as exclusive
     from catalogue_revisions where revision = $1`,
    [current],
  );
  for (const file of ['products', 'portfolio', 'exclusive'] as const) {
    const rows = last[file];
    // Of a catalogue that was built from template files, these guard portfolio and exclusives.
    if (typeof rows !== 'number') continue;
    const facts = { columns: [], matched: null };
    const [guard] = guardFile(
      { ...facts, date: files.priceDate, rows: report[file].rows },
      { ...facts, date: String(last.date), rows },
    );
    if (!guard) continue;
    if (force !== undefined) return force;
    throw new ReferenceDataError(`catalogue_${guard.code}`, { file, ...guard.params });
  }
  return undefined;
}
