import { fork } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import type { BenchOptions, Entry, Mode, ModeResult } from '../mode.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import { benchFile, csvFile, oldWorkbook } from './file.ts';
import { measureHistory } from './history.ts';
import type { ReaderReport } from './reader-process.ts';
import { type Place, rivals, stages } from './readers.ts';
import { measureUploads } from './upload.ts';

const MOST_TIMES_SCAN = 2.5;
const LEAST_TIMES_FASTER = 3;
const OURS = 'to the lines file';
const SCAN = 'unzip and scan';

/** Reading a purchase statistic: our stages, other libraries and bare unzipping on the same file. */
export const importMode: Mode = {
  name: 'import',
  summary:
    'reading an .xlsx of purchase lines, split by stage and beside other readers; uploads of every kind of file; a folder of an older tool',
  run,
};

async function run({ file }: BenchOptions): Promise<ModeResult> {
  const path = await benchFile(file);
  const place = await placeIn(path);
  console.log(
    `${basename(path)}, ${bytes(readFileSync(path).length)}; each reader in a process of its own\n`,
  );

  const notDone: string[] = [];
  const reports = new Map<string, ReaderReport>();
  for (const { name } of [...stages, ...rivals]) {
    const report = await inProcess(name, path, place);
    if (typeof report === 'string') notDone.push(`${name}: ${report}`);
    else reports.set(name, report);
  }
  const scan = reports.get(SCAN)!;
  const ours = reports.get(OURS)!;
  console.log(
    table(
      [
        'reader',
        'first ms',
        'warm ms',
        'CPU ms',
        '× scan',
        'in CPU',
        'ours faster',
        'peak memory',
        'rows',
        'packs',
      ],
      [...reports].map(([name, r]) => [
        name,
        ms(r.firstMs),
        ms(r.medianMs),
        ms(r.cpuMs),
        ratio(r.medianMs / scan.medianMs),
        ratio(r.cpuMs / scan.cpuMs),
        rivals.some((rival) => rival.name === name) ? ratio(r.medianMs / ours.medianMs) : '',
        bytes(r.peakBytes),
        r.rows === null ? '' : String(r.rows),
        r.quantity === null ? '' : String(r.quantity),
      ]),
    ),
  );
  console.log(`\n${verdicts(reports).join('\n')}`);

  const entries: Entry[] = [...reports].map(([reader, r]) => ({ file: basename(path), reader, ...r }));
  return {
    entries: [
      ...entries,
      ...(await measureUploads(path, [
        { path, readableMs: 3000, peakBytes: 400e6 },
        { path: await csvFile(), readableMs: 1000, peakBytes: 400e6 },
        { path: await oldWorkbook(), readableMs: 2000, peakBytes: 500e6 },
      ])),
      ...(await measureHistory()),
    ],
    notDone,
  };
}

function verdicts(reports: Map<string, ReaderReport>): string[] {
  const ours = reports.get(OURS)!;
  const scan = reports.get(SCAN)!;
  const exceljs = [...reports].filter(([name]) => name.startsWith('exceljs')).map(([, report]) => report);
  const timesScan = ours.cpuMs / scan.cpuMs;
  const faster = Math.min(...exceljs.map((r) => r.medianMs)) / ours.medianMs;
  const met = (condition: boolean) => (condition ? 'met' : 'MISSED');
  const byTheClock = ratio(ours.medianMs / scan.medianMs);
  const fasterInCpu = ratio(Math.min(...exceljs.map((r) => r.cpuMs)) / ours.cpuMs);
  return [
    `Reading takes ${ratio(timesScan)} the processor time of unzipping and scanning the bytes once (${byTheClock} by the clock); at most ${MOST_TIMES_SCAN}×: ${met(timesScan <= MOST_TIMES_SCAN)}`,
    `Reading is ${ratio(faster)} as fast as exceljs (${fasterInCpu} in processor time); at least ${LEAST_TIMES_FASTER}×: ${met(faster >= LEAST_TIMES_FASTER)}`,
    'Processor time stays comparable when the machine is busy with other work; elapsed time does not.',
  ];
}

async function placeIn(path: string): Promise<Place> {
  const linesPath = join(tmpdir(), `bench-place-${process.pid}.csv`);
  const { headingRow, columns } = await importLines(readFileSync(path), linesPath);
  rmSync(linesPath);
  const letters = columns.find((column) => column.field === 'quantity')!.column;
  const quantityColumn =
    [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { headingRow, quantityColumn };
}

function inProcess(name: string, path: string, place: Place): Promise<ReaderReport | string> {
  const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
  const child = fork(program, [name, path, String(place.headingRow), String(place.quantityColumn)], {
    execArgv: ['--max-old-space-size=8192'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  return new Promise((resolve) => {
    let complaint = '';
    child.stderr!.on('data', (text: Buffer) => {
      complaint += text;
    });
    child.once('message', (report) => resolve(report as ReaderReport));
    child.once('exit', (code) =>
      resolve(`exit code ${code}: ${complaint.trim().split('\n').slice(-8).join(' | ')}`),
    );
  });
}
