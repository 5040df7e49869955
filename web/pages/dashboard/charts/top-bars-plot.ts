import { barX, type PlotOptions } from '@observablehq/plot';
import { type Bar, barHeight } from './bar.ts';

/** One bar per row in the order given, below the room for its name and figure. `width` in pixels. */
export function topBarsPlot(bars: readonly Bar[], width: number): PlotOptions {
  const largest = Math.max(0, ...bars.map(({ value }) => value));
  const y = ({ id }: Bar) => id;
  return {
    width,
    height: bars.length * barHeight,
    margin: 0,
    color: { type: 'identity' },
    x: { domain: [0, largest], axis: null },
    y: { domain: bars.map(y), axis: null, padding: 0 },
    marks: [
      barX(bars, {
        x: 'value',
        y,
        insetTop: 26,
        insetBottom: 8,
        fill: ({ own }: Bar) => (own ? 'var(--brand-dark)' : 'var(--brand-mid)'),
        rx2: 3,
        href: 'to',
      }),
    ],
  };
}
