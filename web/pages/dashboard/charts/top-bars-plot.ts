import { barX, type PlotOptions, text } from '@observablehq/plot';
import { type Bar, barHeight } from './bar.ts';

/** One bar per row in the order given, its name and figure written above it. `width` in pixels. */
export function topBarsPlot(bars: readonly Bar[], width: number): PlotOptions {
  const largest = Math.max(0, ...bars.map(({ value }) => value));
  const y = ({ id }: Bar) => id;
  const label = { y, dy: -9, fontSize: 14, fill: 'currentColor' };
  return {
    width,
    height: bars.length * barHeight,
    margin: 0,
    x: { domain: [0, largest], axis: null },
    y: { domain: bars.map(y), axis: null, padding: 0 },
    marks: [
      barX(bars, {
        x: 'value',
        y,
        insetTop: 26,
        insetBottom: 8,
        fill: 'var(--brand-mid)',
        rx2: 3,
        href: 'to',
      }),
      text(bars, {
        ...label,
        text: 'name',
        frameAnchor: 'left',
        textAnchor: 'start',
        lineWidth: (width - 110) / 14,
        textOverflow: 'ellipsis',
        href: 'to',
      }),
      text(bars, {
        ...label,
        text: 'figure',
        frameAnchor: 'right',
        textAnchor: 'end',
        fontVariant: 'tabular-nums',
      }),
    ],
  };
}
