import { execFile } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArguments, type Source } from '#analytics/cli/arguments.ts';
import { CommandError } from '#analytics/cli/command-error.ts';
import { commandFile, type OpenTables, runCommand, type Terminal } from '#analytics/cli.ts';
import { standardContext } from '#analytics/context.ts';
import { openEngine } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import { tables } from '#analytics/tables.ts';
import { findView, views } from '#analytics/views/index.ts';
import { lendWorkbook } from '#server/commands/sql/workbook.ts';
import { type CartFigures, cartStatistic, expectCart } from '#tests/support/cart-figures.ts';
import { expectMarket, type MarketFigures, marketFigures } from '#tests/support/market-figures.ts';
import { referenceData, referenceDataPresent } from '#tests/support/reference-data.ts';
import { expectedFigures } from '#tests/support/reference-world.ts';
import { long } from '#tests/support/rounds.ts';
import { generic, original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

let folder: string;
/** The tables of bezug.xlsx, opened once. */
let shared: Lent;
let said: string[];
const from = ['--xlsx', 'bezug.xlsx', '--catalogue', 'catalogue'];

/** Packs: 3 originals at 20 (public 35.50), 2 generics at 12 (22.25), 5 of the provider's at 10 (19.90), 1 unknown. */
const bought = [
  [original, 3],
  [generic, 2],
  [provider, 5],
  ['4006381333931', 1],
] as const;
const atcRow = {
  atcCategory: 'C',
  count: 3,
  qtySum: 10,
  efPreisSum: 134,
  pPreisSum: 250.5,
  turnoverPotential: 50,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-sql-'));
  process.env.PROVIDER_COMPANIES = 'Provider AG';
  await writeFile(join(folder, 'bezug.xlsx'), await workbook(bought));
  await writeCatalogue('catalogue');
  said = [];
  const terminal = {
    output: new PassThrough(),
    notice: (notice: string) => said.push(notice),
    directory: folder,
  };
  shared = await openTables(
    { type: 'xlsx', file: 'bezug.xlsx', catalogue: 'catalogue', months: null },
    terminal,
  );
});

afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true });
});

async function writeCatalogue(name: string): Promise<void> {
  const { catalogue, stockouts } = smallCatalogue;
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'catalogue.csv'), catalogue!.products);
  await writeFile(join(folder, name, 'portfolio.csv'), catalogue!.portfolio);
  await writeFile(join(folder, name, 'exclusive.csv'), catalogue!.exclusive);
  await writeFile(join(folder, name, 'stockouts.csv'), stockouts!.csv);
}

/** What the command prints. */
async function sql(...words: string[]): Promise<string> {
  return (await run(words)).printed;
}

async function run(words: string[]): Promise<{ printed: string; notices: string[] }> {
  const output = new PassThrough();
  const notices: string[] = [];
  const terminal = { output, notice: (notice: string) => notices.push(notice), directory: folder };
  const command = readArguments(words);
  if (command.source?.type !== 'xlsx') throw new Error('This test has no stored statistic.');
  const file = await commandFile(command, folder);
  const printed = text(output);
  const isolated = !from.every((word) => words.includes(word)) || command.source.months !== null;
  const { tables: opened, close } = isolated ? await openTables(command.source, terminal) : shared;
  try {
    await runCommand(command, file, opened, terminal);
  } finally {
    if (isolated) await close();
    output.end();
  }
  return { printed: await printed, notices };
}

type Lent = { tables: OpenTables; close(): Promise<void> };

/** The tables of a workbook for as long as they are not closed. */
async function openTables(source: Extract<Source, { type: 'xlsx' }>, terminal: Terminal): Promise<Lent> {
  const engine = await openEngine({ directory: await mkdtemp(join(folder, 'engine-')), connections: 2 });
  const lent = Promise.withResolvers<OpenTables>();
  const closing = Promise.withResolvers<void>();
  const lending = lendWorkbook(engine, source, terminal, async (opened) => {
    lent.resolve(opened);
    await closing.promise;
  });
  lending.catch((error: unknown) => {
    engine.close();
    lent.reject(error);
  });
  return {
    tables: await lent.promise,
    async close() {
      closing.resolve();
      await lending;
      engine.close();
    },
  };
}

/** The message that the command ends with. */
async function refusal(...words: string[]): Promise<string> {
  try {
    await run(words);
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
  throw new Error('The command succeeded.');
}

async function ownFile(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return name;
}

describe('a file of the dashboards', () => {
  test('gives its figures for an .xlsx and a catalogue folder', async () => {
    const [summary] = [JSON.parse(await sql(...from, 'sql/v1/summary.sql', '--format', 'json'))];
    expect(summary).toMatchObject({
      turnoverTotal: 134,
      turnoverOriginal: 60,
      turnoverGenericum: 74,
      turnoverProvider: 50,
      potentialTotal: 50,
      genericQuota: 55,
      totalQty: 11,
      numberOfArticles: 4,
      alternativeProvider: 2,
      duplicateProducts3: 1,
      timeMonthFrom: null,
    });
  });

  test('takes the months that are given', async () => {
    const words = [...from, '--months', '2024-07..2025-06', 'sql/v1/short-summary.sql', '--format', 'json'];
    expect(JSON.parse(await sql(...words))).toMatchObject({
      timeMonthFrom: 7,
      timeYearFrom: 2024,
      timeMonthTo: 6,
      timeYearTo: 2025,
    });
  });

  test('takes the parameters of its view', async () => {
    const atc = async (type: string) =>
      JSON.parse(await sql(...from, 'sql/v1/atc.sql', '--type', type, '--format=json'));
    expect(await atc('all')).toEqual([atcRow]);
    expect(await atc('provider')).toMatchObject([{ count: 1, qtySum: 5, efPreisSum: 50 }]);
    expect(await atc('provider_alternative')).toMatchObject([{ count: 2, qtySum: 5, efPreisSum: 84 }]);
  });

  test('takes a list by repeating the flag', async () => {
    const names = async (...words: string[]) => {
      const rows = JSON.parse(await sql(...from, 'sql/v1/manufacturers.sql', '--format', 'json', ...words));
      return rows.map((row: { manufacturerName: string }) => row.manufacturerName);
    };
    expect(await names('--general', 'match')).toEqual(['Original AG', 'Generic AG']);
    expect(await names('--general', 'match', '--general', 'sb20')).toEqual(['Original AG']);
  });

  test('runs with nothing but defaults, whichever view it belongs to', async () => {
    for (const view of views) {
      if (!view.parameters.safeParse({}).success) continue;
      const answer = JSON.parse(await sql(...from, `sql/${view.sql}`, '--format', 'json'));
      expect(Array.isArray(answer)).toBe(view.cardinality === 'many');
    }
  });

  test('tells what it does not take, all of it at once', async () => {
    const words = ['sql/v1/atc.sql', '--type', 'alle', '--sortBy', 'qty', '--top', '5'];
    expect((await refusal(...from, ...words)).split('\n')).toEqual([
      '--type alle: allowed is all, provider, provider_alternative.',
      '--sortBy qty: allowed is count, qtySum, efPreisSum, pPreisSum, turnoverPotential.',
      '--top: sql/v1/atc.sql has no such parameter; it has --type, --sortBy.',
    ]);
    expect(await refusal(...from, 'sql/v1/atc.sql', '--type', 'all', '--type', 'provider')).toBe(
      '--type takes one value.',
    );
    expect(
      await refusal(...from, 'sql/v1/manufacturers.sql', '--general', 'match', '--general', 'sb40'),
    ).toBe('--general sb40: allowed is match, sb20.');
    expect(await refusal(...from, 'sql/v1/summary.sql', '--type', 'all')).toBe(
      '--type: sql/v1/summary.sql has no such parameter; it has none.',
    );
  });
});

describe("an analyst's own file", () => {
  test('takes parameters by the types that it casts them to', async () => {
    const file = await ownFile(
      'own.sql',
      `-- $comment::integer is none
       select $least::integer as least, $names::varchar[] as names, $since::date as since,
         $factor::decimal(8, 2) as factor, $only::boolean as only_that, $numbers::bigint[] as numbers, $bare as bare
       from statistic`,
    );
    const words =
      '--least 2 --names a --names b,c --since 2025-01-31 --factor 1.10 --only false --numbers 7 --bare x';
    expect(JSON.parse(await sql(...from, file, ...words.split(' '), '--format', 'json'))).toEqual([
      {
        least: 2,
        names: "[a, 'b,c']",
        since: '2025-01-31',
        factor: 1.1,
        only_that: false,
        numbers: '[7]',
        bare: 'x',
      },
    ]);
  });

  test('takes NULL, a name that the command has itself, and an empty list', async () => {
    const file = await ownFile(
      'own.sql',
      'select $format::varchar as a, $none::integer is null as b, len($l::varchar[]) as c',
    );
    const words = ['--param', 'format=x=y', '--param', 'none', '--format', 'csv'];
    expect(await sql(...from, file, ...words)).toBe('a,b,c\nx=y,true,0\n');
  });

  test('is told what is wrong with its parameters', async () => {
    const file = await ownFile(
      'own.sql',
      'select $least::integer, $only::boolean, $factor::double, $name::varchar',
    );
    const words = ['--least', '2.5', '--only', 'yes', '--factor', 'much', '--other', '1'];
    expect((await refusal(...from, file, ...words)).split('\n')).toEqual([
      '--other: own.sql has no such parameter; it has --least, --only, --factor, --name.',
      '--least 2.5 is no whole number: $least::integer in own.sql.',
      '--only yes: allowed is true or false: $only::boolean in own.sql.',
      '--factor much is no number: $factor::double in own.sql.',
      '--name is missing: $name::varchar in own.sql.',
    ]);
  });

  test('gets today, the days of a new stock-out and the language without asking', async () => {
    const file = await ownFile(
      'own.sql',
      'select $today::date as t, $newStockoutDays::integer as d, $language::varchar as l',
    );
    const { today } = standardContext();
    expect(await sql(...from, file, '--format', 'csv')).toBe(`t,d,l\n${today},14,de\n`);
    const chosen = ['--today', '2026-02-28', '--newStockoutDays', '7', '--language', 'it'];
    expect(await sql(...from, file, '--format', 'csv', ...chosen)).toBe('t,d,l\n2026-02-28,7,it\n');
    expect(await refusal(...from, file, '--today', 'yesterday')).toBe(
      '--today yesterday: allowed is a date like 2026-01-31.',
    );
    expect(await refusal(...from, file, '--language', 'rm')).toBe(
      '--language rm: allowed is de, en, fr, it.',
    );
  });

  test('sees every table under its name', async () => {
    for (const { name, columns } of tables) {
      const file = await ownFile('own.sql', `select ${Object.keys(columns).join(', ')} from ${name}`);
      expect((await sql(...from, file, '--format', 'csv')).split('\n')[0]).toBe(
        Object.keys(columns).join(','),
      );
    }
  });

  test('is one SELECT and nothing else', async () => {
    const outside = join(folder, 'stolen.csv');
    for (const statement of [
      'create table mine as from assortment',
      'insert into assortment from assortment',
      'delete from lines',
      'drop view lines',
      `attach ':memory:' as other`,
      "set memory_limit = '10GB'",
      'call pragma_version()',
      'explain select 1',
      'install httpfs',
    ]) {
      expect(await refusal(...from, await ownFile('own.sql', statement))).toContain('own.sql: ');
    }
    expect(await refusal(...from, await ownFile('own.sql', 'delete from assortment'))).toBe(
      'own.sql: only SELECT is run; nothing here is written or changed.',
    );
    expect(await refusal(...from, await ownFile('own.sql', `copy lines to '${outside}'`))).toContain(
      'own.sql: ',
    );
    expect(await readdir(folder)).not.toContain('stolen.csv');
    expect(await refusal(...from, await ownFile('own.sql', 'select 1; select 2'))).toBe(
      'own.sql: one statement is run at a time; this file has 2.',
    );
    expect(await refusal(...from, await ownFile('own.sql', '-- later\n'))).toBe('own.sql has no statement.');
  });

  test('reads no file and no network', async () => {
    const file = await ownFile(
      'own.sql',
      `select *\nfrom read_text('${join(folder, 'catalogue/catalogue.csv')}')`,
    );
    expect(await refusal(...from, file)).toMatch(/^own\.sql:2: Permission Error/);
  });

  test("gets DuckDB's words with file and line", async () => {
    const misspelt = await ownFile('own.sql', '-- a comment\nselect\n  quantty\nfrom assortment');
    for (const words of [[], ['--format', 'parquet'], ['--format', 'csv'], ['--explain']]) {
      const message = await refusal(...from, misspelt, ...words);
      expect(message).toMatch(/^own\.sql:3: Binder Error: .*"quantty"/);
      expect(message).toContain('quantity');
    }
    expect(await refusal(...from, await ownFile('own.sql', 'select\n1 2 3'))).toMatch(
      /^own\.sql:2: Parser Error/,
    );
    const atRunTime = await ownFile('own.sql', "select\n\n(gtin || 'x')::bigint from assortment");
    for (const format of ['table', 'json', 'csv']) {
      expect(await refusal(...from, atRunTime, '--format', format)).toMatch(/^own\.sql:3: Conversion Error/);
    }
  });

  test('keeps its order and its exact types', async () => {
    const file = await ownFile(
      'own.sql',
      'select gtin, quantity, ex_factory_price, 0.1::double as d, [quantity] as l from assortment order by quantity desc',
    );
    expect(await sql(...from, file, '--format', 'csv')).toBe(
      `gtin,quantity,ex_factory_price,d,l
${provider},5,10.00,0.1,[5]
${original},3,20.00,0.1,[3]
${generic},2,12.00,0.1,[2]
4006381333931,1,,0.1,[1]
`,
    );
    expect(JSON.parse(await sql(...from, file, '--format', 'json'))[3]).toEqual({
      gtin: '4006381333931',
      quantity: 1,
      ex_factory_price: null,
      d: 0.1,
      l: '[1]',
    });
  });

  test('may divide by zero and still give JSON', async () => {
    const file = await ownFile('own.sql', "select 'nan'::double as a, 'inf'::float as b, 1e300 as c");
    expect(JSON.parse(await sql(...from, file, '--format', 'json'))).toEqual([
      { a: null, b: null, c: 1e300 },
    ]);
  });
});

describe('formats', () => {
  const atc = [...from, 'sql/v1/atc.sql'];
  const { version } = sqlFile('v1/atc.sql');

  test('a table has its numbers on the right and counts its rows', async () => {
    const file = await ownFile(
      'own.sql',
      'select gtin, quantity, origin from assortment order by quantity desc limit 2',
    );
    expect(await sql(...from, file)).toBe(
      `gtin           quantity  origin
-------------  --------  --------
${provider}         5  generic
${original}         3  original
2 rows
`,
    );
  });

  test('a table of one row goes downwards', async () => {
    const file = await ownFile('own.sql', "select 1 as one, null as nothing, 'a\nb' as three");
    expect(await sql(...from, file)).toBe('one      1\nnothing  NULL\nthree    a b\n');
  });

  test('a long table is cut and says so', async () => {
    const lines = (await sql(...from, await ownFile('own.sql', 'from range(250)'))).trimEnd().split('\n');
    expect(lines).toHaveLength(103);
    expect(lines.at(-1)).toBe('… 150 more of 250 rows; --format csv has them all');
  });

  test('CSV', async () => {
    expect(await sql(...atc, '--format', 'csv')).toBe(
      'atcCategory,count,qtySum,efPreisSum,pPreisSum,turnoverPotential\nC,3,10.0,134.0,250.5,50.0\n',
    );
  });

  test('Arrow carries the version that made it', async () => {
    await run([...atc, '--output', 'atc.arrow']);
    const table = tableFromIPC(await readFile(join(folder, 'atc.arrow')));
    expect(table.toArray().map((row) => row.toJSON())).toEqual([atcRow]);
    expect(table.schema.metadata.get('sqlVersion')).toBe(version);
  });

  test('Arrow of own types', async () => {
    const file = await ownFile(
      'own.sql',
      "select 7::bigint as b, 1.25::decimal(8,2) as d, date '2025-01-31' as t",
    );
    await run([...from, file, '--output', 'own.arrow']);
    const table = tableFromIPC(await readFile(join(folder, 'own.arrow')));
    expect(table.toArray().map((row) => row.toJSON())).toEqual([{ b: 7, d: 1.25, t: '2025-01-31' }]);
  });

  test('Parquet carries the version that made it', async () => {
    await run([...atc, '--output', 'atc.parquet']);
    const connection = await (await DuckDBInstance.create()).connect();
    const path = join(folder, 'atc.parquet');
    const rows = await connection.runAndReadAll(`from '${path}'`);
    expect(rows.getRowObjectsJS()).toEqual([atcRow]);
    const metadata = await connection.runAndReadAll(
      `select decode(key), decode(value) from parquet_kv_metadata('${path}')`,
    );
    expect(metadata.getRowsJS()).toContainEqual(['sqlVersion', version]);
    connection.closeSync();
  });

  test('an output replaces the file that was there, or leaves it alone', async () => {
    await writeFile(join(folder, 'kept.csv'), 'before');
    const wrong = await ownFile('own.sql', 'select nothing');
    await refusal(...from, wrong, '--output', 'kept.csv');
    expect(await readFile(join(folder, 'kept.csv'), 'utf8')).toBe('before');
    const { printed, notices } = await run([...atc, '--output', 'kept.csv']);
    expect(printed).toBe('');
    expect(notices.at(-1)).toContain(version);
    expect(await readFile(join(folder, 'kept.csv'), 'utf8')).toContain('C,3,10.0');
    expect(await refusal(...atc, '--output', 'nowhere/atc.csv')).toBe(
      `There is no folder ${folder}/nowhere.`,
    );
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
    expect(await readdir(shared.tables.engine.directory)).toEqual([]);
  });

  test('an output follows a link, keeps the mode of the file, and leaves a protected one alone', async () => {
    const [file, link] = [join(folder, 'linked.csv'), join(folder, 'link.csv')];
    await writeFile(file, 'before', { mode: 0o600 });
    await symlink(file, link);
    await run([...atc, '--output', 'link.csv']);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain('C,3,10.0');
    await chmod(file, 0o400);
    expect(await refusal(...atc, '--output', 'linked.csv')).toBe(`${file} is write-protected.`);
    expect(await refusal(...atc, '--output', '.', '--format', 'csv')).toBe(`${folder} is a folder.`);
  });

  test('an output to a device or a pipe is written into it', async () => {
    const device = await stat('/dev/null');
    await run([...atc, '--output', '/dev/null', '--format', 'csv']);
    expect(await stat('/dev/null')).toMatchObject({ ino: device.ino, rdev: device.rdev });
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const [read] = await Promise.all([
      readFile(pipe, 'utf8'),
      run([...atc, '--output', 'pipe', '--format', 'csv']),
    ]);
    expect(read).toContain('C,3,10.0');
    expect((await stat(pipe)).isFIFO()).toBe(true);
    expect(await refusal(...atc, '--output', '/dev/full', '--format', 'csv')).toContain(
      "/dev/full can't be written: ENOSPC",
    );
  });

  test('a table in a file has every row', async () => {
    await run([...from, await ownFile('own.sql', 'from range(250)'), '--output', 'all.txt']);
    const lines = (await readFile(join(folder, 'all.txt'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(253);
    expect(lines.at(-1)).toBe('250 rows');
  });

  test("--explain draws DuckDB's plan", async () => {
    const plan = await sql(...atc, '--explain');
    expect(plan).toContain('SEQ_SCAN');
    expect(plan).toContain('assortment');
  });
});

describe('--export', () => {
  test('writes a DuckDB file that any client opens, with every table and what its columns mean', async () => {
    const { notices } = await run([...from, '--export', 'statistic.duckdb']);
    expect(notices.at(-1)).toBe(`Exported to ${folder}/statistic.duckdb.`);
    await withExport(async (connection) => {
      const listed = await connection.runAndReadAll(
        'select table_name, comment from duckdb_tables() order by table_name',
      );
      expect(listed.getRowsJS()).toEqual(
        tables.map(({ name, description }) => [name, description]).toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
      );
      const uncommented = await connection.runAndReadAll(
        'select table_name, column_name from duckdb_columns() where not internal and comment is null',
      );
      expect(uncommented.getRowsJS()).toEqual([]);
      const counts = await connection.runAndReadAll(
        'select (select count(*) from lines), (select count(*) from assortment), (select count(*) from products)',
      );
      expect(counts.getRowsJson()).toEqual([['4', '4', '3']]);
    });
  });

  test('the files run in it unmodified, with the same answers', async () => {
    await withExport(async (connection) => {
      const context: Record<string, unknown> = standardContext();
      for (const view of views) {
        const parsed = view.parameters.safeParse({});
        if (!parsed.success) continue;
        const values = {
          ...parsed.data,
          ...Object.fromEntries((view.context ?? []).map((name) => [name, context[name]])),
        };
        const given = Object.entries(values).map(([name, value]) => `"${name}" := ${literal(value)}`);
        await connection.run(`prepare q as ${sqlFile(view.sql).text}`);
        const there = await connection.runAndReadAll(
          given.length > 0 ? `execute q(${given.join(', ')})` : 'execute q',
        );
        const here = JSON.parse(await sql(...from, `sql/${view.sql}`, '--format', 'json'));
        expect(plain(there.getRowObjectsJS())).toEqual(view.cardinality === 'one' ? [here] : here);
        await connection.run('deallocate q');
      }
    });
  });

  test('goes with a query', async () => {
    expect(await sql(...from, 'sql/v1/atc.sql', '--export', 'both.duckdb', '--format', 'csv')).toContain(
      'C,3',
    );
    expect(await readdir(folder)).toContain('both.duckdb');
  });

  async function withExport(
    work: (connection: Awaited<ReturnType<DuckDBInstance['connect']>>) => Promise<void>,
  ): Promise<void> {
    const instance = await DuckDBInstance.create(join(folder, 'statistic.duckdb'), {
      access_mode: 'READ_ONLY',
    });
    const connection = await instance.connect();
    try {
      await work(connection);
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  }
});

describe('what can be missing', () => {
  test('files of the catalogue folder', async () => {
    await mkdir(join(folder, 'half'));
    await writeFile(join(folder, 'half', 'catalogue.csv'), smallCatalogue.catalogue!.products);
    expect(await refusal('--xlsx', 'bezug.xlsx', '--catalogue', 'half', 'sql/v1/atc.sql')).toBe(
      `The catalogue folder ${folder}/half lacks portfolio.csv, exclusive.csv, stockouts.csv; it needs catalogue.csv, portfolio.csv, exclusive.csv, stockouts.csv.`,
    );
  });

  test('the provider: whose products the alternatives are is a hint', async () => {
    delete process.env.PROVIDER_COMPANIES;
    expect(await refusal('--xlsx', './bezug.xlsx', '--catalogue', 'catalogue', 'sql/v1/atc.sql')).toBe(
      `PROVIDER_COMPANIES is not set: which manufacturers of catalogue.csv are the provider's, separated by semicolons.
The alternatives in portfolio.csv are by Provider AG.`,
    );
    process.env.PROVIDER_COMPANIES = 'Provider AG; Elsewhere AG';
    const { notices } = await run(['--xlsx', './bezug.xlsx', '--catalogue', 'catalogue', 'sql/v1/atc.sql']);
    expect(notices).toContain(
      'No product of catalogue.csv is by Elsewhere AG, which PROVIDER_COMPANIES names.',
    );
    process.env.PROVIDER_COMPANIES = 'Provider AG';
  });

  test('good rows and good files: bad rows are told, a bad file is refused', async () => {
    await writeCatalogue('dirty');
    const dirty = ['--xlsx', 'bezug.xlsx', '--catalogue', 'dirty', 'sql/v1/atc.sql'];
    const path = join(folder, 'dirty', 'exclusive.csv');
    await writeFile(path, `gtin\n${provider}\n${provider}\n`);
    expect(await refusal(...dirty)).toContain('exclusive');
    await writeFile(path, `name\n${provider}\n`);
    expect(await refusal(...dirty)).toContain('gtin');
    const many = Array.from({ length: 30 }, (_, index) => `${gtin(`76801000${1000 + index}`)},2026-01-02,,,`);
    await writeFile(path, `gtin\n${provider}\n`);
    await writeFile(
      join(folder, 'dirty', 'stockouts.csv'),
      ['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', 'x,2026-01-02,,,', ...many, ''].join('\n'),
    );
    expect((await run(dirty)).notices).toContain(
      'stockouts.csv: 1 rows are left out, the first in line 2: gtin_invalid (x)',
    );
    const message = await refusal(
      '--xlsx',
      'catalogue/catalogue.csv',
      '--catalogue',
      'catalogue',
      'sql/v1/atc.sql',
    );
    expect(message).toMatch(/catalogue\.csv: .*CSV/);
    expect(await refusal('--xlsx', 'none.xlsx', '--catalogue', 'catalogue', 'sql/v1/atc.sql')).toContain(
      'none.xlsx',
    );
  });

  test('the SQL file', async () => {
    expect(await refusal(...from, 'sql/v1/none.sql')).toBe('There is no file sql/v1/none.sql.');
  });

  test('rows and articles are, and are counted', () => {
    expect(said).toEqual([
      `${folder}/bezug.xlsx: 4 of 4 rows below the heading of sheet Bezug count; 0 can't be read, 0 are totals.`,
      '1 rows are not in the catalogue: they have no price.',
    ]);
  });
});

describe.skipIf(!referenceDataPresent)('on real Swiss reference data', () => {
  const data = fileURLToPath(referenceData);
  for (const name of ['apotheke-bezug-2025', 'cabinet-achats-2025']) {
    test(`${name}.xlsx has the figures that were computed for it`, async () => {
      process.env.PROVIDER_COMPANIES = 'Sandoz Pharmaceuticals AG';
      const words = [
        '--xlsx',
        join(data, `statistics/${name}.xlsx`),
        '--catalogue',
        data,
        'sql/v1/summary.sql',
      ];
      const { printed } = await run([...words, '--format', 'json']);
      process.env.PROVIDER_COMPANIES = 'Provider AG';
      const expected = JSON.parse(await readFile(join(data, `expected/${name}.expected.json`), 'utf8'));
      expect(Object.keys(expected.summary).length).toBeGreaterThan(20);
      expect(JSON.parse(printed)).toMatchObject(expected.summary);
    });
  }

  if (long)
    test('the market that a file feeds has the figures that were computed for it', async () => {
      process.env.PROVIDER_COMPANIES = 'Sandoz Pharmaceuticals AG';
      const words = ['--xlsx', join(data, 'statistics/apotheke-bezug-2025.xlsx'), '--catalogue', data];
      const expected = await expectedFigures<MarketFigures>(marketFigures);
      try {
        await expectMarket(expected, async (view, parameters = {}) => {
          const given = Object.entries(parameters).flatMap(([name, value]) => [`--${name}`, value]);
          const file = `sql/${findView(view)!.sql}`;
          return [JSON.parse((await run([...words, file, ...given, '--format', 'json'])).printed)].flat();
        });
        const today = ['--todayUtc', '2026-06-02'];
        const { printed } = await run([
          ...words,
          'sql/v1/portfolio-totals.sql',
          ...today,
          '--format',
          'json',
        ]);
        expect(JSON.parse(printed)).toMatchObject({ rowCount: expected.rows });
      } finally {
        process.env.PROVIDER_COMPANIES = 'Provider AG';
      }
    }, 60_000);

  test('the cart of a file has the figures that were computed for it', async () => {
    process.env.PROVIDER_COMPANIES = 'Sandoz Pharmaceuticals AG';
    const words = ['--xlsx', join(data, `statistics/${cartStatistic}.xlsx`), '--catalogue', data];
    try {
      const { printed } = await run([...words, 'sql/v1/cart.sql', '--format', 'json']);
      expectCart(await expectedFigures<CartFigures>(marketFigures), JSON.parse(printed));
    } finally {
      process.env.PROVIDER_COMPANIES = 'Provider AG';
    }
  }, 60_000);
});

test('the command answers on stdout, speaks on stderr and ends with a code', async () => {
  const words = [
    '--xlsx',
    join(folder, 'bezug.xlsx'),
    '--catalogue',
    join(folder, 'catalogue'),
    'sql/v1/atc.sql',
  ];
  const good = await spawnCommand([...words, '--format', 'csv']);
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('C,3,10.0,134.0') });
  expect(good.stderr).toContain(sqlFile('v1/atc.sql').version);
  const bad = await spawnCommand([...words, '--type', 'x']);
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr).toBe('--type x: allowed is all, provider, provider_alternative.\n');
  const wrong = await spawnCommand(['sql/v1/atc.sql']);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('--help');
  const help = await spawnCommand(['sql/v1/atc.sql', '--help']);
  expect(help.stdout).toContain('--type: all, provider, provider_alternative; default all');
});

test('a long answer is counted where it is, and not kept by the command', async () => {
  const file = join(
    folder,
    await ownFile('long.sql', "select n, repeat('x', 1000) from range(300000) as each (n)"),
  );
  const words = ['--xlsx', join(folder, 'bezug.xlsx'), '--catalogue', join(folder, 'catalogue'), file];
  // The answer has 300 MB.
  const { code, stdout } = await spawnCommand(words, ['--max-old-space-size=128']);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('… 299900 more of 300000 rows; --format csv has them all');
});

function spawnCommand(
  words: string[],
  options: string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...options, 'server/commands/sql-command.ts', ...words],
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]::varchar[]`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** As JSON has it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each)));
}
