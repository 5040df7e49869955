import type { DemoWorld } from '#fixtures/demo-world.ts';
import { parseCsv, readLines } from '#tests/support/read-lines.ts';
import { followLists } from '#tests/support/recompute/stockout-lists.ts';
import type { World } from '#tests/support/world.ts';
import { headOf, statisticNames, today } from './demo.ts';

/**
 * The demo's statistics as the recomputation takes them, read from the demo's own rows without any part of analytics
 * but the names in its types.
 */
export async function recomputedWorlds(demo: DemoWorld): Promise<Map<string, World>> {
  const reference = referenceData(demo);
  const worlds = new Map<string, World>();
  for (const [index, name] of statisticNames.entries()) {
    const statistic = demo.statistics[index]!;
    const { lines } = await readLines(statistic.file);
    worlds.set(name, {
      ...reference,
      head: headOf(demo, statistic),
      lines: lines.map((line) => ({
        gtin: line.gtin!,
        pharmacode: line.pharmacode!,
        quantity: Number(line.quantity),
        description: line.description_read!,
      })),
    });
  }
  return worlds;
}

function referenceData(demo: DemoWorld): Omit<World, 'lines' | 'head'> {
  const flag = (text: string | undefined) => (text === '1' ? 'true' : 'false');
  return {
    providerCompanies: demo.provider.companies,
    focusGroups: demo.focusGroups.map((group, index) => ({ id: index + 1, ...group })),
    products: parseCsv(demo.catalogue.products).map((row) => ({
      gtin: row.gtin!,
      pharmacode: row.pharmacode!,
      description: row.description!,
      manufacturer: row.manufacturer!,
      atc: row.atc!,
      molecule: row.molecule!,
      pack_size_text: row.packSize!,
      pack_size: /^\d+(\.\d+)?$/.test(row.packSize!) ? row.packSize! : '',
      unit: row.unit!,
      form: row.form!,
      strength: row.strength!,
      swissmedic_no: row.swissmedicNo!,
      category: row.category!,
      origin: row.origin!,
      sl: flag(row.sl),
      sb20: flag(row.sB20),
      biological: flag(row.biological),
      co_marketing: flag(row.coMarketing),
      ex_factory_price: row.exFactoryPrice!,
      public_price: row.publicPrice!,
    })),
    alternatives: parseCsv(demo.catalogue.portfolio).map((row) => ({
      gtin: row.gtin!,
      alternative: row.alternativeGTIN!,
      rank: Number(row.rank),
    })),
    exclusives: parseCsv(demo.catalogue.exclusive).map((row) => row.gtin!),
    ...followLists(demo.stockoutLists.map(({ source, date, csv }) => ({ source, date, rows: rowsOf(csv) }))),
    priceDate: today,
    stockoutDate: demo.stockoutLists.at(-1)!.date,
  };
}

function rowsOf(csv: string) {
  return parseCsv(csv).map((row) => ({
    gtin: row.gtin!,
    reported_on: row.reportedOn!,
    updated_on: row.updatedOn!,
    status: row.status ?? '',
    expected_delivery: row.expectedDelivery!,
    comment: row.comment ?? '',
    back_in_stock_on: row.backInStockOn!,
  }));
}
