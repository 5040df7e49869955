import { isGtin, toPharmacode } from '#shared/identifiers.ts';
import { type ReferenceTable, readTable, Unusable } from './table.ts';

/** A pack of the catalogue as published. Prices in CHF with two decimals, as text. */
export type Product = {
  gtin: string;
  pharmacode: string;
  description: string;
  manufacturer: string;
  atc: string;
  molecule: string;
  pack_size_text: string;
  pack_size: string;
  unit: string;
  form: string;
  strength: string;
  origin: string;
  sl: string;
  sb20: string;
  biological: string;
  co_marketing: string;
  ex_factory_price: string;
  public_price: string;
  swissmedic_no: string;
  category: string;
};

const headings = [
  'gtin',
  'pharmacode',
  'description',
  'manufacturer',
  'atc',
  'molecule',
  'packSize',
  'unit',
  'form',
  'strength',
  'origin',
  'sl',
  'sB20',
  'biological',
  'coMarketing',
  'exFactoryPrice',
  'publicPrice',
  'swissmedicNo',
  'category',
] as const;

/** Reads catalogue.csv. The first row of a GTIN counts, a later one is bad. Throws ReferenceDataError. */
export function readProducts(text: string): ReferenceTable<Product> {
  const seen = new Set<string>();
  return readTable('products', text, headings, (cells) => {
    const cell = (heading: (typeof headings)[number]) => cells[heading] ?? '';
    const gtin = cell('gtin');
    if (!isGtin(gtin)) return new Unusable('gtin_invalid', gtin);
    if (seen.has(gtin)) return new Unusable('gtin_duplicate', gtin);
    if (cell('description') === '') return new Unusable('description_missing', gtin);
    const exFactoryPrice = toPrice(cell('exFactoryPrice'));
    if (exFactoryPrice === null) return new Unusable('price_unreadable', cell('exFactoryPrice'));
    const publicPrice = toPrice(cell('publicPrice'));
    if (publicPrice === null) return new Unusable('price_unreadable', cell('publicPrice'));
    const pharmacode = cell('pharmacode') === '' ? '' : toPharmacode(cell('pharmacode'));
    if (pharmacode === null) return new Unusable('pharmacode_invalid', cell('pharmacode'));
    if (!['original', 'generic', 'other', ''].includes(cell('origin'))) {
      return new Unusable('origin_unknown', cell('origin'));
    }
    seen.add(gtin);
    return {
      gtin,
      pharmacode,
      description: cell('description'),
      manufacturer: cell('manufacturer'),
      atc: cell('atc').toUpperCase(),
      molecule: cell('molecule'),
      pack_size_text: cell('packSize'),
      pack_size: /^\d{1,9}(\.\d{1,3})?$/.test(cell('packSize')) ? cell('packSize') : '',
      unit: cell('unit'),
      form: cell('form'),
      strength: cell('strength'),
      origin: cell('origin') || 'other',
      sl: flag(cell('sl')),
      sb20: flag(cell('sB20')),
      biological: flag(cell('biological')),
      co_marketing: flag(cell('coMarketing')),
      ex_factory_price: exFactoryPrice,
      public_price: publicPrice,
      swissmedic_no: cell('swissmedicNo'),
      category: cell('category'),
    };
  });
}

/**
 * CHF to the centime; '' when missing or zero (no pack costs nothing), null when negative, unreadable or finer than a
 * centime.
 */
function toPrice(text: string): string | null {
  if (text === '' || Number(text) === 0) return '';
  if (!/^\d{1,8}(\.\d+)?$/.test(text)) return null;
  const centimes = Math.round(Number(text) * 100);
  return Math.abs(Number(text) * 100 - centimes) < 1e-4 ? (centimes / 100).toFixed(2) : null;
}

function flag(text: string): string {
  return ['1', 'true', 'yes', 'ja'].includes(text.toLowerCase()) ? 'true' : 'false';
}
