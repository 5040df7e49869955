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
