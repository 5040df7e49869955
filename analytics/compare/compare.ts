import type { z } from 'zod';
import type { Unit } from '#shared/formulas.ts';
import type { PooledConnection } from '../engine.ts';
import { explainedView } from '../explain/explained-views.ts';
import { encodeJson } from '../json.ts';
import { runView } from '../run.ts';
import { sqlFile } from '../sql.ts';
import type { Row } from '../views/figure.ts';
import { views } from '../views/index.ts';
import type { View, ViewContext } from '../views/view.ts';

/** Names of comparable views. */
export const comparableViews = views
  .filter((view) => view.subject === 'statistic' && view.comparable)
  .map(({ name }) => name);

/** A view's answer for one statistic, and its period. */
export type Side = { rows: readonly Row[]; period: Period };

/** Months 1 to 12, inclusive; `months` counts them. */
export type Period = {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  months: number;
};

/** A figure of a row in both statistics; null where missing. */
export type ComparedFigure = {
  /** Null in a view of one row. */
  name: string | null;
  figure: string;
  value: number | null;
  other: number | null;
  change: number | null;
  /** Percent of `other`, where that is positive. */
  changePercent: number | null;
  /** Percent of the total change of all rows. */
  shareOfChange: number | null;
  /** Whether values are per month, because the periods differ in length. */
  perMonth: boolean;
};

/** Units of figures that are additive over time. */
const amounts: readonly Unit[] = ['CHF', 'packs'];

/** Reads one side on a connection of its statistic. */
export async function readSide(
  connection: PooledConnection,
  view: View,
  parameters: z.infer<View['parameters']>,
  context: ViewContext,
): Promise<Side> {
  const columns = await runView(connection, view, parameters, context);
  const rows = JSON.parse(Buffer.from(encodeJson(columns, 'many')).toString()) as Row[];
  const [period] = await connection.rows(sqlFile('compare/period.sql').text);
  return { rows, period: period as Period };
}

/** Compares two sides of the same view and parameters; on any connection. */
export async function compareSides(
  connection: PooledConnection,
  view: View,
  parameters: z.infer<View['parameters']>,
  side: Side,
  other: Side,
): Promise<ComparedFigure[]> {
  const figures = Object.entries(explainedView(view)!.figures(parameters));
  const named = (units: readonly Unit[]) =>
    figures.filter(([, { unit }]) => units.includes(unit)).map(([name]) => name);
  const one = entries(
    view,
    figures.map(([name]) => name),
    side.rows,
  );
  const two = entries(
    view,
    figures.map(([name]) => name),
    other.rows,
  );
  const rows = await connection.rows(sqlFile('compare/figures.sql').text, {
    names: one.map(({ name }) => name),
    figures: one.map(({ figure }) => figure),
    values: one.map(({ value }) => value),
    otherNames: two.map(({ name }) => name),
    otherFigures: two.map(({ figure }) => figure),
    otherValues: two.map(({ value }) => value),
    amounts: named(amounts),
    percentages: named(['percent']),
    months: side.period.months,
    otherMonths: other.period.months,
  });
  return rows as ComparedFigure[];
}

function entries(view: View, figures: readonly string[], rows: readonly Row[]) {
  return rows.flatMap((row) =>
    figures.map((figure) => ({
      name: view.key ? String(row[view.key]) : '',
      figure,
      value: row[figure] === null ? '' : String(row[figure]),
    })),
  );
}
