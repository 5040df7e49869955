import { isGtin } from '#shared/identifiers.ts';
import { type ReferenceTable, readTable, Unusable } from './table.ts';

/** A provider's alternative to a product; rank 1 is the product's alternative. */
export type Alternative = { gtin: string; alternative_gtin: string; rank: string };

/**
 * Reads portfolio.csv (gtin, alternativeGTIN, rank). Both products must be in the catalogue (`known`); an alternative
 * by another company (`foreign`: manufacturers by GTIN) is doubtful. Throws ReferenceDataError.
 */
export function readPortfolio(
  text: string,
  known: ReadonlySet<string>,
  foreign: ReadonlyMap<string, string> = new Map(),
): ReferenceTable<Alternative> {
  const seen = new Set<string>();
  const read = ({ gtin = '', alternativeGTIN = '', rank = '' }: Record<string, string>) => {
    if (!isGtin(gtin)) return new Unusable('gtin_invalid', gtin);
    if (!isGtin(alternativeGTIN)) return new Unusable('gtin_invalid', alternativeGTIN);
    if (!known.has(gtin)) return new Unusable('product_unknown', gtin);
    if (!known.has(alternativeGTIN)) return new Unusable('alternative_unknown', alternativeGTIN);
    if (gtin === alternativeGTIN) return new Unusable('alternative_is_product', gtin);
    if (!/^[1-9]\d{0,3}$/.test(rank)) return new Unusable('rank_invalid', rank);
    const key = `${gtin} ${alternativeGTIN}`;
    if (seen.has(key)) return new Unusable('alternative_duplicate', key);
    seen.add(key);
    return { gtin, alternative_gtin: alternativeGTIN, rank };
  };
  const doubt = ({ alternative_gtin }: Alternative) => {
    const company = foreign.get(alternative_gtin);
    if (company === undefined) return undefined;
    return new Unusable('alternative_not_providers', `${alternative_gtin} by ${company || 'nobody'}`);
  };
  return readTable('portfolio', text, ['gtin', 'alternativeGTIN', 'rank'], read, { doubt });
}

/** Reads exclusive.csv (gtin): products of the provider that nobody else offers. Throws ReferenceDataError. */
export function readExclusives(text: string, known: ReadonlySet<string>): ReferenceTable<{ gtin: string }> {
  const seen = new Set<string>();
  return readTable('exclusive', text, ['gtin'], ({ gtin = '' }) => {
    if (!isGtin(gtin)) return new Unusable('gtin_invalid', gtin);
    if (!known.has(gtin)) return new Unusable('product_unknown', gtin);
    if (seen.has(gtin)) return new Unusable('gtin_duplicate', gtin);
    seen.add(gtin);
    return { gtin };
  });
}
