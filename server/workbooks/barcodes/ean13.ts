import { isGtin } from '#shared/identifiers.ts';

/** In millimetres, or another common unit. */
type BarcodeSize = { module: number; height: number };

/** `d` of one SVG path in the given unit; `width` and `height` include the quiet zones. */
type BarcodePath = { d: string; width: number; height: number };

/** Modules of the symbol, and of its quiet zones (GS1 General Specifications, 5.2). */
const SYMBOL_MODULES = 95;
const QUIET_LEFT = 11;
const QUIET_RIGHT = 7;

/** Width in modules, quiet zones included. */
export const MODULES = QUIET_LEFT + SYMBOL_MODULES + QUIET_RIGHT;

/** Nominal module width and bar height in millimetres. GS1 allows 0.264 to 0.66 mm per module. */
const NOMINAL_MODULE_MM = 0.33;
export const NOMINAL_HEIGHT_MM = 22.85;

/** A bar in modules: its offset from the left edge of the quiet zone, and its width. */
export type Bar = { at: number; width: number };

/** Left-hand digits with odd parity (set A); mirrored they are set B, inverted the right-hand digits (set C). */
const digits = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];

/** Parities of the six left-hand digits, by the first digit: 1 is even. */
const parities = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
];

/**
 * The bars of a GTIN as EAN-13, from left to right. Null for anything but 13 digits with a valid check digit: a scanner
 * would read another product, or nothing. Print the Pharmacode or the text instead.
 */
export function ean13Bars(gtin: string | null | undefined): Bar[] | null {
  if (!gtin || !isGtin(gtin)) return null;
  const modules = symbol(gtin);
  return [...modules.matchAll(/1+/g)].map(({ index, 0: dark }) => ({
    at: QUIET_LEFT + index,
    width: dark.length,
  }));
}

function symbol(gtin: string): string {
  const [first, ...rest] = [...gtin].map(Number) as [number, ...number[]];
  const left = rest.slice(0, 6).map((digit, place) => {
    const odd = digits[digit]!;
    return parities[first]![place] === '1' ? [...inverse(odd)].reverse().join('') : odd;
  });
  const right = rest.slice(6).map((digit) => inverse(digits[digit]!));
  return `101${left.join('')}01010${right.join('')}101`;
}

function inverse(modules: string): string {
  return modules.replace(/./g, (module) => (module === '1' ? '0' : '1'));
}

/**
 * An EAN-13 as one SVG path, by default in millimetres at nominal size (37.29 × 22.85). Fill it black on white and keep
 * the box free of anything else. Null where the text is no valid GTIN.
 */
export function ean13Path(
  gtin: string | null | undefined,
  { module = NOMINAL_MODULE_MM, height = NOMINAL_HEIGHT_MM }: Partial<BarcodeSize> = {},
): BarcodePath | null {
  const bars = ean13Bars(gtin);
  if (!bars) return null;
  const d = bars.map(({ at, width }) => {
    const [left, right] = [rounded(at * module), rounded((at + width) * module)];
    return `M${left} 0H${right}V${rounded(height)}H${left}Z`;
  });
  return { d: d.join(''), width: rounded(MODULES * module), height };
}

/** To a ten-thousandth of the unit, below any printer's resolution. */
function rounded(length: number): number {
  return Math.round(length * 1e4) / 1e4;
}
