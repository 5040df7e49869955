import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '#analytics/engine.ts';
import type { CatalogueFiles, StatisticFiles, StockoutFiles } from '#analytics/statistics.ts';
import { demoProvider } from '#fixtures/companies.ts';
import { benchCatalogue } from './catalogue.ts';

/** What every mode starts from: an engine of its own and the benchmark's catalogue. */
export type BenchWorld = {
  engine: Engine;
  catalogue: CatalogueFiles;
  stockouts: StockoutFiles;
  providerCompanies: readonly string[];
  close(): Promise<void>;
};

/** Opens the engine as the server does, with its passing files in a folder that `close` removes. */
export async function openBenchWorld(): Promise<BenchWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const engine = await openEngine({ directory });
  return {
    engine,
    ...(await benchCatalogue(engine)),
    providerCompanies: demoProvider.companies,
    async close() {
      engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Whose statistic a benchmark statistic is. */
export const benchHead = {
  customerName: 'Apotheke Muster',
  customerExternalId: '4711',
  timeInformation: null,
  timeMonthFrom: 1,
  timeYearFrom: 2025,
  timeMonthTo: 12,
  timeYearTo: 2025,
  headerImage: null,
} satisfies StatisticFiles['head'];
