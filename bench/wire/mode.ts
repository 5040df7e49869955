import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { DuckDBResult } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { encodeArrow } from '#analytics/arrow.ts';
import { readColumns } from '#analytics/columns.ts';
import { bind, type PooledConnection } from '#analytics/engine.ts';
import { encodeJson } from '#analytics/json.ts';
import type { Entry, Mode } from '../mode.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import { measure, type Patience, percentile } from '../timing.ts';
import { holdBench, statisticKey } from '../views/ours.ts';
import { benchLines } from '../world/lines.ts';
import { openBenchWorld } from '../world/world.ts';

const rowCounts = [100, 10_000, 100_000];
const FIRST_ROWS = 50;
const patience: Patience = { warmUp: 2, minRuns: 3, maxRuns: 50, budgetMs: 1200 };

const sql = readFileSync(new URL('./rows.sql', import.meta.url), 'utf8');

/** A form of an answer: made from DuckDB's result, and read again so far as to have the cells of `limit` rows. */
type Form = {
  name: string;
  encode(result: DuckDBResult): Promise<Uint8Array>;
  /** Reads every cell of the first `limit` rows by itself; gives their number. */
  decode(bytes: Uint8Array, limit: number): number;
};

const forms: Form[] = [
  {
    name: 'Arrow',
    encode: async (result) => encodeArrow(await readColumns(result), {}),
    decode(encoded, limit) {
      const read = tableFromIPC(encoded);
      let cells = 0;
      for (let index = 0; index < read.numCols; index++) {
        const column = read.getChildAt(index)!;
        for (let row = 0; row < Math.min(limit, read.numRows); row++) {
          cells += column.get(row) === undefined ? 0 : 1;
        }
      }
      return cells;
    },
  },
  {
    name: 'JSON, from columns',
    encode: async (result) => encodeJson(await readColumns(result), 'many'),
    decode: decodeJson,
  },
  {
    name: 'JSON, row objects',
    encode: async (result) => Buffer.from(JSON.stringify(await result.getRowObjectsJS())),
    decode: decodeJson,
  },
];

const encodings = {
  gzip: (raw: Uint8Array) => promisify(gzip)(raw, { level: 1 }),
  zstd: (raw: Uint8Array) =>
    promisify(zstdCompress)(raw, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  brotli: (raw: Uint8Array) =>
    promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

export const wireMode: Mode = {
  name: 'wire',
  summary: 'an answer as an Arrow stream beside JSON: making, sending, reading',
  async run() {
    const world = await openBenchWorld();
    const entries: Entry[] = [];
    try {
      const statistics = holdBench(
        world,
        [await benchLines(world.engine, 100_000)],
        Number.POSITIVE_INFINITY,
      );
      for (const rows of rowCounts) {
        const measured = await statistics.withLines(statisticKey(1), (connection) =>
          measureForms(connection, rows),
        );
        print(rows, measured);
        entries.push(...measured);
      }
    } finally {
      await world.close();
    }
    return { entries, notDone: [] };
  },
};

type Measured = Entry & Record<'encode' | 'first' | 'all' | 'raw' | keyof typeof encodings, number>;

async function measureForms(
  { prepare }: PooledConnection,
  rows: number,
): Promise<(Measured & { form: string })[]> {
  const statement = await prepare(sql);
  bind(statement, { rows }, true);
  const measured = [];
  for (const { name, encode, decode } of forms) {
    let encoded = new Uint8Array();
    const times: number[] = [];
    const begin = performance.now();
    do {
      const result = await statement.run();
      const start = performance.now();
      encoded = new Uint8Array(await encode(result));
      times.push(performance.now() - start);
    } while (
      times.length < 4 ||
      (times.length < patience.maxRuns && performance.now() - begin < patience.budgetMs)
    );
    const first = await measure(() => decode(encoded, FIRST_ROWS), patience);
    const all = await measure(() => decode(encoded, rows), patience);
    const sizes: Record<string, number> = { raw: encoded.length };
    const compression: Record<string, number> = {};
    for (const [encoding, compress] of Object.entries(encodings)) {
      const { timing, answer } = await measure(() => compress(encoded), { ...patience, budgetMs: 400 });
      sizes[encoding] = answer.length;
      compression[`${encoding}Ms`] = timing.p50;
    }
    measured.push({
      form: name,
      rows,
      encode: percentile(Float64Array.from(times.slice(1)).sort(), 50),
      first: first.timing.p50,
      all: all.timing.p50,
      cells: all.answer,
      ...sizes,
      ...compression,
    } as unknown as Measured & { form: string });
  }
  return measured;
}

function print(rows: number, measured: readonly (Measured & { form: string })[]): void {
  const [arrow] = measured;
  const time = (each: Measured, key: 'encode' | 'first' | 'all') =>
    `${ms(each[key])} ${ratio(each[key] / arrow![key])}`;
  console.log(
    `${table(
      [
        `${rows} rows`,
        'encode ms',
        `first ${FIRST_ROWS} ms`,
        'all cells ms',
        'raw',
        ...Object.keys(encodings).flatMap((name) => [name, 'ms']),
      ],
      measured.map((each) => [
        each.form,
        time(each, 'encode'),
        time(each, 'first'),
        time(each, 'all'),
        bytes(each.raw),
        ...Object.keys(encodings).flatMap((name) => [
          bytes(each[name as 'gzip']),
          ms(Number(each[`${name}Ms`])),
        ]),
      ]),
    )}\n`,
  );
}

function decodeJson(encoded: Uint8Array, limit: number): number {
  const rows = JSON.parse(Buffer.from(encoded).toString()) as Record<string, unknown>[];
  const names = Object.keys(rows[0] ?? {});
  let cells = 0;
  for (const name of names) {
    for (let row = 0; row < Math.min(limit, rows.length); row++)
      cells += rows[row]![name] === undefined ? 0 : 1;
  }
  return cells;
}
