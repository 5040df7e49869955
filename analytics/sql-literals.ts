import { checkNames, quoted, type SqlParameters, type SqlValue } from './engine.ts';
import type { SqlPieces } from './sql-text.ts';

const LIST_CAST = '::varchar[]';

/** A filter of sql/load/filters.sql: what stands before its list of choices, and behind it. */
const FILTER_BEFORE = /\b(?!list_)\w+_filter\($/;
const FILTER_BEHIND = /^::varchar\[\](?:, \w+)*\)/;

/**
 * A statement with `values` written into it as literals. Throws when a parameter has no value or a value no parameter.
 * A filter of which nothing is chosen leaves every row: `true` stands in its place, since planning the filters of a list
 * takes longer than planning all the rest.
 */
export function withLiterals({ texts, names }: SqlPieces, values: SqlParameters): string {
  checkNames(names, values, true);
  let sql = texts[0]!;
  for (const [index, name] of names.entries()) {
    const next = texts[index + 1]!;
    const value = values[name] as SqlValue;
    const [filter] = isEmptyList(value) ? (FILTER_BEFORE.exec(texts[index]!) ?? []) : [];
    if (filter && FILTER_BEHIND.test(next)) {
      sql = `${sql.slice(0, -filter.length)}true${next.replace(FILTER_BEHIND, '')}`;
      continue;
    }
    const written = literal(value);
    // A second cast to the same type is planned like any other.
    sql +=
      (next.startsWith(LIST_CAST) && written.endsWith(LIST_CAST)
        ? written.slice(0, -LIST_CAST.length)
        : written) + next;
  }
  return sql;
}

function isEmptyList(value: SqlValue): boolean {
  return typeof value === 'object' && value?.length === 0;
}

/** `value` as a SQL literal of its own type: whole numbers BIGINT, others DOUBLE, lists VARCHAR[]. */
function literal(value: SqlValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} has no place in a SQL statement`);
    return Number.isInteger(value) ? `${BigInt(value)}::bigint` : `${value}::double`;
  }
  // One text is planned faster than a list of none.
  return (value.length === 0 ? "'[]'" : `[${value.map(text).join(', ')}]`) + LIST_CAST;
}

/** A statement ends at its first zero character, so that a text can't contain one as it is. */
function text(value: string): string {
  if (!value.includes('\0')) return quoted(value);
  return `(${value.split('\0').map(quoted).join(' || chr(0) || ')})`;
}
