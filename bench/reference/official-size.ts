import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCatalogue, type Catalogue } from '#fixtures/catalogue.ts';
import { buildCustomers } from '#fixtures/customers.ts';
import { type OfficialFile, officialFiles } from '#fixtures/official/official-files.ts';
import { listedPacks, slDays, slFhir } from '#fixtures/official/sl-fhir.ts';
import { authorisedPacks, swissmedicWorkbook } from '#fixtures/official/swissmedic.ts';
import { customersCsv, customersWorkbook, manyCustomers } from '#fixtures/official/tables.ts';
import { buildStockoutLists } from '#fixtures/stockouts.ts';
import type { SourceKey } from '#server/reference-data/sources/rows.ts';
import { cacheDirectory } from '../world/cache.ts';

/** As many as there are: packs that Swissmedic lists, packs on the Spezialitätenliste, customers of a whole market. */
const officialSizes = { packs: 17_864, slPacks: 10_000, customers: 200_000 };

const TODAY = '2026-06-10';
/** So many packs that as many of them are medicines as Swissmedic lists; the rest sells without authorisation. */
const PACKS = 18_200;

/** A file of a source at the size that it has when published. */
export type SourceAtSize = { key: SourceKey; path: string; bytes: number };

/** Files of all sources at official sizes, made from a seed on first use and kept in the cache. */
export async function sourcesAtOfficialSize(): Promise<SourceAtSize[]> {
  const files = officialFilesAtSize();
  const sources: SourceAtSize[] = [];
  for (const { key, name, make } of files) {
    const path = await kept(name, make);
    const { size } = await stat(path);
    sources.push({ key, path, bytes: size });
  }
  return sources;
}

type Planned = { key: SourceKey; name: string; make(): OfficialFile['content'] };

function officialFilesAtSize(): Planned[] {
  let made: { catalogue: Catalogue; files: ReturnType<typeof officialFiles> } | undefined;
  // Nothing is built while all files are there.
  const world = () => {
    if (made) return made;
    const catalogue = buildCatalogue({ packs: PACKS });
    const stockoutLists = buildStockoutLists(catalogue.products, TODAY, 1);
    made = {
      catalogue,
      files: officialFiles({ catalogue, customers: buildCustomers(1), stockoutLists, today: TODAY }),
    };
    return made;
  };
  const customers = () => manyCustomers(buildCustomers(1), officialSizes.customers);
  const usual: SourceKey[] = [
    'bag-sl-prices',
    'pharmacodes',
    'own-attributes',
    'portfolio',
    'exclusives',
    'stockouts-wholesaler',
    'stockouts-drugshortage',
    'stockouts-engpassradar',
    'stockouts-national-supply',
    'stockouts-own',
  ];
  return [
    {
      key: 'swissmedic-packs',
      name: 'swissmedic-packs.xlsx',
      make: () => {
        const packs = authorisedPacks(world().catalogue.products).slice(0, officialSizes.packs);
        if (packs.length < officialSizes.packs) throw new Error(`Only ${packs.length} packs are medicines.`);
        return swissmedicWorkbook(packs, '2026-06-01');
      },
    },
    {
      key: 'bag-sl-fhir',
      name: 'bag-sl-fhir.ndjson',
      make: () =>
        slFhir(listedPacks(world().catalogue.products).slice(0, officialSizes.slPacks), slDays(TODAY)),
    },
    ...usual.map((key) => ({ key, name: key, make: () => world().files[key]().content })),
    { key: 'customers', name: 'customers.csv', make: () => customersCsv(customers()) },
    { key: 'customers', name: 'customers.xlsx', make: () => customersWorkbook(customers()) },
  ];
}

async function kept(name: string, make: () => OfficialFile['content']): Promise<string> {
  const folder = join(cacheDirectory(), 'official');
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, make());
  await rename(unfinished, path);
  return path;
}
