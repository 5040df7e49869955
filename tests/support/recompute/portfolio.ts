import { plainHead, type World } from '../world.ts';
import type { Article } from './assortment.ts';
import { chf, groupBy, sum } from './exact.ts';
import {
  byManufacturer,
  byPack,
  groupLetter,
  largest,
  type MarketQuestion,
  type Missing,
  missingProducts,
  returnedProducts,
  stockoutRow,
} from './market.ts';
import { byName, inOrder, type Order } from './order.ts';

type Rows = Record<string, unknown>[];
type Assortment = readonly Article[];

/** What nothing of the market depends on but the days of the reference data. */
export const marketDates = { priceDate: '2026-01-01', stockOutDate: '2026-01-01' };

const name = ({ pack }: Missing) => pack.manufacturer ?? '';
const byMaker: Order<Missing> = (a, b) => byName(a.pack.manufacturer, b.pack.manufacturer);

export function overviewRows(world: World, assortment: Assortment, question: MarketQuestion): Rows {
  const rows = missingProducts(world, assortment, question);
  const makers = byManufacturer(rows);
  const count = (row: Missing) => makers.get(name(row))!.count;
  const orders: Record<string, Order<Missing>> = {
    manufacturer: inOrder((a, b) => count(b) - count(a), byMaker),
    productName: () => 0,
    turnoverPotential: (a, b) => largest(a.potential, b.potential),
  };
  return rows
    .sort(inOrder(orders[question.sortBy!]!, byPack))
    .map((row) => ({ ...stockoutRow(world, row, question), stockOutCount: count(row) }));
}

export function chartRows(world: World, question: MarketQuestion): Rows {
  const makers = [...byManufacturer(missingProducts(world, [], question))];
  return makers
    .map(([maker, { count }]) => ({ manufacturer: maker || null, stockOutCount: count }))
    .sort(
      inOrder(
        (a, b) => (question.sortBy === 'productName' ? 0 : b.stockOutCount - a.stockOutCount),
        (a, b) => byName(a.manufacturer, b.manufacturer),
      ),
    );
}

export function chartTotals(world: World, question: MarketQuestion): Rows {
  const rows = missingProducts(world, [], question);
  return [{ rowCount: byManufacturer(rows).size, stockOutCount: rows.length }];
}

export function competitorRows(world: World, assortment: Assortment, question: MarketQuestion): Rows {
  return missingProducts(world, assortment, question, true)
    .sort(inOrder<Missing>(byPack, (a, b) => (a.rank ?? 0) - (b.rank ?? 0)))
    .map((row) => ({
      pair: row.alternative ? `${row.pack.gtin} ${row.alternative.gtin}` : row.pack.gtin,
      rank: row.rank,
      ...stockoutRow(world, row, question),
    }));
}

export function competitorTotals(world: World, question: MarketQuestion): Rows {
  const rows = missingProducts(world, [], question, true);
  const products = groupBy(rows, ({ pack }) => pack.gtin);
  const available = [...products.values()].filter((own) => own.some(isAvailable)).length;
  return [
    { rowCount: rows.length, products: products.size, available, stockOutDate: marketDates.stockOutDate },
  ];
}

export function fullRows(world: World, assortment: Assortment, question: MarketQuestion): Rows {
  const rows = missingProducts(world, assortment, question);
  const makers = byManufacturer(rows);
  const maker = (row: Missing) => makers.get(name(row))!;
  const perCompetitor: Order<Missing> = inOrder(
    (a, b) => largest(maker(a).potential, maker(b).potential),
    byMaker,
  );
  const orders: Order<Missing>[] = question.sortBy === 'potentialPerCompetitor' ? [perCompetitor] : [];
  return rows.sort(inOrder(...orders, (a, b) => largest(a.potential, b.potential), byPack)).map((row) => ({
    ...stockoutRow(world, row, question),
    manufacturerCount: maker(row).count,
    manufacturerQty: Number(maker(row).quantity),
    manufacturerPotential: chf(maker(row).potential),
  }));
}

/** Totals of the overview and of the full view. */
export function stockoutTotals(world: World, assortment: Assortment, question: MarketQuestion): Rows {
  const rows = missingProducts(world, assortment, question);
  return [
    {
      rowCount: rows.length,
      manufacturers: groupBy(rows, ({ pack }) => pack.manufacturer).size,
      available: rows.filter(isAvailable).length,
      qty: Number(sum(rows, ({ quantity }) => quantity)),
      turnoverPotential: chf(sum(rows, ({ potential }) => potential ?? 0n)),
      potentialsUnknown: rows.filter(({ potential }) => potential === null).length,
      ...feedingOf(world),
      ...marketDates,
    },
  ];
}

export function backInStockRows(world: World, assortment: Assortment, question: MarketQuestion): Rows {
  type Returned = ReturnType<typeof returnedProducts>[number];
  const first: Order<Returned> =
    question.sortBy === 'turnover'
      ? (a, b) => largest(a.turnover, b.turnover)
      : (a, b) => (a.backOn > b.backOn ? -1 : Number(a.backOn < b.backOn));
  return returnedProducts(world, assortment, question)
    .sort(inOrder(first, byPack))
    .map(({ pack, backOn, reportedOn, quantity, turnover }) => ({
      gtin: pack.gtin,
      swissmedicNo1: pack.pharmacode,
      productName: pack.description,
      hersteller1: pack.manufacturer,
      provider: pack.provider,
      backInStockDate: backOn,
      reportedOn1: reportedOn,
      qty: Number(quantity),
      efPreis1: pack.exFactoryPrice === null ? null : chf(pack.exFactoryPrice),
      turnover: turnover === null ? null : chf(turnover),
      sB20: pack.sB20,
      coMarketing: pack.coMarketing,
      molecule: pack.molecule,
      atc: pack.atc,
      atcCategory: groupLetter(pack.atc),
      origin: pack.origin,
    }));
}

export function backInStockTotals(world: World, assortment: Assortment, question: MarketQuestion): Rows {
  const rows = returnedProducts(world, assortment, question);
  return [
    {
      rowCount: rows.length,
      qty: Number(sum(rows, ({ quantity }) => quantity)),
      turnover: chf(sum(rows, ({ turnover }) => turnover ?? 0n)),
      turnoversUnknown: rows.filter(({ turnover }) => turnover === null).length,
      ...feedingOf(world),
      ...marketDates,
    },
  ];
}

/** Of which months and whose the statistic is that stands for the market. */
function feedingOf({ head }: World): Rows[number] {
  const said = { ...plainHead, ...head };
  const month = (year: number | null, of: number | null) =>
    year === null || of === null ? null : `${String(year).padStart(4, '0')}-${String(of).padStart(2, '0')}`;
  return {
    feeding: true,
    feedingFrom: month(said.timeYearFrom, said.timeMonthFrom),
    feedingTo: month(said.timeYearTo, said.timeMonthTo),
    feedingOfCustomer: `${said.customerExternalId ?? ''}${said.customerName ?? ''}` !== '',
  };
}

function isAvailable({ alternative }: Missing): boolean {
  return alternative !== null && !alternative.stockOut?.open;
}
