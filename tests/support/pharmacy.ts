import { gtin, type World } from './world.ts';

/** GTINs of the pharmacy's products; p1 to p3 are the provider's. */
export const packs = {
  p1: gtin('768010000001'),
  p2: gtin('768010000002'),
  p3: gtin('768010000003'),
  beloc: gtin('768020000001'),
  metoGen: gtin('768020000002'),
  triatec: gtin('768020000003'),
  brufen: gtin('768020000004'),
  humira: gtin('768020000005'),
  tea: gtin('768020000006'),
  ramiGen: gtin('768020000007'),
  returned: gtin('768020000008'),
  unknown: gtin('768099999999'),
};

export const unknownPharmacode = '7654321';

/** The day on which the tests look at the pharmacy. */
export const today = '2026-01-20';

/**
 * A pharmacy to be reckoned by hand. CHF; potential = packs × pack factor × ex-factory price of the alternative.
 *
 * | article | packs | ex-factory | public | alternative, factor | potential | interchangeable set |
 * | --- | --- | --- | --- | --- | --- | --- |
 * | Beloc, original, sB20 | 4 (5 − 1) | 40.00 | 80.00 | p1, 60/30 | 48.00 | p1: Beloc, Meto-Gen, p1 |
 * | Meto-Gen, generic, stocked out | 3 | 16.50 | 33.00 | p1, 1 | 18.00 | p1 |
 * | Triatec, original, sB20 | 7 | 69.93 | none | p2, 30/28 | 60.00 | p2: Triatec, Rami-Gen |
 * | Rami-Gen, generic, co-marketing | 1 | 4.00 | 8.00 | p2, 1 | 8.00 | p2 |
 * | Brufen, other | 2 | none | none | p3, 1 | 10.00 | p3: Brufen, p3 |
 * | Humira, original, biological | 1 | 500.00 | 550.00 | | | |
 * | Tea, no ATC, no molecule | 5 | none | none | | | |
 * | p1, generic | 10 | 60.00 | 120.00 | | | p1 |
 * | p3, other | 1 | 5.00 | none | | | p3 |
 * | unknown GTIN, unknown Pharmacode | 6, 2 | | | | | |
 * | in all: 11 articles | 42 | 695.43 | 791.00 | | 144.00 | |
 *
 * What the customer gains is ex-factory sum less potential: Beloc −8.00, Meto-Gen −1.50, Triatec 9.93, Rami-Gen −4.00, Brufen
 * unknown, in all −3.57. At public prices: Beloc 80 − 96 = −16, Meto-Gen 33 − 36 = −3, Rami-Gen 8 − 15 = −7, Triatec and
 * Brufen unknown, in all −26. Deductibles are known of Beloc (80 × 40 % = 32.00, then 96 × 10 % = 9.60) and Meto-Gen (3.30,
 * then 3.60): in all 35.30, then 13.20. So is what wholesaler and pharmacy have of these, at 2.6 % VAT: of Beloc 80 ÷ 1.026 − 40
 * = 37.97, then 96 ÷ 1.026 − 48 = 45.57; of Meto-Gen 33 ÷ 1.026 − 16.50 = 15.66, then 36 ÷ 1.026 − 18 = 17.09.
 *
 * p2 (exclusive, not deliverable) is offered but not bought; one product was returned altogether.
 */
export const pharmacy: World = {
  products: [
    {
      gtin: packs.p1,
      pharmacode: '1000001',
      description: 'Sandolol 50 mg 30',
      manufacturer: 'Provider AG',
      ...metoprolol('30'),
      origin: 'generic',
      sl: 'true',
      ex_factory_price: '6.00',
      public_price: '12.00',
    },
    {
      gtin: packs.p2,
      description: 'Prilor 10 mg 28',
      manufacturer: 'Provider AG',
      ...ramipril('28'),
      origin: 'generic',
      co_marketing: 'true',
      ex_factory_price: '8.00',
      public_price: '15.00',
    },
    {
      gtin: packs.p3,
      description: 'Ibupro 400 mg 50',
      manufacturer: 'Provider AG',
      ...ibuprofen('50'),
      ex_factory_price: '5.00',
    },
    {
      gtin: packs.beloc,
      pharmacode: '2000001',
      description: 'Beloc 50 mg 60',
      manufacturer: 'Astra AG',
      ...metoprolol('60'),
      origin: 'original',
      sl: 'true',
      sb20: 'true',
      ex_factory_price: '10.00',
      public_price: '20.00',
    },
    {
      gtin: packs.metoGen,
      description: 'Meto-Gen 50 mg 30',
      manufacturer: 'Mepha AG',
      ...metoprolol('30'),
      origin: 'generic',
      sl: 'true',
      ex_factory_price: '5.50',
      public_price: '11.00',
    },
    {
      gtin: packs.triatec,
      description: 'Triatec 10 mg 30',
      manufacturer: 'Sanofi AG',
      ...ramipril('30'),
      origin: 'original',
      sl: 'true',
      sb20: 'true',
      ex_factory_price: '9.99',
    },
    {
      gtin: packs.brufen,
      description: 'Brufen 400 mg 50',
      manufacturer: 'Viatris AG',
      ...ibuprofen('50'),
    },
    {
      gtin: packs.humira,
      description: 'Humira 40 mg 2',
      manufacturer: 'AbbVie AG',
      molecule: 'adalimumab',
      atc: 'L04AB04',
      form: 'injection',
      origin: 'original',
      biological: 'true',
      ex_factory_price: '500.00',
      public_price: '550.00',
    },
    { gtin: packs.tea, description: 'Ärztetee', manufacturer: 'Ärzte AG' },
    {
      gtin: packs.ramiGen,
      description: 'Rami-Gen 10 mg 28',
      manufacturer: 'Mepha AG',
      ...ramipril('28'),
      origin: 'generic',
      co_marketing: 'true',
      ex_factory_price: '4.00',
      public_price: '8.00',
    },
    { gtin: packs.returned, description: 'Returned', manufacturer: 'Mepha AG', ...ramipril('28') },
  ],
  alternatives: [
    { gtin: packs.beloc, alternative: packs.p1 },
    { gtin: packs.metoGen, alternative: packs.p2, rank: 2 },
    { gtin: packs.metoGen, alternative: packs.p1, rank: 1 },
    { gtin: packs.triatec, alternative: packs.p2 },
    { gtin: packs.ramiGen, alternative: packs.p2 },
    { gtin: packs.brufen, alternative: packs.p3 },
    { gtin: packs.p1, alternative: packs.p2 },
  ],
  exclusives: [packs.p1, packs.p2, packs.humira],
  stockouts: [
    {
      gtin: packs.metoGen,
      reported_on: '2026-01-10',
      updated_on: '2026-01-12',
      status: 'supply chain',
      expected_delivery: '2026-02-01',
      comment: 'not shown',
    },
    {
      gtin: packs.p2,
      reported_on: '2026-01-06',
      updated_on: '2026-01-07',
      status: 'production',
      expected_delivery: 'spring',
      comment: 'new plant',
    },
    { gtin: packs.p3, reported_on: '2025-08-01', back_in_stock_on: '2025-09-20' },
    { gtin: packs.beloc, reported_on: '2025-03-01', back_in_stock_on: '2025-04-01' },
  ],
  focusGroups: [
    { id: 2, name: 'Herz', molecules: ['metoprolol'], gtins: [] },
    { id: 10, name: 'Ärzte', molecules: [], gtins: [packs.p2, packs.tea] },
    { id: 11, name: 'Empty', molecules: [], gtins: [] },
  ],
  lines: [
    { gtin: packs.beloc, quantity: 5 },
    { gtin: packs.metoGen, quantity: 3 },
    { gtin: packs.triatec, quantity: 7 },
    { gtin: packs.beloc, quantity: -1 },
    { gtin: packs.ramiGen, quantity: 1 },
    { gtin: packs.brufen, quantity: 2 },
    { gtin: packs.humira, quantity: 1 },
    { gtin: packs.tea, quantity: 5 },
    { pharmacode: '1000001', quantity: 10 },
    { gtin: packs.p3, quantity: 1 },
    { gtin: packs.unknown, quantity: 6, description: 'Imported pack' },
    { pharmacode: unknownPharmacode, quantity: 2, description: 'Own mixture' },
    { gtin: packs.returned, quantity: 3 },
    { gtin: packs.returned, quantity: -3 },
  ],
};

function metoprolol(packSize: string) {
  return { molecule: 'metoprolol', atc: 'C07AB02', pack_size: packSize, unit: 'tablet', form: 'tablet' };
}

function ramipril(packSize: string) {
  return { molecule: 'ramipril', atc: 'C09AA05', pack_size: packSize, unit: 'tablet', form: 'tablet' };
}

function ibuprofen(packSize: string) {
  return { molecule: 'ibuprofen', atc: 'M01AE01', pack_size: packSize, unit: 'tablet', form: 'tablet' };
}
