export interface AtcValue {
  /** Level-1 letter of the ATC code. */
  atcCategory: string;
  value: number;
}

export interface AtcSegment {
  /** The ATC letter; null for the rest. */
  letter: string | null;
  value: number;
  /** Share of the whole, 0 to 1. */
  share: number;
}

const largestGroups = 6;

/** The six largest groups and the rest, descending. Empty when there is nothing to show. */
export function atcSegments(rows: readonly AtcValue[], total: number): AtcSegment[] {
  const positive = rows.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const parts: Omit<AtcSegment, 'share'>[] = positive
    .slice(0, largestGroups)
    .map(({ atcCategory, value }) => ({ letter: atcCategory, value }));
  if (positive.length > largestGroups) {
    parts.push({ letter: null, value: total - parts.reduce((sum, { value }) => sum + value, 0) });
  }
  return parts.map((part) => ({ ...part, share: part.value / total }));
}

/** Rank of a segment, or `rest`; it determines the colour. */
export function rankOf({ letter }: AtcSegment, index: number): string {
  return letter === null ? 'rest' : String(index + 1);
}
