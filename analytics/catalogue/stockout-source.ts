import { type StockoutSource, UNNAMED_SOURCE } from './stockout-history.ts';
import { ReferenceDataError } from './table.ts';

const LONGEST_NAME = 60;

/** The name of a list's source without superfluous spaces; nobody's is UNNAMED_SOURCE's. @throws ReferenceDataError */
export function readSourceName(name: string = UNNAMED_SOURCE): string {
  const source = name.trim().replace(/\s+/gu, ' ');
  if (source === '' || source.length > LONGEST_NAME || /\p{C}/u.test(source)) {
    throw new ReferenceDataError('stockouts_source', { limit: LONGEST_NAME });
  }
  return source;
}

/** The source as it was named before: another way of capitals is no other source, whose list nothing would ever end. */
export function sourceAmong(known: readonly StockoutSource[], source: string): string {
  const folded = source.toLowerCase();
  return known.find((each) => each.source.toLowerCase() === folded)?.source ?? source;
}
