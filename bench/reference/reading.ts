import { fork } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from '../mode.ts';
import { bytes, ms, table } from '../table.ts';
import { sourcesAtOfficialSize } from './official-size.ts';
import type { SourceReading } from './source-process.ts';

const PROMISED_MS = 3000;
const PROMISED_BYTES = 250e6;

/** Reads and checks every source's file at official size, each in a process of its own, and prints what it took. */
export async function measureReading(): Promise<{ entries: Entry[]; notDone: string[] }> {
  const entries: Entry[] = [];
  const notDone: string[] = [];
  for (const source of await sourcesAtOfficialSize()) {
    const reading = await inProcess(source.key, source.path);
    if (typeof reading === 'string') notDone.push(`reading ${source.key}: ${reading}`);
    else
      entries.push({
        step: 'reading',
        source: source.key,
        file: basename(source.path),
        bytes: source.bytes,
        ...reading,
      });
  }
  const met = (promised: boolean) => (promised ? 'met' : 'MISSED');
  console.log(
    table(
      ['file', 'size', 'rows', 'first ms', 'CPU ms', 'warm ms', 'promised', 'MB above idle', 'promised'],
      entries.map((entry) => [
        String(entry.file),
        bytes(Number(entry.bytes)),
        String(entry.rows),
        ms(Number(entry.firstMs)),
        ms(Number(entry.firstCpuMs)),
        ms(Number(entry.medianMs)),
        met(Number(entry.firstMs) <= PROMISED_MS),
        String(Math.round(Number(entry.firstPeakBytes) / 1e6)),
        met(Number(entry.firstPeakBytes) <= PROMISED_BYTES),
      ]),
    ),
  );
  console.log(
    `\nPromised: any one file within ${PROMISED_MS} ms and ${PROMISED_BYTES / 1e6} MB above idle, the first time.`,
  );
  return { entries, notDone };
}

function inProcess(key: string, path: string): Promise<SourceReading | string> {
  const program = fileURLToPath(new URL('./source-process.ts', import.meta.url));
  const child = fork(program, [key, path], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  return new Promise((resolve) => {
    let complaint = '';
    child.stderr!.on('data', (text: Buffer) => {
      complaint += text;
    });
    child.once('message', (reading) => resolve(reading as SourceReading));
    child.once('exit', (code) =>
      resolve(`exit code ${code}: ${complaint.trim().split('\n').slice(-5).join(' | ')}`),
    );
  });
}
