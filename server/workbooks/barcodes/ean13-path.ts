import { ean13Bars, MODULES, NOMINAL_HEIGHT_MM, NOMINAL_MODULE_MM } from './ean13.ts';

/** Millimetres, or any unit that both are in. */
export type BarcodeSize = { module: number; height: number };

/** `d` of one SVG path in the given unit; `width` and `height` are the box that it needs, quiet zones included. */
export type BarcodePath = { d: string; width: number; height: number };

const nominal = { module: NOMINAL_MODULE_MM, height: NOMINAL_HEIGHT_MM };

/**
 * An EAN-13 as one SVG path, by default in millimetres at its nominal size (37.29 × 22.85). Fill it black on white and keep
 * the whole box free of anything else. Null when there is no barcode of that text.
 */
export function ean13Path(
  gtin: string | null | undefined,
  { module, height }: BarcodeSize = nominal,
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
