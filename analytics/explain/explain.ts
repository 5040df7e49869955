import type { z } from 'zod';
import type { PooledConnection } from '../engine.ts';
import { encodeJson } from '../json.ts';
import { runView } from '../run.ts';
import { sqlFile } from '../sql.ts';
import type { Figure, Part, Reckoning, Row, Sum } from '../views/figure.ts';
import { product } from '../views/product.ts';
import { type ProductFilter, toQuery } from '../views/product-filter.ts';
import type { View, ViewContext } from '../views/view.ts';
import { explainedView } from './explained-views.ts';

/** What a sum in CHF of one article is reckoned with: packs × pack factor × CHF per pack. Null: not known, or not there. */
type OwnNumbers = { packs: number; packFactor?: number | null; price: number | null };

/** The columns of the product view that give a sum: price per pack, and the factor where there is one. */
const columns: Readonly<Record<string, { price: string; factor?: string }>> = {
  efPreisSum: { price: 'efPreis1' },
  pPreisSum: { price: 'pPreis1' },
  turnoverPotential: { price: 'efPreis2', factor: 'packFactor' },
};

/** Which figure of which row. `row` is the value of the view's key; null for a view of one row. */
export type Question = {
  view: View;
  figure: string;
  row: string | null;
  /** Parsed parameters of the view. */
  parameters: z.infer<View['parameters']>;
};

/** Why a question has no answer: a translation key below errors. */
export class ExplainError extends Error {
  readonly code: 'figure_unknown' | 'row_required' | 'row_unknown';
  /** What could be asked for. */
  readonly choices: readonly string[];
  constructor(code: ExplainError['code'], choices: readonly string[] = []) {
    super(code);
    this.name = 'ExplainError';
    this.code = code;
    this.choices = choices;
  }
}

/** A sum, and the months that it is divided by, if it is. */
export type ExplainedSum = Omit<Sum, 'perMonth'> & { months?: number };

export type ExplainedPart = {
  role: Part['role'];
  reckoning: Exclude<Reckoning, { kind: 'sum' }> | ExplainedSum;
  filter: ProductFilter;
  /** The filter as a query string of the product view. */
  query: string;
  /** Of a sum in CHF of one article: what it is reckoned with. */
  article?: OwnNumbers;
};

export type Explanation = {
  /** Null where the view's figure is missing, e.g. a price or a quota of nothing. */
  value: number | null;
  unit: Figure['unit'];
  formula: Figure['formula'];
  sql: { file: string; version: string };
  catalogue: { revision: number; priceDate: string };
  stockouts: { revision: number; date: string | null };
  /** The rows behind the figure: rows of the product view and how they give it. */
  parts: ExplainedPart[];
};

/**
 * Explains a figure on a connection that stands on the statistic's schema.
 * Throws ExplainError when the view has no such figure or row.
 */
export async function explain(
  connection: PooledConnection,
  question: Question,
  context: ViewContext,
): Promise<Explanation> {
  const { view, parameters } = question;
  const figure = figureOf(question);
  const row = await findRow(connection, question, context);
  const base = explainedView(view)!.rows(parameters, row);
  const [source] = await connection.rows(sqlFile('explain/source.sql').text);
  const { catalogueRevision, priceDate, stockoutRevision, stockoutDate, months } = source as Source;
  const parts: ExplainedPart[] = [];
  for (const { role, reckoning, rows } of figure.parts) {
    const filter = rows(base, row);
    const article = await ownNumbers(connection, reckoning, filter, context);
    parts.push({
      role,
      reckoning: inMonths(reckoning, months),
      filter,
      query: toQuery(filter),
      ...(article ? { article } : {}),
    });
  }
  return {
    value: row[question.figure] as number | null,
    unit: figure.unit,
    formula: figure.formula,
    sql: { file: `sql/${view.sql}`, version: sqlFile(view.sql).version },
    catalogue: { revision: catalogueRevision, priceDate },
    stockouts: { revision: stockoutRevision, date: stockoutDate },
    parts,
  };
}

type Source = {
  catalogueRevision: number;
  priceDate: string;
  stockoutRevision: number;
  stockoutDate: string | null;
  months: number;
};

function inMonths(reckoning: Reckoning, months: number): ExplainedPart['reckoning'] {
  if (reckoning.kind !== 'sum') return reckoning;
  const { perMonth, ...sum } = reckoning;
  return perMonth ? { ...sum, months } : sum;
}

function figureOf({ view, figure, row, parameters }: Question): Figure {
  const figures = explainedView(view)?.figures(parameters) ?? {};
  const found = Object.hasOwn(figures, figure) ? figures[figure] : undefined;
  if (!found) throw new ExplainError('figure_unknown', Object.keys(figures));
  if (row === null && view.cardinality === 'many') throw new ExplainError('row_required');
  return found;
}

async function findRow(
  connection: PooledConnection,
  { view, row, parameters }: Question,
  context: ViewContext,
): Promise<Row> {
  const narrowed =
    view.name === 'product' ? { ...parameters, article: [row], limit: null, offset: null } : parameters;
  const columns = await runView(connection, view, narrowed, context);
  const rows = JSON.parse(Buffer.from(encodeJson(columns, 'many')).toString()) as Row[];
  const found = view.cardinality === 'one' ? rows[0] : rows.find((each) => each[view.key!] === row);
  if (!found) throw new ExplainError('row_unknown');
  return found;
}

/** The numbers of the one article that a filter names; undefined where a figure is no such sum, or of more articles. */
async function ownNumbers(
  connection: PooledConnection,
  reckoning: Reckoning,
  filter: ProductFilter,
  context: ViewContext,
): Promise<OwnNumbers | undefined> {
  if (reckoning.kind !== 'sum' || filter.article?.length !== 1) return undefined;
  const reads = columns[reckoning.column];
  if (!reads) return undefined;
  const answer = await runView(connection, product, product.parameters.parse(filter), context);
  const [row] = JSON.parse(Buffer.from(encodeJson(answer, 'many')).toString()) as Row[];
  if (!row) return undefined;
  return {
    packs: row.qtySum1 as number,
    ...(reads.factor ? { packFactor: row[reads.factor] as number | null } : {}),
    price: row[reads.price] as number | null,
  };
}
