export interface StepPaths {
  line: string;
  area: string;
}

/**
 * Paths of counts that each hold for an equal part of `width`: the line of their steps, and the area below it. `top` is
 * the count at the upper edge; `width` and `height` in pixels.
 */
export function stepPaths(counts: readonly number[], top: number, width: number, height: number): StepPaths {
  const x = (place: number) => rounded((place * width) / counts.length);
  const y = (count: number) => rounded(height - (count * height) / top);
  const steps = counts.flatMap((count, place) => {
    if (place === 0) return [`M0 ${y(count)}`];
    return count === counts[place - 1] ? [] : [`H${x(place)}V${y(count)}`];
  });
  const line = `${steps.join('')}H${rounded(width)}`;
  return { line, area: `${line}V${height}H0Z` };
}

/** To a tenth of a pixel, which no eye tells apart. */
function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
