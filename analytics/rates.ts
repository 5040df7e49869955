import { isDay } from '#shared/calendar.ts';
import type { SqlParameters } from './engine.ts';

/** Percentages that amounts are reckoned with. */
export type Rates = {
  /** What patients pay of products with the raised deductible, in whole percent. */
  raisedDeductible: number;
  /** VAT on medicines. */
  vat: readonly VatRate[];
};

/** `percent` has at most two decimals; it counts from that day on, YYYY-MM-DD. */
export type VatRate = { from: string; percent: string };

/** The reduced rate that Switzerland takes on medicines. */
export const STANDARD_VAT_RATES = '2011-01-01=2.5; 2024-01-01=2.6';

/** Those of Switzerland. */
export const standardRates: Rates = { raisedDeductible: 40, vat: readVatRates(STANDARD_VAT_RATES)! };

/** Days with the rate that counts from then on: "2011-01-01=2.5; 2024-01-01=2.6". Undefined where it is none such. */
export function readVatRates(text: string): VatRate[] | undefined {
  const rates = text.split(';').map((entry) => {
    const [, from = '', percent = ''] =
      /^(\d{4}-\d{2}-\d{2})=(\d{1,2}(?:\.\d{1,2})?)$/.exec(entry.trim()) ?? [];
    return { from, percent };
  });
  const days = new Set(rates.map(({ from }) => from));
  return days.size === rates.length && [...days].every(isDay) ? rates : undefined;
}

/** Parameters of sql/load/catalogue.sql. */
export function rateParameters({ raisedDeductible, vat }: Rates): SqlParameters {
  return {
    raisedDeductible,
    vatFrom: vat.map(({ from }) => from),
    vatPercent: vat.map(({ percent }) => percent),
  };
}
