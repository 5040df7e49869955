import { gtin, type World } from './world.ts';

/** GTINs of the market's products; own1 to own3 are the provider's. */
export const goods = {
  own1: gtin('768030000001'),
  own2: gtin('768030000002'),
  own3: gtin('768030000003'),
  beloc: gtin('768040000001'),
  metoGen: gtin('768040000002'),
  triatec: gtin('768040000003'),
  brufen: gtin('768040000004'),
  nurofen: gtin('768040000005'),
  tea: gtin('768040000006'),
  ramiGen: gtin('768040000007'),
  humira: gtin('768040000008'),
  lopresor: gtin('768040000009'),
  early: gtin('768040000010'),
  stranger: gtin('768099999999'),
};

/** The day on which the tests look at the market: rows go back to 15.12.2025, returns to 15.2.2026, new is after 1.6. */
export const today = '2026-06-15';

/**
 * A market to be reckoned by hand. CHF; potential = packs × pack factor × ex-factory price of the alternative.
 *
 * | missing | since | packs | alternative, factor, price | potential |
 * | --- | --- | --- | --- | --- |
 * | Beloc, Astra, sB20 | 5.6.2026 | 4 | own1, 60/30, 6.00 | 48.00 |
 * | Meto-Gen, Mepha, co-marketing | 10.1.2026 | 3 | own1, 1, 6.00; second own2, 30/28, 8.00 | 18.00; 25.71 |
 * | Triatec, Sanofi | 1.11.2025 and 1.2.2026 | 7 | own2, 30/28, 8.00 | 60.00 |
 * | Brufen, Viatris | 20.5.2026 | 2 | own3, without a price | unknown |
 * | Nurofen, Viatris | 20.5.2026 | 0 | own3, without a price | 0 |
 * | Humira, AbbVie | 2.6.2026, and once before | 1 | none | 0 |
 * | Tea, nobody's | 1.3.2026 | 5 | none | 0 |
 * | Lopresor, Mepha | 14.12.2025, too early | 9 | own1, 1, 6.00 | 54.00 |
 * | own2 and a stranger to the catalogue: no rows | 10.6.2026 | | | |
 *
 * Back: own3 on 1.5.2026 (2 packs, no price), Rami-Gen on 15.2.2026 (1 pack at 4.00); Early Bird on 14.2.2026, too early.
 */
export const market: World = {
  products: [
    {
      gtin: goods.own1,
      pharmacode: '3000001',
      description: 'Sandolol 50 mg 30',
      manufacturer: 'Provider AG',
      ...tablets('30', 'metoprolol', 'C07AB02', 'generic'),
      ex_factory_price: '6.00',
    },
    {
      gtin: goods.own2,
      description: 'Prilor 10 mg 28',
      manufacturer: 'Provider AG',
      ...tablets('28', 'ramipril', 'C09AA05', 'generic'),
      co_marketing: 'true',
      ex_factory_price: '8.00',
    },
    {
      gtin: goods.own3,
      pharmacode: '3000003',
      description: 'Ibupro 400 mg 50',
      manufacturer: 'Provider AG',
      ...tablets('50', 'ibuprofen', 'M01AE01', 'generic'),
    },
    {
      gtin: goods.beloc,
      pharmacode: '4000001',
      description: 'Beloc 50 mg 60',
      manufacturer: 'Astra AG',
      ...tablets('60', 'metoprolol', 'C07AB02', 'original'),
      sb20: 'true',
      ex_factory_price: '10.00',
    },
    {
      gtin: goods.metoGen,
      description: 'Meto-Gen 50 mg 30',
      manufacturer: 'Mepha AG',
      ...tablets('30', 'metoprolol', 'C07AB02', 'generic'),
      co_marketing: 'true',
      ex_factory_price: '5.50',
    },
    {
      gtin: goods.triatec,
      description: 'Triatec 10 mg 30',
      manufacturer: 'Sanofi AG',
      ...tablets('30', 'ramipril', 'C09AA05', 'original'),
    },
    {
      gtin: goods.brufen,
      description: 'Brufen 400 mg 50',
      manufacturer: 'Viatris AG',
      ...tablets('50', 'ibuprofen', 'M01AE01', 'other'),
    },
    {
      gtin: goods.nurofen,
      description: 'Nurofen 400 mg 50',
      manufacturer: 'Viatris AG',
      ...tablets('50', 'ibuprofen', 'M01AE01', 'other'),
    },
    { gtin: goods.tea, description: 'Ärztetee' },
    {
      gtin: goods.ramiGen,
      pharmacode: '4000007',
      description: 'Rami-Gen 10 mg 28',
      manufacturer: 'Mepha AG',
      ...tablets('28', 'ramipril', 'C09AA05', 'generic'),
      sb20: 'true',
      ex_factory_price: '4.00',
    },
    {
      gtin: goods.humira,
      description: 'Humira 40 mg 2',
      manufacturer: 'AbbVie AG',
      molecule: 'adalimumab',
      atc: 'L04AB04',
      origin: 'original',
    },
    {
      gtin: goods.lopresor,
      description: 'Lopresor 50 mg 30',
      manufacturer: 'Mepha AG',
      ...tablets('30', 'metoprolol', 'C07AB02', 'original'),
    },
    { gtin: goods.early, description: 'Early Bird', manufacturer: 'Mepha AG' },
  ],
  alternatives: [
    { gtin: goods.beloc, alternative: goods.own1 },
    // Ranks need neither begin with 1 nor come in order.
    { gtin: goods.metoGen, alternative: goods.own2, rank: 3 },
    { gtin: goods.metoGen, alternative: goods.own1, rank: 2 },
    { gtin: goods.triatec, alternative: goods.own2 },
    { gtin: goods.brufen, alternative: goods.own3 },
    { gtin: goods.nurofen, alternative: goods.own3 },
    { gtin: goods.lopresor, alternative: goods.own1 },
    { gtin: goods.own2, alternative: goods.own1 },
  ],
  stockouts: [
    {
      gtin: goods.beloc,
      reported_on: '2026-06-05',
      updated_on: '2026-06-12',
      status: 'quality',
      expected_delivery: '2026-07-01',
      comment: 'not shown',
    },
    { gtin: goods.metoGen, reported_on: '2026-01-10', expected_delivery: 'unknown' },
    { gtin: goods.triatec, reported_on: '2026-02-01' },
    { gtin: goods.triatec, reported_on: '2025-11-01' },
    { gtin: goods.brufen, reported_on: '2026-05-20' },
    { gtin: goods.nurofen, reported_on: '2026-05-20' },
    { gtin: goods.tea, reported_on: '2026-03-01' },
    { gtin: goods.humira, reported_on: '2026-02-01', back_in_stock_on: '2026-03-01' },
    { gtin: goods.humira, reported_on: '2026-06-02' },
    { gtin: goods.lopresor, reported_on: '2025-12-14' },
    {
      gtin: goods.own2,
      reported_on: '2026-06-10',
      updated_on: '2026-06-11',
      status: 'production',
      expected_delivery: 'autumn',
      comment: 'new plant',
    },
    { gtin: goods.own3, reported_on: '2026-03-10', back_in_stock_on: '2026-05-01' },
    { gtin: goods.own3, reported_on: '2025-03-10', back_in_stock_on: '2025-05-01' },
    { gtin: goods.ramiGen, reported_on: '2026-01-01', back_in_stock_on: '2026-02-15' },
    { gtin: goods.early, reported_on: '2026-01-01', back_in_stock_on: '2026-02-14' },
    { gtin: goods.stranger, reported_on: '2026-06-10' },
    { gtin: goods.stranger, reported_on: '2026-02-10', back_in_stock_on: '2026-03-10' },
  ],
  lines: [
    { gtin: goods.beloc, quantity: 5 },
    { gtin: goods.beloc, quantity: -1 },
    { gtin: goods.metoGen, quantity: 3 },
    { gtin: goods.triatec, quantity: 7 },
    { gtin: goods.brufen, quantity: 2 },
    { gtin: goods.tea, quantity: 5 },
    { gtin: goods.humira, quantity: 1 },
    { gtin: goods.lopresor, quantity: 9 },
    { pharmacode: '4000007', quantity: 1 },
    { gtin: goods.own3, quantity: 2 },
    { gtin: goods.stranger, quantity: 6 },
  ],
};

function tablets(packSize: string, molecule: string, atc: string, origin: string) {
  return { molecule, atc, origin, pack_size: packSize, unit: 'tablet', form: 'tablet' };
}
