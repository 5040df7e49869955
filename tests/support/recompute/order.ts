const german = new Intl.Collator('de-CH');

/** Below 0 when `a` stands before `b`. */
export type Order<T> = (a: T, b: T) => number;

/** Order of names: German as in Switzerland, equal ones by their UTF-8 bytes; no name stands last. */
export function byName(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return german.compare(a, b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Order of codes (GTIN, ATC): by their digits; no code stands last. */
export function byCode(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}

/** The largest first; what is not known stands last. */
export function descending(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a > b ? -1 : Number(a < b);
}

/** The first of `orders` that tells two rows apart decides. */
export function inOrder<T>(...orders: Order<T>[]): Order<T> {
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}
