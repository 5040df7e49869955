import type { RowsOf } from '#server/reference-data/sources/rows.ts';

/** Rows of template files that say nothing but what a test says. */
export function swissmedicRow(
  gtin: string,
  said: Partial<RowsOf['swissmedic-packs']> = {},
): RowsOf['swissmedic-packs'] {
  return {
    gtin,
    swissmedicNo: gtin.slice(4, 9),
    description: `Pack ${gtin}`,
    form: '',
    manufacturer: 'Holder AG',
    atc: '',
    molecule: '',
    packSizeText: '30',
    packSize: '30',
    unit: 'Tablette(n)',
    category: 'B',
    biological: false,
    ...said,
  };
}

export function fhirRow(gtin: string, said: Partial<RowsOf['bag-sl-fhir']> = {}): RowsOf['bag-sl-fhir'] {
  return {
    gtin,
    description: `SL ${gtin}`,
    manufacturer: 'BAG Holder',
    molecule: '',
    atc: '',
    packSizeText: '',
    strength: '',
    origin: 'other',
    productType: '',
    biological: false,
    coMarketing: false,
    listed: { from: '2020-01-01', until: '' },
    costShare: 10,
    prices: [],
    ...said,
  };
}

export function priceRow(gtin: string, said: Partial<RowsOf['bag-sl-prices']> = {}): RowsOf['bag-sl-prices'] {
  return {
    gtin,
    description: `Price list ${gtin}`,
    manufacturer: 'Price Holder',
    molecule: '',
    exFactoryPrice: '',
    publicPrice: '',
    ...said,
  };
}
