import type { ShortageEntry, SourceKey } from '../rows.ts';
import { toGtin, toPharmacode } from './cells.ts';
import type { SourceRow } from './read-table.ts';
import type { RowCollector } from './row-collector.ts';

type ShortageKey = Extract<SourceKey, `stockouts-${string}`>;
type Codes = Pick<ShortageEntry, 'gtin' | 'pharmacode'>;

/**
 * The codes of a row. One that can't be read is doubtful where the other or a name tells what the row is about, else the
 * row is refused and there are none.
 */
export function codesOf<Key extends ShortageKey>(row: SourceRow, rows: RowCollector<Key>): Codes | undefined {
  const gtin = toGtin(row.text('gtin'));
  const pharmacode = toPharmacode(row.text('pharmacode'));
  const unreadable = (['gtin', 'pharmacode'] as const).filter(
    (field) => ({ gtin, pharmacode })[field] === null,
  );
  if (!gtin && !pharmacode && row.text('description') === '') {
    const [field] = unreadable;
    if (field) rows.refuse(row.number, row.heading(field), row.text(field), `${field}_invalid`);
    else rows.refuse(row.number, '', '', 'product_unnamed');
    return undefined;
  }
  for (const field of unreadable) {
    rows.doubt(row.number, row.heading(field), row.text(field), `${field}_invalid`);
  }
  if (!gtin && !pharmacode) rows.count('namedOnly');
  return { gtin: gtin ?? '', pharmacode: pharmacode ?? '' };
}

/** A day of the row; '' where there is none or, with a doubt, where it is no day. */
export function dayOf<Key extends ShortageKey>(
  row: SourceRow,
  rows: RowCollector<Key>,
  field: string,
): string {
  const day = row.date(field);
  if (day === null) rows.doubt(row.number, row.heading(field), row.text(field), 'date_invalid');
  return day ?? '';
}

/** A day, or else the source's words. */
export function dayOrWords(row: SourceRow, field: string): string {
  return row.date(field) ?? row.text(field);
}

/** The day that many days before another; '' where there is no such number. */
export function daysBefore(day: string | null, days: string): string {
  if (day === null || !/^\d{1,5}$/.test(days)) return '';
  return new Date(Date.parse(`${day}T00:00:00Z`) - Number(days) * 86_400_000).toISOString().slice(0, 10);
}
