/** Purchase lines of a benchmark statistic, by the name that the command line takes. */
export const sizes = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000, '10M': 10_000_000 } as const;

export type Size = keyof typeof sizes;

/** Reads `10k,1M`; throws on a name that is not a size. */
export function parseSizes(text: string): Size[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !Object.hasOwn(sizes, name));
  if (unknown.length > 0) {
    throw new Error(`No such size: ${unknown.join(', ')}. Sizes are ${Object.keys(sizes).join(', ')}.`);
  }
  return (Object.keys(sizes) as Size[]).filter((size) => names.includes(size));
}
