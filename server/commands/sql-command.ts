import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Command, readArguments, type Source, usage } from '#analytics/cli/arguments.ts';
import { CommandError, UsageError } from '#analytics/cli/command-error.ts';
import { commandFile, type OpenTables, parameterHelp, runCommand, type Terminal } from '#analytics/cli.ts';
import { standardContext } from '#analytics/context.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { holdStatistics, type StatisticKey } from '#analytics/statistics.ts';
import { type Config, readConfig } from '../config.ts';
import { readRevisionsForFigures } from '../platform/cache-invalidation/revisions.ts';
import { goByDatabase } from '../platform/clock.ts';
import { closeOnSignals, closing } from '../platform/closing.ts';
import { createPool, firstConnection } from '../platform/database/pool.ts';
import { isUndefinedTable } from '../platform/database/query.ts';
import { readSettings } from '../platform/settings/setting-queries.ts';
import { findProviderCompanies, findProviderRevision } from '../reference-data/provider-queries.ts';
import { calledFrom, isExplained, openCommandDatabase } from '../start/command-database.ts';
import { openProcessFolder } from '../start/process-folder.ts';
import { postgresSources } from '../start/statistic-sources.ts';
import { isStopped, memberStates } from '../statistics/combined/combined-queries.ts';
import { findLink } from '../statistics/statistic-queries.ts';
import { lendWorkbook } from './sql/workbook.ts';

const terminal: Terminal = {
  output: process.stdout,
  notice: (text) => console.error(text),
  directory: calledFrom('sql'),
};

closeOnSignals();

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\nnpm run sql -- --help says more.`);
  else if (error instanceof CommandError || isExplained(error)) console.error(error.message);
  else console.error(error);
}

async function run(command: Command): Promise<void> {
  const { format } = command;
  if ((format === 'parquet' || format === 'arrow') && command.output === undefined && process.stdout.isTTY) {
    throw new UsageError(`${format} is not for reading on a terminal: give --output <file.${format}>.`);
  }
  const file = await commandFile(command, terminal.directory);
  if (command.help || !command.source) {
    console.log(file ? parameterHelp(file) : usage);
    return;
  }
  const { source } = command;
  await withEngine((engine) =>
    withTables(engine, source, (tables) => runCommand(command, file, tables, terminal)),
  );
}

async function withEngine(work: (engine: Engine) => Promise<void>): Promise<void> {
  const folder = await openProcessFolder('sql');
  const remove = closing(folder.remove);
  const engine = await openEngine({
    directory: folder.path,
    connections: 2,
    threads: availableParallelism(),
  });
  try {
    await work(engine);
  } finally {
    engine.close();
    await remove();
  }
}

function withTables(
  engine: Engine,
  source: Source,
  work: (tables: OpenTables) => Promise<void>,
): Promise<void> {
  return source.type === 'statistic'
    ? lendStatistic(engine, source.directLinkId, terminal, work)
    : lendWorkbook(engine, source, { ...terminal, mostCodes: commandConfig().mostCodes }, work);
}

/** Settings required of a portal that the command does not need take the demo's values. */
function commandConfig(): Config {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR, PROVIDER_COMPANIES, DEDUCTIBLE_RATE, IMPORT_CODES } =
    process.env;
  return readConfig({
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATA_DIR,
    PROVIDER_COMPANIES,
    DEDUCTIBLE_RATE,
    IMPORT_CODES,
    DEMO: 'on',
  });
}

/** Loads the tables of a stored statistic, joined with the newest catalogue. @throws CommandError, NoDatabaseError */
async function lendStatistic(
  engine: Engine,
  directLinkId: string,
  terminal: Terminal,
  work: (tables: OpenTables) => Promise<void>,
): Promise<void> {
  const { PROVIDER_COMPANIES } = process.env;
  const config = commandConfig();
  await withPool(config, async (pool) => {
    const { key, active, combined } = await findKey(pool, directLinkId);
    const set = await findProviderRevision(pool, key.provider ?? 0);
    const providerCompanies = set ?? (await findProviderCompanies(pool)) ?? config.provider.companies;
    if (PROVIDER_COMPANIES && !isDeepStrictEqual(providerCompanies, config.provider.companies)) {
      terminal.notice(
        `PROVIDER_COMPANIES is for --xlsx; this portal runs with ${providerCompanies.join('; ')}.`,
      );
    }
    const { newStockoutDays } = await readSettings(pool, config);
    if (!active) terminal.notice('The link of this statistic is disabled.');
    if (combined && isStopped(await memberStates(pool, [key.statistic]), key.statistic)) {
      terminal.notice(
        'The portal shows nothing of this combined statistic: a member is disabled, deleted or out of the sight of who combined it. Of what is deleted for good nothing counts.',
      );
    }
    const statistics = holdStatistics(engine, {
      sources: postgresSources(pool, engine),
      mostCodes: config.mostCodes,
      providerCompanies,
      rates: { raisedDeductible: config.deductibleRate },
      memoryBytes: Number.POSITIVE_INFINITY,
      onError: (error) => console.error(error),
    });
    const context = { ...standardContext(), newStockoutDays };
    await work({
      engine,
      context,
      use: (query) => statistics.use(key, query),
      withLines: (query) => statistics.withLines(key, query),
    });
  });
}

async function withPool(config: Config, work: (pool: Pool) => Promise<void>): Promise<void> {
  if (!config.databaseUrl) await requireOwnDatabase(config);
  const database = await openCommandDatabase(config);
  const pool = createPool(database.url, { max: 2 });
  const end = closing(() => pool.end());
  try {
    (await firstConnection(pool)).release();
    await goByDatabase(pool);
    await work(pool);
  } finally {
    await end();
    await database.close();
  }
}

/** @throws errors of the file system where another user's database is not accessible */
async function requireOwnDatabase({ dataDir, postgresDirectory }: Config): Promise<void> {
  try {
    await access(join(postgresDirectory, 'PG_VERSION'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CommandError(
      `There is no database: DATABASE_URL is not set, and ${dataDir} holds none. npm start makes one.`,
    );
  }
}

async function findKey(
  pool: Pool,
  directLinkId: string,
): Promise<{ key: StatisticKey; active: boolean; combined: boolean }> {
  try {
    const link = await findLink(pool, directLinkId);
    if (!link) throw new CommandError(`There is no statistic ${directLinkId} in this database.`);
    const { catalogue, ...others } = await readRevisionsForFigures(pool);
    if (catalogue === null) {
      throw new CommandError('No catalogue is published yet: npm run catalogue publishes one.');
    }
    const { id: statistic, revision, active, combined } = link;
    return { key: { statistic, revision, catalogue, ...others }, active, combined };
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    throw new CommandError('This database has no tables of the portal yet: npm start makes them.');
  }
}
