import {
  type Fraction,
  fraction,
  fractionOfDecimal,
  packsOf,
  parseFraction,
  toNumber,
  writeFraction,
} from '#shared/cart-quantity.ts';

/** More packs of a product than this are a slip of the fingers. */
export const mostPacks = 99_999;
const decimals = 25n;
const twoDecimals = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Whole packs as they are typed, 1'200 too; nothing is 0, and null what is no number of packs. */
export function readPacks(text: string): number | null {
  const plain = text.replace(/['’\s]/g, '');
  if (plain === '') return 0;
  return /^\d{1,12}$/.test(plain) && Number(plain) <= mostPacks ? Number(plain) : null;
}

/** What is selected, exactly, when packs are typed beside this multiplier. */
export function selectedOfPacks(packs: number, multiplierExact: string): string {
  const { numerator, denominator } = parseFraction(multiplierExact);
  return writeFraction(fraction(BigInt(packs) * denominator, numerator));
}

/** What is selected when all that is available is. */
export function selectedOfAvailable(availableQuantity: number): string {
  return writeFraction(fractionOfDecimal(availableQuantity.toFixed(4)));
}

/** The decimal that the API takes, exact to more digits than it compares. */
export function decimalOf(exact: string): string {
  const { numerator, denominator } = parseFraction(exact);
  const scaled = (numerator * 10n ** decimals) / denominator;
  const digits = String(scaled).padStart(Number(decimals) + 1, '0');
  const [whole, rest] = [digits.slice(0, -Number(decimals)), digits.slice(-Number(decimals))];
  const shown = rest.replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

export function packsOfExact(selectedExact: string, multiplier: Fraction): number {
  return selectedExact === '0' ? 0 : packsOf(parseFraction(selectedExact), multiplier);
}

/** How packs were rounded, e.g. `8.33 → 8`; null where they are whole. */
export function roundingOf(selectedExact: string, multiplierExact: string): string | null {
  if (selectedExact === '0') return null;
  const selected = parseFraction(selectedExact);
  const multiplier = parseFraction(multiplierExact);
  const packs = fraction(
    selected.numerator * multiplier.numerator,
    selected.denominator * multiplier.denominator,
  );
  if (packs.denominator === 1n) return null;
  return `${twoDecimals.format(toNumber(packs))} → ${packsOf(selected, multiplier)}`;
}

/** What the API takes. */
const least = 0.001;
const most = 120;

/** A factor as typed, with point or comma and up to three decimals; null where it is none, or not within bounds. */
export function readMultiplier(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(plain)) return null;
  const factor = Number(plain);
  return factor >= least && factor <= most ? factor : null;
}

/** Up to three decimals: 0.25, 0.083. */
export function writeMultiplier(factor: number): string {
  return String(Number(factor.toFixed(3)));
}
