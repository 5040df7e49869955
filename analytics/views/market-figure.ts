import type * as z from 'zod/mini';
import type { Row } from './figure.ts';
import type { NumberColumn, Parameters } from './provenance.ts';

/** Every column of numbers of a view over the market: its figure, or null where the numbers are none (places in an order). */
export type MarketProvenance<Columns extends z.ZodMiniObject = z.ZodMiniObject> = Readonly<
  Record<NumberColumn<Columns>, MarketFigure | null>
>;

/** A figure of the market: what it counts, what it is, and what gives it. */
export type MarketFigure = { unit: MarketUnit; formula: MarketFormula; origin: Origin };

export type Origin =
  /** Columns of its own row multiplied, exactly, then half up to the centime. 0 packs, the first factor, are worth 0 at any price. */
  | { kind: 'product'; factors: readonly string[]; nothingWithout?: string }
  /** Rows of another view over the market, reckoned. */
  | { kind: 'rows'; reckoning: MarketReckoning; rows(parameters: Parameters, row: Row): MarketRows }
  /** Packs of one product of the feeding statistic, qtySum1 of its product view; 0 where it has no such article. */
  | { kind: 'feeding'; article(row: Row): string }
  /** As rows of another view have it from the sources' lists: nothing is reckoned here. */
  | { kind: 'history'; rows(parameters: Parameters, row: Row): MarketRows }
  /** As the catalogue has it; no view lists all its products. */
  | { kind: 'catalogue' };

/** `sum` adds what is known, and is not known itself while no statistic feeds the market. */
export type MarketReckoning =
  | { kind: 'count' }
  | { kind: 'countDistinct'; column: string }
  | { kind: 'sum'; column: string };

/** Rows of a view: those of its answer to the parameters that have these values. */
export type MarketRows = { view: string; parameters: Parameters; having: Row };

/** What figures of the market count. */
export type MarketUnit =
  | 'CHF'
  | 'CHF per pack'
  | 'packs'
  | 'factor'
  | 'products'
  | 'rows'
  | 'manufacturers'
  | 'sources'
  | 'changes'
  | 'days';

/** What figures of the market are; the stock-out pages word them. */
export type MarketFormula =
  | 'packs'
  | 'packsSum'
  | 'potential'
  | 'potentialSum'
  | 'potentialsUnknown'
  | 'turnover'
  | 'turnoverSum'
  | 'turnoversUnknown'
  | 'packFactor'
  | 'exFactoryPrice'
  | 'exFactoryPriceOfAlternative'
  | 'missingProducts'
  | 'missingOfManufacturer'
  | 'missingOnDay'
  | 'available'
  | 'alternatives'
  | 'manufacturers'
  | 'returned'
  | 'changes'
  | 'movedDays'
  | 'sources';

export function reckoned(
  unit: MarketUnit,
  formula: MarketFormula,
  reckoning: MarketReckoning,
  rows: (parameters: Parameters, row: Row) => MarketRows,
): MarketFigure {
  return { unit, formula, origin: { kind: 'rows', reckoning, rows } };
}

/** A product of columns of the same row; 0 where the column `nothingWithout` is null. */
export function multiplied(
  unit: MarketUnit,
  formula: MarketFormula,
  factors: readonly string[],
  nothingWithout?: string,
): MarketFigure {
  return {
    unit,
    formula,
    origin: { kind: 'product', factors, ...(nothingWithout === undefined ? {} : { nothingWithout }) },
  };
}

export function ofCatalogue(unit: MarketUnit, formula: MarketFormula): MarketFigure {
  return { unit, formula, origin: { kind: 'catalogue' } };
}

/** The packs of the row's product. */
export const packsOfProduct: MarketFigure = {
  unit: 'packs',
  formula: 'packs',
  origin: { kind: 'feeding', article: ({ gtin }) => String(gtin) },
};

/** The rows that a view answers to the same parameters, which it may not all have. */
export function rowsOf(view: string, having: Row = {}): (parameters: Parameters) => MarketRows {
  return (parameters) => ({ view, parameters, having });
}

/** The same, of one manufacturer, whose name stands in the row's column. */
export function rowsOfManufacturer(view: string, column: string) {
  return (parameters: Parameters, row: Row): MarketRows => {
    const manufacturer = row[column];
    // A filter names manufacturers: products without one are only told by their column.
    return {
      view,
      parameters: manufacturer === null ? parameters : { ...parameters, manufacturer: [manufacturer] },
      having: { hersteller1: manufacturer },
    };
  };
}
