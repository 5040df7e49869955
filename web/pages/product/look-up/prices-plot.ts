import { dot, lineY, type PlotOptions, ruleY } from '@observablehq/plot';
import type { ProductPrices } from '../../../api/products.ts';
import { formatCount } from '../../../i18n/formats.ts';

interface PricesPlotOptions {
  /** Pixels. */
  width: number;
  /** What the prices are called. */
  exFactory: string;
  public: string;
}

type Point = { revision: string; price: number; name: string };

/** Both prices in CHF over the revisions, oldest first; a step holds until the next. What is unknown is left out. */
export function pricesPlot(prices: ProductPrices, { width, ...names }: PricesPlotOptions): PlotOptions {
  const points = prices.flatMap(({ revision, exFactoryPrice, publicPrice }): Point[] => [
    ...(exFactoryPrice === null
      ? []
      : [{ revision: String(revision), price: exFactoryPrice, name: names.exFactory }]),
    ...(publicPrice === null ? [] : [{ revision: String(revision), price: publicPrice, name: names.public }]),
  ]);
  const largest = Math.max(0, ...points.map(({ price }) => price));
  const marks = { x: 'revision', y: 'price', stroke: 'name' } as const;
  return {
    width,
    height: 180,
    marginLeft: 56,
    x: { type: 'point', domain: prices.map(({ revision }) => String(revision)), label: null },
    y: { domain: [0, largest || 1], ticks: 4, tickFormat: formatCount, label: 'CHF', grid: true },
    color: {
      domain: [names.exFactory, names.public],
      range: ['var(--brand-dark)', 'var(--brand-mid)'],
      legend: false,
    },
    marks: [
      ruleY([0]),
      lineY(points, { ...marks, curve: 'step-after', strokeWidth: 2 }),
      dot(points, { ...marks, fill: 'name', r: 3 }),
    ],
  };
}
