const packs = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 2 });

/** Packs that need not be whole: 12, 8.33. */
export function formatPacks(value: number): string {
  return packs.format(value);
}
