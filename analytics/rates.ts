import type { SqlParameters } from './engine.ts';

/** Percentages that amounts are reckoned with. */
export type Rates = {
  /** What patients pay of products with the raised deductible, in whole percent. */
  raisedDeductible: number;
};

/** Those of Switzerland. */
export const standardRates: Rates = { raisedDeductible: 40 };

/** Parameters of sql/load/catalogue.sql. */
export function rateParameters({ raisedDeductible }: Rates): SqlParameters {
  return { raisedDeductible };
}
