import { barX, type PlotOptions, text } from '@observablehq/plot';
import { formatAmount } from '../../../i18n/formats.ts';

export interface ManufacturerValue {
  manufacturerName: string;
  /** CHF. */
  efPreisSum: number;
}

export const rowHeight = 46;

/** One bar per manufacturer in the order given, its name and figure written above it. `width` in pixels. */
export function topManufacturersPlot(rows: readonly ManufacturerValue[], width: number): PlotOptions {
  const largest = Math.max(0, ...rows.map((row) => row.efPreisSum));
  const y = (row: ManufacturerValue) => row.manufacturerName;
  const above = -9;
  return {
    width,
    height: rows.length * rowHeight,
    margin: 0,
    x: { domain: [0, largest], axis: null },
    y: { domain: rows.map(y), axis: null, padding: 0 },
    marks: [
      barX(rows, { x: 'efPreisSum', y, insetTop: 26, insetBottom: 8, fill: 'var(--brand-mid)', rx2: 3 }),
      text(rows, {
        y,
        dy: above,
        text: y,
        frameAnchor: 'left',
        textAnchor: 'start',
        fontSize: 14,
        lineWidth: (width - 100) / 14,
        textOverflow: 'ellipsis',
      }),
      text(rows, {
        y,
        dy: above,
        text: (row: ManufacturerValue) => formatAmount(row.efPreisSum),
        frameAnchor: 'right',
        textAnchor: 'end',
        fontSize: 14,
        fontVariant: 'tabular-nums',
      }),
    ],
  };
}
