/** A decimal text as an integer of its `places`-th digits: `scaled('12.5', 2)` is 1250n. Null for empty text. */
export function scaled(text: string, places: number): bigint | null {
  if (text === '') return null;
  const [whole = '', decimals = ''] = text.split('.');
  if (decimals.length > places) throw new Error(`${text} has more than ${places} decimals`);
  return BigInt(whole + decimals.padEnd(places, '0'));
}

/** numerator ÷ denominator, which is above 0, rounded half up: -1.5 is -1. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  const [above, below] = [2n * numerator + denominator, 2n * denominator];
  return above / below - (above % below < 0n ? 1n : 0n);
}

/** Whole percent, rounded half up; null when there is nothing to divide by. */
export function percent(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number(halfUp(100n * part, whole));
}

/** CHF as the wire has them: the double nearest to that many centimes. */
export function chf(centimes: bigint): number {
  return Number(`${centimes}e-2`);
}

/** The same where it is known, else null. */
export function knownChf(centimes: bigint | null | undefined): number | null {
  return centimes == null ? null : chf(centimes);
}

/** The sum of what is known. */
export function sum<T>(rows: readonly T[], value: (row: T) => bigint | null): bigint {
  return rows.reduce((total, row) => total + (value(row) ?? 0n), 0n);
}

/** Rows by key in order of first appearance; rows without a key are left out. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const name = key(row);
    if (name === null) continue;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}
