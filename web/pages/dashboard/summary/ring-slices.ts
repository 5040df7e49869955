import { arc, type PieArcDatum, pie } from 'd3-shape';

export interface RingSlice {
  /** Outline for an SVG path, its origin in the middle of the ring. */
  path: string;
  /** Middle of the slice, where its letter stands. */
  centre: [number, number];
}

/** Slices of a ring in the ratio of `values`, clockwise from the top. */
export function ringSlices(values: readonly number[], radius: number, hole: number): RingSlice[] {
  const angles = pie().sort(null);
  const ring = arc<PieArcDatum<number | { valueOf(): number }>>().innerRadius(hole).outerRadius(radius);
  return angles([...values]).map((slice) => ({ path: ring(slice) ?? '', centre: ring.centroid(slice) }));
}
