import { buildCatalogue } from '#fixtures/catalogue.ts';
import type { Product } from '#fixtures/product.ts';
import { demoProvider } from '#server/config.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';

export interface SmallStatistic {
  fileName: string;
  file: Buffer;
  /** Of the rows that have a price, in CHF. */
  turnover: { total: number; original: number; generic: number };
  packs: number;
}

const unknownGtin = '7680999999993';

let made: Promise<SmallStatistic> | undefined;

/**
 * A purchase statistic small enough to reckon by hand: two originals and a generic of the demo catalogue, one
 * article that is in no catalogue, one row without a quantity, one total row. The same bytes whenever it is asked for: a
 * workbook has the second in which it was written.
 */
export function smallStatistic(): Promise<SmallStatistic> {
  made ??= makeStatistic();
  return made;
}

async function makeStatistic(): Promise<SmallStatistic> {
  const [first, second, generic] = pickProducts();
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Bezüge');
  sheet.addRow(['GTIN', 'Bezeichnung', 'Menge']);
  sheet.addRow([first.gtin, first.description, 10]);
  sheet.addRow([second.gtin, second.description, 3]);
  sheet.addRow([generic.gtin, generic.description, 40]);
  sheet.addRow([unknownGtin, 'Verbandmaterial', 5]);
  sheet.addRow([generic.gtin, 'Ohne Menge', null]);
  sheet.addRow(['Total', null, 58]);
  const centimes = {
    original: 10 * first.exFactoryPrice! + 3 * second.exFactoryPrice!,
    generic: 40 * generic.exFactoryPrice!,
  };
  return {
    fileName: 'Bezug Musterapotheke.xlsx',
    file: Buffer.from(await workbookBytes(workbook)),
    turnover: {
      total: (centimes.original + centimes.generic) / 100,
      original: centimes.original / 100,
      generic: centimes.generic / 100,
    },
    packs: 10 + 3 + 40 + 5,
  };
}

/** Two originals and a generic with prices, none of them the provider's own. */
function pickProducts(): [Product, Product, Product] {
  const { products } = buildCatalogue();
  const isPlain = (product: Product) =>
    product.exFactoryPrice !== null &&
    product.atc !== '' &&
    product.demand > 0 &&
    !demoProvider.companies.includes(product.manufacturer);
  const originals = products.filter((product) => product.origin === 'original' && isPlain(product));
  const generic = products.find((product) => product.origin === 'generic' && isPlain(product));
  return [originals[0]!, originals[1]!, generic!];
}
