import type { ExplainedPart } from '#analytics/explain/explain.ts';
import { halfUp } from './recompute/exact.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the rows behind a figure give: an amount in hundredths, so that sums are exact; null where nothing is. */
export function reckonPart({ reckoning }: ExplainedPart, rows: readonly Row[]): bigint | null {
  switch (reckoning.kind) {
    case 'count':
      return BigInt(rows.length) * 100n;
    case 'countDistinct': {
      const values = rows.map((row) => row[reckoning.column]).filter((value) => value !== null);
      return BigInt(new Set(values).size) * 100n;
    }
    case 'sum': {
      const { known, months } = reckoning;
      if (known && rows.some((row) => row[known.having] !== null && row[known.needs] === null)) return null;
      const seen = new Set<unknown>();
      let total = 0n;
      for (const row of rows) {
        const group = reckoning.oncePer && row[reckoning.oncePer];
        if (reckoning.oncePer && (group === null || seen.has(group))) continue;
        seen.add(group);
        if (!reckoning.times) total += hundredths(row[reckoning.column]) ?? 0n;
      }
      if (reckoning.times) return hundredths(tenThousandths(rows, reckoning.column, reckoning.times));
      return months === undefined ? total : halfUp(total, BigInt(months));
    }
    case 'value': {
      const values = new Set(rows.map((row) => row[reckoning.column]));
      if (values.size !== 1) throw new Error(`A value comes from rows that agree, not from ${values.size}`);
      return hundredths(rows[0]![reckoning.column]);
    }
  }
}

/** The figure that the parts give, in hundredths. A percentage is rounded to whole percent, half up. */
export function reckonFigure(
  parts: readonly ExplainedPart[],
  amounts: readonly (bigint | null)[],
): bigint | null {
  const amountOf = (role: ExplainedPart['role']) =>
    amounts[parts.findIndex((part) => part.role === role)] ?? null;
  if (parts.length === 1) return amountOf('value');
  const [part, whole] = [amountOf('part'), amountOf('whole')];
  if (part === null || whole === null || whole === 0n) return null;
  return ((200n * part + whole) / (2n * whole)) * 100n;
}

/** A number of the wire in hundredths; null for null. */
export function hundredths(value: unknown): bigint | null {
  if (value === null) return null;
  if (typeof value !== 'number') throw new Error(`${String(value)} is no number`);
  return BigInt(Math.round(value * 100));
}

/** The sum of products, half up to ten-thousandths. */
function tenThousandths(rows: readonly Row[], column: string, times: string): number {
  const total = rows.reduce((sum, row) => sum + Number(row[column]) * Number(row[times]), 0);
  return Math.round(total * 10_000) / 10_000;
}
