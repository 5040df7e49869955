import type { View } from '../views/view.ts';
import { aggregateFigures, rowCounts } from './aggregate-figures.ts';
import type { Figure, Row } from './figure.ts';
import {
  duplicateFigures,
  duplicateTotalFigures,
  productFigures,
  productTotalFigures,
} from './product-figures.ts';
import { both, type ProductFilter, sameFilter } from './product-filter.ts';
import { summaryFigures } from './summary-figures.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** What the figures of a view are and which articles stand behind one of its rows. */
export type ExplainedView = {
  figures(parameters: Parameters): Readonly<Record<string, Figure>>;
  /** The rows of the product view behind a row of the view, given its parsed parameters. */
  rows(parameters: Parameters, row: Row): ProductFilter;
};

const { turnoverPotential: turnoverPotentialSum, ...sums } = aggregateFigures;

/** Names of the product view's filter and of its "has one" for what an article is grouped by. */
const groupings = {
  molecule: { filter: 'molecule', has: 'molecule' },
  manufacturer: { filter: 'manufacturer', has: 'manufacturer' },
  atc: { filter: 'atc', has: 'atc_group' },
} as const;

type GroupField = keyof typeof groupings;

const everything: ExplainedView['rows'] = () => ({});

/** By wire name; a view without figures is not here. */
const explained: Readonly<Record<string, ExplainedView>> = {
  summary: { figures: () => summaryFigures, rows: everything },
  atc: grouped('atc', 'atcCategory', ofAtcType),
  'atc/totals': groupedTotals('atc', ofAtcType),
  manufacturers: grouped('manufacturer', 'manufacturerName', sameFilter),
  'manufacturers/totals': groupedTotals('manufacturer', sameFilter),
  molecule: grouped('molecule', 'moleculeName', sameFilter),
  'molecule/totals': groupedTotals('molecule', sameFilter),
  turnover_potential: {
    figures: () => ({ ...sums, turnoverPotentialSum }),
    rows: ({ groupField }, { name }) => ofGroup(groupField as GroupField, name),
  },
  'turnover_potential/totals': {
    figures: ({ groupField }) => ({
      rowCount: rowCounts[groupField as GroupField],
      ...sums,
      turnoverPotentialSum,
    }),
    rows: ({ groupField }) => ({ behind: [groupings[groupField as GroupField].has] }),
  },
  product: {
    figures: () => productFigures,
    rows: (_parameters, row) => ({ article: [String(row.article)] }),
  },
  'product/totals': { figures: () => productTotalFigures, rows: (parameters) => sameFilter(parameters) },
  duplicate_products: {
    figures: () => duplicateFigures,
    rows: (_parameters, row) => ({ article: [String(row.gtiN1)] }),
  },
  'duplicate_products/totals': {
    figures: () => duplicateTotalFigures,
    rows: () => ({ behind: ['duplicates'] }),
  },
  'list/molecules': list((id) => ofGroup('molecule', id)),
  'list/atc': list((id) => ofGroup('atc', id)),
  'list/manufacturers': list((id) => ofGroup('manufacturer', id)),
  'list/focusGroups': list((id) => ({ focusGroup: [String(id)] })),
};

/** How the view's figures are explained; nothing when it has none. */
export function explainedView(view: View): ExplainedView | undefined {
  return explained[view.name];
}

function grouped(
  field: GroupField,
  column: string,
  filterOf: (parameters: Parameters) => ProductFilter,
): ExplainedView {
  return {
    figures: () => aggregateFigures,
    rows: (parameters, row) => both(filterOf(parameters), ofGroup(field, row[column])),
  };
}

function groupedTotals(
  field: GroupField,
  filterOf: (parameters: Parameters) => ProductFilter,
): ExplainedView {
  return {
    figures: () => ({ rowCount: rowCounts[field], ...aggregateFigures }),
    rows: (parameters) => both(filterOf(parameters), { behind: [groupings[field].has] }),
  };
}

function list(rows: (id: unknown) => ProductFilter): ExplainedView {
  const { count, turnoverPotential } = aggregateFigures;
  return { figures: () => ({ count, turnoverPotential }), rows: (_parameters, { id }) => rows(id) };
}

function ofGroup(field: GroupField, name: unknown): ProductFilter {
  return { [groupings[field].filter]: [String(name)] };
}

function ofAtcType({ type }: Parameters): ProductFilter {
  if (type === 'provider') return { behind: ['provider'] };
  if (type === 'provider_alternative') return { general: ['match'] };
  return {};
}
