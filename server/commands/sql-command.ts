import { availableParallelism } from 'node:os';
import { type Command, readArguments, type Source, usage } from '#analytics/cli/arguments.ts';
import { CommandError, UsageError } from '#analytics/cli/command-error.ts';
import { commandFile, type OpenTables, parameterHelp, runCommand, type Terminal } from '#analytics/cli.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { closeOnSignals, closing } from '../start/closing.ts';
import { isExplained } from '../start/command-database.ts';
import { openProcessFolder } from '../start/process-folder.ts';
import { calledFrom } from '../start/process-start.ts';
import { lendStatistic } from './sql/stored-statistic.ts';
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
  if (command.format === 'parquet' && command.output === undefined && process.stdout.isTTY) {
    throw new UsageError('Parquet is not for reading on a terminal: give --output <file.parquet>.');
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
    : lendWorkbook(engine, source, terminal, work);
}
