import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStatistic } from '#server/statistics/lines/read-statistic.ts';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';

/** One reading: its outcome, milliseconds, and bytes of memory (resident set) at its peak above what the process had before. */
export type Measured = { report?: ReadReport; code?: string; milliseconds: number; memory: number };

export type MeasuredReader = { read(file: Uint8Array): Promise<Measured>; close(): void };

/** A process of its own that reads one file after the other and keeps an eye on its memory. */
export function startMeasuredReader(): MeasuredReader {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'));
  const child = fork(fileURLToPath(import.meta.url), [], { execArgv: [] });
  return {
    read(file) {
      const path = join(folder, 'file.xlsx');
      writeFileSync(path, file);
      return new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`The reading process ended with ${code}`));
        child.once('exit', onExit);
        child.once('message', (measured) => {
          child.off('exit', onExit);
          resolve(measured as Measured);
        });
        child.send(path);
      });
    },
    close() {
      child.removeAllListeners('exit');
      child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function measure(path: string): Promise<Measured> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage().rss);
  };
  const sampling = setInterval(sample, 5);
  const file = readFileSync(path);
  const started = performance.now();
  const outcome = await readStatistic(file, { linesPath: `${path}.csv` }).then(
    (report) => ({ report }),
    (error: unknown) => {
      if (error instanceof ImportError) return { code: error.code };
      throw error;
    },
  );
  sample();
  clearInterval(sampling);
  return { ...outcome, milliseconds: performance.now() - started, memory: peak - before };
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  // A server's thread for small files is started before the first of them comes.
  const warm = measure(fileURLToPath(import.meta.url));
  process.on('message', async (path: string) => {
    await warm;
    process.send!(await measure(path));
  });
}
