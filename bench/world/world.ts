import { type Engine, openEngine } from '#analytics/engine.ts';
import type { StatisticFiles } from '#analytics/statistics.ts';
import { demoProvider } from '#server/config.ts';
import { openProcessFolder } from '#server/start/process-folder.ts';
import { benchCatalogue, type ReferenceData } from './catalogue.ts';

/** What every mode starts from: an engine of its own and the benchmark's catalogue, or another. */
export type BenchWorld = ReferenceData & {
  engine: Engine;
  providerCompanies: readonly string[];
  close(): Promise<void>;
};

/** Opens the engine as the server does, with its passing files in a folder that `close` removes. */
export async function openBenchWorld(
  referenceData: (engine: Engine) => Promise<ReferenceData> = benchCatalogue,
): Promise<BenchWorld> {
  const folder = await openProcessFolder('bench');
  const engine = await openEngine({ directory: folder.path });
  return {
    engine,
    ...(await referenceData(engine)),
    providerCompanies: demoProvider.companies,
    async close() {
      engine.close();
      await folder.remove();
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
