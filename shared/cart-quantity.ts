/**
 * Exact quantities of a cart, for server and client: selected quantity times multiplier gives packs. Both are fractions,
 * so that an entered number is shown unchanged and nothing is rounded twice.
 */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const none: Fraction = { numerator: 0n, denominator: 1n };

/** numerator ÷ denominator in lowest terms. Not negative; the denominator is not 0. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  const divisor = greatestDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** `12/7` or `12`. @throws {SyntaxError} on anything else */
export function parseFraction(text: string): Fraction {
  const [numerator = '', denominator = '1'] = text.split('/');
  return fraction(BigInt(numerator), BigInt(denominator));
}

export function writeFraction({ numerator, denominator }: Fraction): string {
  return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
}

/** A decimal text with a point. */
export function fractionOfDecimal(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** The nearest double. */
export function toNumber({ numerator, denominator }: Fraction): number {
  return Number(numerator) / Number(denominator);
}

/** The exact multiplier of a number: months ÷ the statistic's months where it equals one, else its decimals. */
export function multiplierOf(value: number, statisticMonths: number): Fraction {
  const months = Math.round(value * statisticMonths);
  return months > 0 && months / statisticMonths === value
    ? fraction(BigInt(months), BigInt(statisticMonths))
    : fractionOfDecimal(String(value));
}

/**
 * The exact selected quantity of a decimal text: whole packs ÷ multiplier where it equals that to twelve digits, as
 * results of dividing entered packs do; else the decimal itself.
 */
export function selectedOf(decimal: string, multiplier: Fraction): Fraction {
  const written = fractionOfDecimal(decimal);
  const packs = BigInt(packsOf(written, multiplier));
  const typed = fraction(packs * multiplier.denominator, multiplier.numerator);
  const left = written.numerator * typed.denominator;
  const right = typed.numerator * written.denominator;
  const apart = left > right ? left - right : right - left;
  return packs > 0n && apart * 10n ** 12n <= right ? typed : written;
}

/** Packs to order: selected × multiplier, half up to whole packs. */
export function packsOf(selected: Fraction, multiplier: Fraction): number {
  const numerator = selected.numerator * multiplier.numerator;
  const denominator = selected.denominator * multiplier.denominator;
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** Sums of rows of a cart: rows with at least one pack, packs, CHF ex-factory, and rows without a price. */
export type CartSums = { rows: number; packs: number; exFactorySum: number; withoutPrice: number };

/** Price in CHF; null without a price. */
export function lineTotal(packs: number, price: number | null): number | null {
  return price === null ? null : chf(centimesOf(packs, price));
}

/** Sums of rows, to the centime. Rows without packs are not counted. */
export function sumsOf(rows: readonly { packs: number; price: number | null }[]): CartSums {
  const ordered = rows.filter(({ packs }) => packs > 0);
  return {
    rows: ordered.length,
    packs: ordered.reduce((sum, { packs }) => sum + packs, 0),
    exFactorySum: chf(
      ordered.reduce((sum, { packs, price }) => sum + (price === null ? 0n : centimesOf(packs, price)), 0n),
    ),
    withoutPrice: ordered.filter(({ price }) => price === null).length,
  };
}

function centimesOf(packs: number, price: number): bigint {
  return BigInt(packs) * BigInt(Math.round(price * 100));
}

/** Centimes as the nearest double in CHF. */
function chf(centimes: bigint): number {
  return Number(`${centimes}e-2`);
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}
