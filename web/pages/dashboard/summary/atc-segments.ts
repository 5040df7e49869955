import { arc, type PieArcDatum, pie } from 'd3-shape';

export interface AtcValue {
  /** Level-1 letter of the ATC code. */
  atcCategory: string;
  value: number;
}

export interface AtcSegment {
  /** The ATC letter; null for the rest. */
  letter: string | null;
  value: number;
  /** Part of the whole, 0 to 1. */
  share: number;
  /** Outline for an SVG path, its origin in the middle of the ring. */
  path: string;
  /** Middle of the segment, where its letter stands. */
  centre: [number, number];
}

const largestGroups = 6;

/**
 * The ring's six largest groups and the rest of the total, clockwise from the top. Empty when there is nothing to show.
 */
export function atcSegments(
  rows: readonly AtcValue[],
  total: number,
  radius: number,
  hole: number,
): AtcSegment[] {
  const positive = rows.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const parts: Pick<AtcSegment, 'letter' | 'value'>[] = positive
    .slice(0, largestGroups)
    .map(({ atcCategory, value }) => ({ letter: atcCategory, value }));
  if (positive.length > largestGroups) {
    parts.push({ letter: null, value: total - parts.reduce((sum, { value }) => sum + value, 0) });
  }
  const angles = pie<(typeof parts)[number]>()
    .value(({ value }) => value)
    .sort(null);
  const ring = arc<PieArcDatum<(typeof parts)[number]>>().innerRadius(hole).outerRadius(radius);
  return angles(parts).map((slice) => ({
    ...slice.data,
    share: slice.value / total,
    path: ring(slice) ?? '',
    centre: ring.centroid(slice),
  }));
}
