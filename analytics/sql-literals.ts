import { checkNames, quoted, type SqlParameters, type SqlValue } from './engine.ts';
import type { SqlPieces } from './sql-text.ts';

const LIST_CAST = '::varchar[]';

/**
 * A statement with `values` written into it as literals. Throws when a parameter has no value or a value no parameter.
 */
export function withLiterals({ texts, names }: SqlPieces, values: SqlParameters): string {
  checkNames(names, values, true);
  let sql = texts[0]!;
  for (const [index, name] of names.entries()) {
    const next = texts[index + 1]!;
    const written = literal(values[name] as SqlValue);
    // A second cast to the same type is planned like any other.
    sql +=
      (next.startsWith(LIST_CAST) && written.endsWith(LIST_CAST)
        ? written.slice(0, -LIST_CAST.length)
        : written) + next;
  }
  return sql;
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
