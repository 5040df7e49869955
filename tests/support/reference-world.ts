import { readFile } from 'node:fs/promises';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { readProducts } from '#analytics/catalogue/products.ts';
import { readStockouts } from '#analytics/catalogue/stockouts.ts';
import { readLines } from './read-lines.ts';
import { referenceData as data } from './reference-data.ts';
import type { World } from './world.ts';

/** Real Swiss packs with a statistic's file of `statistics/`, read as an upload is. */
export async function referenceWorld(name: string): Promise<World> {
  const csv = (file: string) => readFile(new URL(`${file}.csv`, data), 'utf8');
  const products = readProducts(await csv('catalogue')).rows;
  const known = new Set(products.map(({ gtin }) => gtin));
  const { lines } = await readLines(await readFile(new URL(`statistics/${name}.xlsx`, data)));
  return {
    products,
    alternatives: readPortfolio(await csv('portfolio'), known).rows.map((row) => ({
      gtin: row.gtin,
      alternative: row.alternative_gtin,
      rank: Number(row.rank),
    })),
    exclusives: readExclusives(await csv('exclusive'), known).rows.map(({ gtin }) => gtin),
    // As one list, the first of its source.
    stockouts: readStockouts(await csv('stockouts')).rows.map((row) => ({ ...row, first_list: true })),
    lines: lines.map(({ gtin = '', pharmacode = '', quantity }) => ({
      gtin,
      pharmacode,
      quantity: Number(quantity),
    })),
    providerCompanies: ['Sandoz Pharmaceuticals AG'],
  };
}

/** What `expected/` says of a statistic: computed independently in exact decimals. */
export async function expectedFigures<Expected>(name: string): Promise<Expected> {
  return JSON.parse(await readFile(new URL(`expected/${name}.expected.json`, data), 'utf8')) as Expected;
}
