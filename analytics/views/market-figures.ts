import type { MarketFigure } from './market-figure.ts';
import { multiplied, ofCatalogue, packsOfProduct, reckoned, rowsOf } from './market-figure.ts';

/** Of a product that is missing, with an alternative. */
export const stockoutFigures = {
  qty: packsOfProduct,
  turnoverPotential: multiplied('CHF', 'potential', ['qty', 'packFactor', 'efPreis2'], 'alternativeGTIN'),
  packFactor: ofCatalogue('factor', 'packFactor'),
  efPreis2: ofCatalogue('CHF per pack', 'exFactoryPriceOfAlternative'),
  moves1: history('changes', 'changes'),
  movedDays1: history('days', 'movedDays'),
  sources1: reckoned(
    'sources',
    'sources',
    { kind: 'countDistinct', column: 'source' },
    (_parameters, { gtin }) => ({ view: 'portfolio/episodes', parameters: { gtin }, having: { open: true } }),
  ),
} satisfies Record<string, MarketFigure>;

/** Of all rows of a list of stock-outs with one alternative each. */
export function stockoutTotalFigures(list: string) {
  return {
    rowCount: reckoned('products', 'missingProducts', { kind: 'count' }, rowsOf(list)),
    manufacturers: reckoned(
      'manufacturers',
      'manufacturers',
      { kind: 'countDistinct', column: 'hersteller1' },
      rowsOf(list),
    ),
    available: reckoned('products', 'available', { kind: 'count' }, rowsOf(list, { stockOut2: false })),
    qty: reckoned('packs', 'packsSum', { kind: 'sum', column: 'qty' }, rowsOf(list)),
    turnoverPotential: reckoned(
      'CHF',
      'potentialSum',
      { kind: 'sum', column: 'turnoverPotential' },
      rowsOf(list),
    ),
    potentialsUnknown: reckoned(
      'products',
      'potentialsUnknown',
      { kind: 'count' },
      rowsOf(list, { turnoverPotential: null }),
    ),
  };
}

/** As the episode says that the row is about: one of those reported on its day. */
function history(unit: MarketFigure['unit'], formula: MarketFigure['formula']): MarketFigure {
  return {
    unit,
    formula,
    origin: {
      kind: 'history',
      rows: (_parameters, { gtin, reportedOn1 }) => ({
        view: 'portfolio/episodes',
        parameters: { gtin },
        having: { open: true, reportedOn: reportedOn1 },
      }),
    },
  };
}
