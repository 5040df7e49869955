import fc from 'fast-check';
import { gtin, type Line, type World } from '#tests/support/world.ts';

/** The provider's companies in every random world. */
export const providerCompanies = ['Provider AG', `L'Autre "Générique", S.à r.l.`];

const companies = [...providerCompanies, 'provider ag', 'Zürich\nPharma', 'Äther & Co', 'Äther & Co', ''];
const atcCodes = ['', 'A01AA01', 'A02BC01', 'C09AA02', 'N02BE01', 'QA01AA01', 'X99', 'Z', '1A'];
const pharmacodes = ['', '0000001', '0123456', '1234567', '9999999'];
const foreignGtins = ['4003053090963', '4003053091007'];
const foreignPharmacodes = ['7654321', '7777777'];
const units = ['Stk', 'Stk', 'Stk', 'Stk', 'ml', 'stk', ''];
const forms = ['', 'Tabletten', 'tabletten', 'Ätherische Lösung', 'Atemspray', 'Zäpfchen, "klein"'];
const sizes = [
  '',
  '0',
  '0.001',
  '0.5',
  '1',
  '2',
  '7',
  '8',
  '10',
  '12.5',
  '28',
  '30',
  '30.000',
  '999999999.999',
];
const days = ['2025-03-30', '2025-10-26', '2026-01-01', '2026-02-28'];

/**
 * Small worlds with everything that is rare in real ones: ties, gaps, contradictions, extremes. Pools are small so
 * that the same pack, Pharmacode, name and price meet again and again.
 */
export const randomWorld = worlds({ products: [1, 16], lines: [0, 50] });

/** Worlds whose answers fill several of DuckDB's chunks of 2,048 rows. */
export const largeWorld = worlds({ products: [4500, 5000], lines: [18_000, 20_000] });

type Range = [least: number, most: number];

function worlds({ products, lines }: { products: Range; lines: Range }): fc.Arbitrary<World> {
  const between = ([minLength, maxLength]: Range) => ({ minLength, maxLength, size: 'max' }) as const;
  const upTo = (most: number) => between([0, most]);
  const [least, most] = products;
  const alternative = fc.record({ pack: fc.nat(), instead: fc.nat(), rank: fc.integer({ min: 1, max: 3 }) });
  return fc
    .record({
      numbers: fc.uniqueArray(fc.integer({ min: 0, max: 99_999_999 }), between(products)),
      names: fc.array(name(), between([3, 8])),
      prices: fc.array(price(), between([1, 6])),
      products: fc.array(product(), between(products)),
      alternatives: fc.array(alternative, between([0, 2 * most - 4])),
      exclusives: fc.array(fc.nat(), upTo(Math.ceil(most / 3))),
      stockouts: fc.array(stockout(), between([least - 1, most])),
      lines: fc.array(line(), between(lines)),
      focusGroups: fc.array(focusGroup(), upTo(4)),
      head: head(),
      rates: rates(),
    })
    .map(build);
}

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
type Parts = {
  numbers: number[];
  names: string[];
  prices: string[];
  products: Drawn<ReturnType<typeof product>>[];
  alternatives: { pack: number; instead: number; rank: number }[];
  exclusives: number[];
  stockouts: Drawn<ReturnType<typeof stockout>>[];
  lines: Drawn<ReturnType<typeof line>>[];
  focusGroups: Drawn<ReturnType<typeof focusGroup>>[];
  head: Drawn<ReturnType<typeof head>>;
  rates: Drawn<ReturnType<typeof rates>>;
};

function build({ numbers, names, prices, ...parts }: Parts): World {
  const pick = <T>(values: readonly T[], index: number) => values[index % values.length]!;
  const products = parts.products.slice(0, numbers.length).map((drawn, index) => ({
    gtin: gtin(`7680${String(numbers[index]).padStart(8, '0')}`),
    pharmacode: drawn.pharmacode,
    description: pick(names, drawn.description),
    manufacturer: drawn.manufacturer,
    atc: drawn.atc,
    molecule: drawn.molecule === 0 ? '' : pick(names, drawn.molecule),
    pack_size: drawn.packSize,
    pack_size_text: drawn.packSize,
    unit: drawn.unit,
    form: drawn.form,
    strength: drawn.strength,
    swissmedic_no: drawn.swissmedicNo,
    category: drawn.category,
    origin: drawn.origin,
    sl: String(drawn.sl),
    sb20: String(drawn.sb20),
    biological: String(drawn.biological),
    co_marketing: String(drawn.coMarketing),
    ex_factory_price: pick(prices, drawn.exFactoryPrice),
    public_price: pick(prices, drawn.publicPrice),
  }));
  const gtins = products.map((each) => each.gtin);
  const offered = products.filter(({ manufacturer }) => providerCompanies.includes(manufacturer));
  const alternatives = parts.alternatives.map(({ pack, instead, rank }) => ({
    gtin: pick(gtins, pack),
    // Of no provider: only a pack itself, as a portfolio file may say by mistake.
    alternative: offered.length > 0 && instead % 8 !== 0 ? pick(offered, instead).gtin : pick(gtins, pack),
    rank,
  }));
  return {
    products,
    alternatives: uniqueBy(alternatives, (row) => `${row.gtin} ${row.alternative}`),
    exclusives: [...new Set(parts.exclusives.map((index) => pick(gtins, index)))],
    stockouts: uniqueBy(
      parts.stockouts.map(({ pack, ...episode }) => ({ gtin: pick(gtins, pack), ...episode })),
      (episode) => `${episode.gtin} ${episode.source} ${episode.reported_on}`,
    ),
    lines: parts.lines.map((drawn) => ({
      ...toLine(drawn, pick(products, drawn.pack)),
      description: drawn.description === 0 ? '' : pick(names, drawn.description),
    })),
    focusGroups: parts.focusGroups.map((drawn, index) => ({
      // Not in the order of the ids as text, nor of the names.
      id: 11 - 3 * index,
      name: pick(names, drawn.name),
      molecules: drawn.molecules.map((molecule) => pick(names, molecule)),
      gtins: drawn.packs.map((pack) => pick(gtins, pack)),
    })),
    providerCompanies,
    head: parts.head,
    rates: parts.rates,
  };
}

function toLine(
  { by, foreign, quantity }: Drawn<ReturnType<typeof line>>,
  pack: World['products'][number],
): Line {
  const { gtin: own, pharmacode = '' } = pack;
  const [foreignGtin, foreignPharmacode] = [foreignGtins[foreign]!, foreignPharmacodes[foreign]!];
  const identifiers = {
    gtin: { gtin: own },
    both: { gtin: own, pharmacode },
    pharmacode: { pharmacode: pharmacode || foreignPharmacode },
    contradiction: { gtin: own, pharmacode: pharmacodes[1 + foreign]! },
    pharmacodeWithForeignGtin: { gtin: foreignGtin, pharmacode },
    foreignGtin: { gtin: foreignGtin },
    foreignPharmacode: { pharmacode: foreignPharmacode },
  };
  return { ...identifiers[by], quantity };
}

function product() {
  return fc.record({
    pharmacode: fc.constantFrom(...pharmacodes),
    description: fc.nat(),
    manufacturer: fc.constantFrom(...companies),
    atc: fc.constantFrom(...atcCodes),
    molecule: fc.nat({ max: 4 }),
    packSize: fc.constantFrom(...sizes),
    unit: fc.constantFrom(...units),
    form: fc.constantFrom(...forms),
    strength: fc.constantFrom('', '10 mg', '10 mg/ml'),
    swissmedicNo: fc.constantFrom('', '10000', '65432'),
    category: fc.constantFrom('', 'A', 'B', 'D'),
    origin: fc.constantFrom('original', 'generic', 'other'),
    sl: fc.boolean(),
    sb20: fc.boolean(),
    biological: fc.boolean(),
    coMarketing: fc.boolean(),
    exFactoryPrice: fc.nat(),
    publicPrice: fc.nat(),
  });
}

/** CHF; '' for none. */
function price() {
  return fc.oneof(
    fc.constantFrom('', '', '0.00', '0.01', '0.05', '10.00', '99999999.99'),
    fc.integer({ min: 0, max: 500_000 }).map((centimes) => (centimes / 100).toFixed(2)),
  );
}

function stockout() {
  return fc.record({
    pack: fc.nat(),
    source: fc.constantFrom('List', 'Grossist', 'a "third"'),
    first_list: fc.boolean(),
    reported_on: fc.constantFrom(...days),
    updated_on: fc.constantFrom('', ...days),
    status: fc.constantFrom('', 'short', 'contingent; "Kontingent"', 'ausser Handel'),
    expected_delivery: fc.constantFrom('', '2026-04-01', 'unbestimmt', 'à définir'),
    comment: fc.constantFrom('', 'first line\nsecond line', '–'),
    back_in_stock_on: fc.constantFrom('', '2026-03-01', '2026-03-02'),
    deliveries: fc
      .array(fc.constantFrom('', '2026-04-01', '2026-04-15', '2026-02-30', 'unbestimmt'), { maxLength: 3 })
      .map((said) =>
        (said.length > 0 ? said : ['']).map((expected_delivery, at) => ({
          said_on: `2026-02-0${at + 1}`,
          expected_delivery,
        })),
      ),
  });
}

function line() {
  return fc.record({
    by: fc.constantFrom(
      'gtin',
      'gtin',
      'both',
      'pharmacode',
      'pharmacode',
      'contradiction',
      'pharmacodeWithForeignGtin',
      'foreignGtin',
      'foreignPharmacode',
    ),
    pack: fc.nat(),
    foreign: fc.nat({ max: 1 }),
    description: fc.nat({ max: 3 }),
    quantity: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -3, max: 30 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1, 1000, 1_000_000_000, 2 ** 40, -(2 ** 40)) },
    ),
  });
}

function rates() {
  return fc.record({
    raisedDeductible: fc.constantFrom(0, 20, 33, 40, 100),
    vat: fc.uniqueArray(
      fc.record({
        // Prices are of 1.1.2026.
        from: fc.constantFrom('2011-01-01', '2024-01-01', '2026-01-01', '2026-01-02'),
        percent: fc.constantFrom('0', '2.5', '2.6', '8.1', '3.77'),
      }),
      { minLength: 1, maxLength: 3, selector: ({ from }) => from },
    ),
  });
}

function focusGroup() {
  return fc.record({
    name: fc.nat(),
    molecules: fc.array(fc.nat(), { maxLength: 2 }),
    packs: fc.array(fc.nat(), { maxLength: 3 }),
  });
}

function head() {
  return fc.record({
    customerName: fc.option(name(), { nil: null }),
    customerExternalId: fc.option(name(), { nil: null }),
    timeInformation: fc.option(name(), { nil: null }),
    headerImage: fc.option(name(), { nil: null }),
    timeMonthFrom: fc.integer({ min: 1, max: 12 }),
    timeYearFrom: fc.integer({ min: 2018, max: 2026 }),
  });
}

/**
 * Names of any length and script, also such as a locale holds for equal (a, a + zero-width space). Without the
 * typographic apostrophe and rare scripts, which editions of the Unicode collation order differently.
 */
function name(): fc.Arbitrary<string> {
  const characters = [...`aAbBzZäÄöÖüéàçœß09 -_./'"()+%;:&,\n\téµΩ®½\u00a0\u0301\u200b漢😀`];
  return fc
    .string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 18 })
    .map((text) => text.trim() || 'x');
}

function uniqueBy<T>(rows: readonly T[], key: (row: T) => string): T[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}
