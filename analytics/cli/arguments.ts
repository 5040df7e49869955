import { extname } from 'node:path';
import { UsageError } from './command-error.ts';

const formats = ['table', 'csv', 'json', 'parquet', 'arrow'] as const;
export type Format = (typeof formats)[number];

/** Source of the tables. */
export type Source =
  | { type: 'statistic'; directLinkId: string }
  | { type: 'xlsx'; file: string; catalogue: string; months: Months | null };

export type Months = { timeMonthFrom: number; timeYearFrom: number; timeMonthTo: number; timeYearTo: number };

/** A parameter given once, repeatedly, or as NULL. */
export type GivenValue = string | string[] | null;

export type Command = {
  source: Source | undefined;
  /** The SQL file to run. */
  file: string | undefined;
  parameters: Record<string, GivenValue>;
  format: Format;
  output: string | undefined;
  explain: boolean;
  exportTo: string | undefined;
  help: boolean;
};

export const usage = `Runs a SQL file on the tables of one purchase statistic; docs/sql.md lists tables, files and parameters.

  npm run sql -- --statistic <directLinkId> sql/v1/atc.sql --type all --sortBy count
  npm run sql -- --xlsx file.xlsx --catalogue <folder> sql/v1/summary.sql

Where the tables come from
  --statistic <directLinkId>   a stored statistic: DATABASE_URL, else the portal's own database
  --xlsx <file.xlsx>           a file (.xls, .csv and .txt too), without server and database, together with
  --catalogue <folder>         catalogue.csv, portfolio.csv, exclusive.csv, stockouts.csv; PROVIDER_COMPANIES
  --months 2025-01..2025-12    the months of that file

Parameters of the SQL file
  --<name> <value>             repeated for a list
  --param <name>=<value>       the same for a name that this command uses itself; without "=" the value is NULL
  --help                       with a file: its parameters and their allowed values

What comes out
  --format <format>            ${formats.join(', ')}; default: what --output ends in (.txt: table), else table
  --output <file>              instead of the terminal; a file there is replaced
  --explain                    DuckDB's plan instead of the answer
  --export <file.duckdb>       the tables as a DuckDB file for any DuckDB client`;

const flags = ['explain', 'help'];
const options = ['statistic', 'xlsx', 'catalogue', 'months', 'format', 'output', 'export'];

/** Parses the arguments after `npm run sql --`. @throws UsageError */
export function readArguments(words: readonly string[]): Command {
  const own = new Map<string, string>();
  const parameters: Record<string, GivenValue> = {};
  const files: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) {
      files.push(word);
      continue;
    }
    const [, name = '', attached] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word)!;
    if (flags.includes(name)) {
      if (attached !== undefined) throw new UsageError(`--${name} takes no value.`);
      own.set(name, '');
      continue;
    }
    const value = attached ?? nextValue(name, rest);
    if (name === 'param') addNamed(parameters, value);
    else if (!options.includes(name)) add(parameters, name, value);
    else if (own.has(name)) throw new UsageError(`--${name} was given twice.`);
    else own.set(name, value);
  }
  if (files.length > 1) throw new UsageError(`One SQL file at a time, not ${files.join(' and ')}.`);
  return checked({
    source: sourceOf(own),
    file: files[0],
    parameters,
    format: formatOf(own),
    output: own.get('output') === '-' ? undefined : own.get('output'),
    explain: own.has('explain'),
    exportTo: own.get('export'),
    help: own.has('help'),
  });
}

function nextValue(name: string, rest: string[]): string {
  const value = rest[0];
  if (value === undefined || value.startsWith('--')) {
    throw new UsageError(`--${name} needs a value; one that begins with -- is written --${name}=<value>.`);
  }
  rest.shift();
  return value;
}

function addNamed(parameters: Record<string, GivenValue>, text: string): void {
  const equals = text.indexOf('=');
  if (equals !== -1) add(parameters, text.slice(0, equals), text.slice(equals + 1));
  else if (Object.hasOwn(parameters, text)) throw new UsageError(`--param ${text} was given twice.`);
  else parameters[text] = null;
}

function add(parameters: Record<string, GivenValue>, name: string, value: string): void {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`--${name} can't be a parameter.`);
  const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (known === null) throw new UsageError(`--param ${name} was given twice.`);
  parameters[name] = known === undefined ? value : [known, value].flat();
}

function sourceOf(own: Map<string, string>): Source | undefined {
  const directLinkId = own.get('statistic');
  const file = own.get('xlsx');
  const catalogue = own.get('catalogue');
  const months = own.get('months');
  if (directLinkId !== undefined) {
    if ((file ?? catalogue ?? months) !== undefined) {
      throw new UsageError(
        '--statistic brings its own catalogue and months: not with --xlsx, --catalogue or --months.',
      );
    }
    return { type: 'statistic', directLinkId };
  }
  if ((file === undefined) !== (catalogue === undefined)) {
    throw new UsageError('--xlsx and --catalogue belong together.');
  }
  if (file === undefined || catalogue === undefined) {
    if (months !== undefined) throw new UsageError('--months belongs to --xlsx.');
    return undefined;
  }
  return { type: 'xlsx', file, catalogue, months: months === undefined ? null : monthsOf(months) };
}

function monthsOf(text: string): Months {
  const [, yearFrom, monthFrom, yearTo, monthTo] =
    /^(\d{4})-(0[1-9]|1[0-2])\.\.(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!yearFrom) throw new UsageError(`--months ${text}: write first and last month like 2025-01..2025-12.`);
  if (`${yearFrom}-${monthFrom}` > `${yearTo}-${monthTo}`) {
    throw new UsageError(`--months ${text}: the last month comes before the first.`);
  }
  return {
    timeMonthFrom: Number(monthFrom),
    timeYearFrom: Number(yearFrom),
    timeMonthTo: Number(monthTo),
    timeYearTo: Number(yearTo),
  };
}

function formatOf(own: Map<string, string>): Format {
  const given = own.get('format');
  if (given !== undefined) {
    if (formats.includes(given as Format)) return given as Format;
    throw new UsageError(`--format ${given}: there is ${formats.join(', ')}.`);
  }
  const output = own.get('output') ?? '-';
  const ending = extname(output).slice(1).toLowerCase();
  if (formats.includes(ending as Format)) return ending as Format;
  if (ending === 'txt' || output === '-' || own.has('help')) return 'table';
  throw new UsageError(`--output ${output}: its ending says no format; give --format ${formats.join(', ')}.`);
}

function checked(command: Command): Command {
  const { source, file, output, explain, exportTo, help } = command;
  if (help) return command;
  if (!source)
    throw new UsageError('Say where the tables come from: --statistic, or --xlsx with --catalogue.');
  if (file === undefined) {
    if (exportTo === undefined) throw new UsageError('Name a SQL file to run, or a file to --export to.');
    if (explain || output !== undefined || Object.keys(command.parameters).length > 0) {
      throw new UsageError('--explain, --output and parameters belong to a SQL file.');
    }
  }
  for (const [name, target] of Object.entries({ output, export: exportTo })) {
    if (/\.(sql|xlsx)$/i.test(target ?? ''))
      throw new UsageError(`--${name} ${target} would replace a SQL file or a workbook; give another name.`);
  }
  if (explain && output !== undefined) throw new UsageError('--explain prints; it has no --output.');
  return command;
}
