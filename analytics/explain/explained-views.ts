import type { Figure, Row } from '../views/figure.ts';
import type { ProductFilter } from '../views/product-filter.ts';
import type { Parameters } from '../views/provenance.ts';
import type { View } from '../views/view.ts';

/** What the figures of a view are and which articles stand behind one of its rows. */
export type ExplainedView = {
  figures(parameters: Parameters): Readonly<Record<string, Figure>>;
  /** The rows of the product view behind a row of the view, given its parsed parameters. */
  rows(parameters: Parameters, row: Row): ProductFilter;
};

/** How the view's figures are explained; nothing when it has none. */
export function explainedView(view: View): ExplainedView | undefined {
  if (view.subject !== 'statistic') return undefined;
  const { provenance } = view;
  const figures = (parameters: Parameters) =>
    Object.fromEntries(
      Object.entries(provenance.figures(parameters)).flatMap(([name, figure]) =>
        figure ? [[name, figure] as const] : [],
      ),
    );
  if (Object.keys(figures(view.parameters.parse({}))).length === 0) return undefined;
  return { figures, rows: provenance.rows };
}
