import { expect, test } from 'vitest';
import { atomFeed } from '#server/market/feeds/atom.ts';

const place = {
  self: 'https://a.example/f',
  page: 'https://a.example/p',
  author: 'A',
  listDate: '2026-11-01',
  today: '2026-11-24',
};
const feed = {
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000001',
  owner: { id: 1, role: 'User', FullDataAccess: false },
  name: 'Jeden Morgen',
  view: 'portfolio/full',
  parameters: {},
  language: 'de',
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

/** The lines of the only entry. */
function linesOf(view: 'portfolio/full' | 'portfolio/back-in-stock', row: Record<string, string | number>) {
  const xml = atomFeed({ ...feed, view }, [row], place);
  return /<content type="text">([^<]*)</.exec(xml)![1]!.replaceAll('&#39;', "'").split('\n');
}

test('an entry writes days, packs and CHF as they are written in Switzerland', () => {
  expect(
    linesOf('portfolio/full', {
      gtin: '7680000000017',
      productName: 'Ramipril',
      missingSince1: '2026-03-12',
      qty: 12_345,
      turnoverPotential: 1_234_567.5,
    }),
  ).toEqual([
    'Fehlt seit 12.03.2026',
    'Keine Alternative',
    "Packungen im Markt: 12'345",
    "Umsatzpotenzial: CHF 1'234'567.50",
    'GTIN 7680000000017',
  ]);
  expect(
    linesOf('portfolio/back-in-stock', {
      gtin: '7680000000017',
      productName: 'Ramipril',
      reportedOn1: '2026-03-12',
      backInStockDate: '2026-11-02',
      qty: 1_000,
      turnover: 2_000,
    }),
  ).toEqual([
    'Wieder lieferbar seit 02.11.2026, hat seit 12.03.2026 gefehlt',
    "Packungen im Markt: 1'000",
    "Umsatz: CHF 2'000.00",
    'GTIN 7680000000017',
  ]);
});

test('an entry says that a day has passed on which a product was expected, and how old that word is', () => {
  expect(
    linesOf('portfolio/full', {
      gtin: '7680000000017',
      productName: 'Ramipril',
      missingSince1: '2026-03-12',
      deliverability1: '2026-10-12',
      listDate1: '2026-06-02',
    })[1],
  ).toBe('War erwartet am 12.10.2026 (Liste vom 02.06.2026, 175 Tage alt)');
});

test('a feed says which statistic and months its amounts are of, and nothing where it has none', () => {
  const told = (source?: { feedingFrom: string; feedingTo: string; feedingOfCustomer: boolean }) =>
    /<subtitle>([^<]*)</.exec(atomFeed(feed, [], { ...place, source }))![1];
  expect([
    told(),
    told({ feedingFrom: '2025-01', feedingTo: '2025-12', feedingOfCustomer: true }),
    told({ feedingFrom: '2024-07', feedingTo: '2025-06', feedingOfCustomer: false }),
    told({ feedingFrom: '2025-03', feedingTo: '2025-03', feedingOfCustomer: false }),
  ]).toEqual([
    'Potenzial der Lieferengpässe',
    'Potenzial der Lieferengpässe: Bezüge eines Kunden, hochgerechnet aus 1 Statistik, 01–12.2025',
    'Potenzial der Lieferengpässe: Marktdaten, hochgerechnet aus 1 Statistik, 07.2024–06.2025',
    'Potenzial der Lieferengpässe: Marktdaten, hochgerechnet aus 1 Statistik, 03.2025',
  ]);
});

test('a feed that holds nothing while no list is published was updated when it was made', () => {
  const xml = atomFeed(feed, [], { ...place, listDate: undefined });
  expect(/<updated>([^<]*)</.exec(xml)![1]).toBe('2026-01-01T00:00:00.000Z');
});
