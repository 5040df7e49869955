import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { holdStatistics, type StatisticKey, type Statistics } from '#analytics/statistics.ts';
import type { ViewContext } from '#analytics/views/view.ts';
import { askView, type World, writeWorld } from '#tests/support/world.ts';
import { providerCompanies } from './random-world.ts';

export type AddedWorld = {
  key: StatisticKey;
  /** The answer of a view as JSON has it. `parameters` as a query string would give them. */
  view<Answer = Record<string, unknown>[]>(
    name: string,
    parameters?: Record<string, unknown>,
    context?: Partial<ViewContext>,
  ): Promise<Answer>;
};

export type OpenWorlds = {
  engine: Engine;
  statistics: Statistics;
  add(world: World): Promise<AddedWorld>;
  close(): Promise<void>;
};

/**
 * Many worlds, one after the other, in one DuckDB: a statistic and a catalogue each. Few are held at a time.
 * All have the provider companies of random worlds.
 */
export async function openWorlds(memoryBytes = 3_000_000): Promise<OpenWorlds> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-worlds-'));
  const engine = await openEngine({ directory });
  const files: Awaited<ReturnType<typeof writeWorld>>[] = [];
  const statistics = holdStatistics(engine, {
    sources: {
      catalogue: async (number) => files[number]!.catalogue,
      stockouts: async (number) => files[number]!.stockouts,
      focusGroups: async (number) => files[number]!.focusGroups,
      // None is the revision of rates that nobody set.
      rates: async (revision) => files[revision - 1]!.rates,
      statistic: async (number) => files[number]!.statistic,
      lines: async (number) => files[number]!.statistic.lines,
    },
    providerCompanies,
    memoryBytes,
    onError(error) {
      throw error;
    },
  });
  return {
    engine,
    statistics,
    async add(world) {
      const number = files.push(await writeWorld(engine, world)) - 1;
      const key = {
        statistic: number,
        revision: 1,
        catalogue: number,
        stockouts: number,
        focusGroups: number,
        rates: number + 1,
      };
      return {
        key,
        view: (name, parameters, context) => askView(statistics, key, name, parameters, context),
      };
    },
    async close() {
      engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
