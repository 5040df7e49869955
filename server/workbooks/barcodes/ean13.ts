import { isGtin } from '#shared/identifiers.ts';

/** Millimetres, or any unit that both are in. */
type BarcodeSize = { module: number; height: number };

/** `d` of one SVG path in the given unit; `width` and `height` are the box that it needs, quiet zones included. */
type BarcodePath = { d: string; width: number; height: number };

/** Modules of the symbol alone, and of the blank zones that scanners need beside it (GS1 General Specifications, 5.2). */
const SYMBOL_MODULES = 95;
const QUIET_LEFT = 11;
const QUIET_RIGHT = 7;

/** What a barcode takes from edge to edge, in modules. */
export const MODULES = QUIET_LEFT + SYMBOL_MODULES + QUIET_RIGHT;

/** Millimetres of the nominal symbol: one module, and the bars' height. GS1 allows 0.264 to 0.66 mm per module. */
const NOMINAL_MODULE_MM = 0.33;
export const NOMINAL_HEIGHT_MM = 22.85;

/** A bar: how many modules from the left edge of the quiet zone it begins, and how many it is wide. */
export type Bar = { at: number; width: number };

/** Digits of the left half with an odd number of dark modules; its mirror is that with an even one, its inverse the right half's. */
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

/** What the first digit makes of the six that follow: 1 is even. */
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
 * The bars of a GTIN as EAN-13, from left to right. Null for whatever is no GTIN of 13 digits with a good check digit: a
 * reader would scan another product, or nothing. Write the Pharmacode or the text instead.
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
 * An EAN-13 as one SVG path, by default in millimetres at its nominal size (37.29 × 22.85). Fill it black on white and keep
 * the whole box free of anything else. Null when there is no barcode of that text.
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

/** To a ten-thousandth of the unit: no edge is off by as much as printers could show. */
function rounded(length: number): number {
  return Math.round(length * 1e4) / 1e4;
}
