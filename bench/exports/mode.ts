import { monitorEventLoopDelay } from 'node:perf_hooks';
import { standardContext } from '#analytics/context.ts';
import { aboutStatistic, exportedRows } from '#analytics/exports.ts';
import type { Statistics } from '#analytics/statistics.ts';
import { product } from '#analytics/views/product.ts';
import { makePdf } from '#server/orders/order-files.ts';
import { analysisWorkbook, readAnalysis } from '#server/statistics/exports/analysis-workbook.ts';
import { statisticWorkbook } from '#server/statistics/exports/statistic-workbook.ts';
import { makeVisit } from '#server/statistics/exports/visit/make-visit.ts';
import { readVisit, visitWorkbook } from '#server/statistics/exports/visit/visit-workbook.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import type { ArrowRows, Sheet, Workbook } from '#server/workbooks/writing/workbook.ts';
import type { Entry, Mode } from '../mode.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import { timingOf } from '../timing.ts';
import { holdBench, statisticKey } from '../views/ours.ts';
import { benchCatalogue, benchProducts, SEED } from '../world/catalogue.ts';
import { benchLines, benchLinesOf } from '../world/lines.ts';
import { openBenchWorld } from '../world/world.ts';
import { benchOrder } from './order-forms.ts';
import { type Rival, rivals } from './rivals.ts';

const RUNS = 3;
const words = { provider: 'Provider', rate: 40 };
const made = new Date('2026-01-05T08:00:00Z');

/** A file that is promised within some time; `list` is the sheet of it that rivals write too. */
type Export<Read> = {
  name: string;
  promisedMs: number;
  promisedMb?: number;
  read(): Promise<Read>;
  write(read: Read): Promise<Uint8Array>;
  list?(read: Read): Sheet<ArrowRows>;
};

export const exportsMode: Mode = {
  name: 'exports',
  summary: 'workbooks and orders from the question to the last byte, beside exceljs on the same rows',
  async run() {
    const entries = [...(await analyses()), ...(await statistic()), ...(await orders())];
    printExports(entries, rivals);
    console.log(
      '\nRatios: rivals writing the list alone beside our writing of the whole workbook, from the Arrow stream to the last byte.',
    );
    return { entries, notDone: [] };
  },
};

/** `beside`: who has written the same. */
export function printExports(entries: readonly Entry[], beside: readonly Rival[] = []): void {
  console.log(
    `\n${table(
      ['file', 'ms', 'promised', 'MB above idle', 'loop p99 ms', 'size', ...beside.map(({ name }) => name)],
      entries.map((entry) => [
        String(entry.file),
        ms(Number(entry.ms)),
        ms(Number(entry.promisedMs)),
        `${Math.round(Number(entry.mbAboveIdle))}${entry.promisedMb ? ` of ${entry.promisedMb}` : ''}`,
        ms(Number(entry.loopP99Ms)),
        bytes(Number(entry.bytes)),
        ...beside.map(({ name }) => {
          const time = entry[`${name} ms`];
          return typeof time === 'number' ? `${ms(time)} ${ratio(time / Number(entry.writingMs))}` : '–';
        }),
      ]),
    )}`,
  );
}

/** 15,000 articles bought. */
async function analyses(): Promise<Entry[]> {
  const world = await openBenchWorld();
  try {
    const statistics = holdBench(
      world,
      [await benchLinesOf(world.engine, 15_000, 60_000)],
      Number.POSITIVE_INFINITY,
    );
    return [
      await measure({
        name: '15,000 rows × 25 columns',
        promisedMs: 2500,
        promisedMb: 250,
        ...workbookWithList(1),
        read: async () => cut(await analysis(statistics, null, false), 25),
      }),
      await measure({
        name: '2,000 rows with barcodes',
        promisedMs: 5000,
        ...workbookWithList(1),
        read: () => analysis(statistics, 2000, true),
      }),
      await measure({
        name: 'workbook for visits (.xlsm) of 15,000 articles',
        promisedMs: 5000,
        read: () => statistics.use(statisticKey(1), (connection) => readVisit(connection, standardContext())),
        write: (rows) => makeVisit(visitWorkbook('de', rows, '2026-01-05')),
      }),
    ];
  } finally {
    await world.close();
  }
}

/** 18,000 products in the catalogue. */
async function statistic(): Promise<Entry[]> {
  const world = await openBenchWorld(async (engine) => ({
    ...(await benchCatalogue(engine)),
    catalogue: await benchProducts(engine, 18_000),
  }));
  try {
    const lines = await benchLines(world.engine, 10_000, SEED, 18_000);
    const statistics = holdBench(world, [lines], Number.POSITIVE_INFINITY);
    const read = () =>
      statistics.withLines(statisticKey(1), async (connection) => {
        const about = await aboutStatistic(connection);
        const daten = { name: 'daten' as const, arrow: await exportedRows(connection, 'daten', true) };
        const stats = { name: 'stats' as const, arrow: await exportedRows(connection, 'stats', true) };
        return statisticWorkbook('de', about, {
          sheets: [daten, stats],
          all: true,
          signedIn: true,
          words,
          made,
        });
      });
    return [
      await measure({
        name: 'daten (18,000) and stats (10,000), merge 1',
        promisedMs: 4000,
        ...workbookWithList(0),
        read,
      }),
    ];
  } finally {
    await world.close();
  }
}

/** Orders on paper with a barcode per row. */
async function orders(): Promise<Entry[]> {
  const pdf = (rows: number, promised: { promisedMs: number; promisedMb?: number }) => {
    const form = benchOrder(rows);
    const name = `order of ${rows.toLocaleString('en')} rows as PDF`;
    return measure({ name, ...promised, read: async () => form, write: makePdf });
  };
  return [await pdf(500, { promisedMs: 1500 }), await pdf(3000, { promisedMs: 5000, promisedMb: 450 })];
}

function analysis(statistics: Statistics, limit: number | null, barcode: boolean): Promise<Workbook> {
  const parameters = { ...product.parameters.parse({}), limit };
  return statistics.use(statisticKey(1), async (connection) => {
    const rows = await readAnalysis(connection, parameters, standardContext());
    return analysisWorkbook('de', rows, {
      parameters,
      options: null,
      barcode: barcode ? 'article' : null,
      signedIn: true,
      words,
      made,
    });
  });
}

/** The workbook with fewer columns in its list. */
function cut(workbook: Workbook, columns: number): Workbook {
  const sheets = workbook.sheets.map((sheet, index) => {
    if (index !== 1 || !('arrow' in sheet.rows)) return sheet;
    const rows = { ...sheet.rows, read: sheet.rows.read.slice(0, columns) };
    return { ...sheet, columns: sheet.columns.slice(0, columns), rows };
  });
  return { ...workbook, sheets };
}

function workbookWithList(sheet: number): Pick<Export<Workbook>, 'write' | 'list'> {
  return {
    write: (workbook) => makeWorkbook(workbook),
    list: ({ sheets }) => sheets[sheet] as Sheet<ArrowRows>,
  };
}

export async function measure<Read>({
  name,
  promisedMs,
  promisedMb,
  read,
  write,
  list,
}: Export<Read>): Promise<Entry> {
  await read();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const times: number[] = [];
  const writing: number[] = [];
  let size = 0;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const rows = await read();
    const asked = performance.now();
    size = (await write(rows)).byteLength;
    times.push(performance.now() - start);
    writing.push(performance.now() - asked);
  }
  delay.disable();
  clearInterval(watch);
  const entry: Entry = {
    file: name,
    ms: timingOf(times).p50,
    writingMs: timingOf(writing).p50,
    promisedMs,
    promisedMb: promisedMb ?? null,
    mbAboveIdle: (peak - idle) / 1e6,
    loopP99Ms: delay.percentile(99) / 1e6,
    bytes: size,
  };
  if (!list) return entry;
  const sheet = list(await read());
  const hasPictures = sheet.columns.some(({ kind }) => kind === 'barcode');
  for (const rival of rivals) {
    if (hasPictures && !rival.pictures) continue;
    entry[`${rival.name} ms`] = await timeOf(rival, sheet);
  }
  return entry;
}

async function timeOf(rival: Rival, sheet: Sheet<ArrowRows>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await rival.write(sheet);
    times.push(performance.now() - start);
  }
  return timingOf(times).p50;
}
