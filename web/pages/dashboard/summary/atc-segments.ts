import { arc, type PieArcDatum, pie } from 'd3-shape';

export interface AtcValue {
  /** Level-1 letter of the ATC code. */
  atcCategory: string;
  /** CHF. */
  efPreisSum: number;
}

export interface AtcSegment {
  /** The ATC letter; null for the rest. */
  letter: string | null;
  /** CHF. */
  value: number;
  /** Part of the whole, 0 to 1. */
  share: number;
  /** Outline for an SVG path, its origin in the middle of the ring. */
  path: string;
  /** Middle of the segment, where its letter stands. */
  centre: [number, number];
}

const largestGroups = 6;

/** The ring's six largest groups and the rest, clockwise from the top. Empty when there is nothing to show. */
export function atcSegments(rows: readonly AtcValue[], radius: number, hole: number): AtcSegment[] {
  const positive = rows.filter((row) => row.efPreisSum > 0).sort((a, b) => b.efPreisSum - a.efPreisSum);
  const parts: Pick<AtcSegment, 'letter' | 'value'>[] = positive
    .slice(0, largestGroups)
    .map((row) => ({ letter: row.atcCategory, value: row.efPreisSum }));
  const rest = sumOf(positive.slice(largestGroups).map((row) => row.efPreisSum));
  if (rest > 0) parts.push({ letter: null, value: rest });

  const total = sumOf(parts.map((part) => part.value));
  const angles = pie<(typeof parts)[number]>()
    .value((part) => part.value)
    .sort(null);
  const ring = arc<PieArcDatum<(typeof parts)[number]>>().innerRadius(hole).outerRadius(radius);
  return angles(parts).map((slice) => ({
    ...slice.data,
    share: slice.value / total,
    path: ring(slice) ?? '',
    centre: ring.centroid(slice),
  }));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
