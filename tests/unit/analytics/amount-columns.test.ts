import { expect, test } from 'vitest';
import { findView, views } from '#analytics/views/index.ts';
import type { MarketFigure } from '#analytics/views/market-figure.ts';
import type { View } from '#analytics/views/view.ts';

const amountsOf = (view: View | undefined) =>
  view?.subject === 'market' && view.feeding ? view.amountColumns : [];

/** Whether a figure of a view is reckoned with packs of the statistic that stands for the market, as its explanation says. */
function tellsOfStatistic(view: View, { origin }: MarketFigure): boolean {
  if (origin.kind === 'feeding') return true;
  if (origin.kind === 'product') return origin.factors.some((factor) => amountsOf(view).includes(factor));
  if (origin.kind !== 'rows') return false;
  const { view: name, having } = origin.rows({}, {});
  const used = [...('column' in origin.reckoning ? [origin.reckoning.column] : []), ...Object.keys(having)];
  return used.some((column) => amountsOf(findView(name)).includes(column));
}

test.each(views.filter(({ subject }) => subject === 'market'))(
  'view $name names every column that tells of the statistic that stands for the market',
  (view) => {
    const figures = Object.entries(view.provenance as Record<string, MarketFigure | null>);
    const telling = figures.flatMap(([column, figure]) =>
      figure && tellsOfStatistic(view, figure) ? [column] : [],
    );
    const itself = amountsOf(view).filter((column) => column.startsWith('feeding'));
    expect(amountsOf(view)).toEqual([...telling, ...itself]);
    expect(Object.keys(view.row.shape)).toEqual(expect.arrayContaining([...amountsOf(view)]));
  },
);
