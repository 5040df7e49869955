import { parentPort } from 'node:worker_threads';
import { ImportError } from './import-error.ts';
import { importLines } from './import-lines.ts';
import type { ReadProgress, ReadReport } from './read-report.ts';
import type { ColumnChoice, Preview } from './recognition/column-choice.ts';
import { LIMITS } from './xlsx/limits.ts';

/** What the main side sends: the file's bytes are handed over, not shared; milliseconds until the reader gives up. */
export type ReadRequest = {
  file: Uint8Array;
  linesPath: string;
  milliseconds: number;
  choice: ColumnChoice | undefined;
};

/** What comes back: progress any number of times and what was seen, then one of the others. */
export type ReadReply =
  | { type: 'progress'; progress: ReadProgress }
  | { type: 'preview'; preview: Preview }
  | { type: 'report'; report: ReadReport }
  | {
      type: 'refused';
      code: ImportError['code'];
      params: ImportError['params'];
      rows: string[][] | undefined;
    }
  | { type: 'failed'; reason: string };

const port = parentPort!;
const reply = (message: ReadReply) => port.postMessage(message);

port.on('message', async ({ file, linesPath, milliseconds, choice }: ReadRequest) => {
  try {
    const onProgress = (progress: ReadProgress) => reply({ type: 'progress', progress });
    const onPreview = (preview: Preview) => reply({ type: 'preview', preview });
    const limits = { ...LIMITS, milliseconds };
    reply({
      type: 'report',
      report: await importLines(file, linesPath, { limits, choice, onProgress, onPreview }),
    });
  } catch (error) {
    if (error instanceof ImportError) {
      reply({ type: 'refused', code: error.code, params: error.params, rows: error.rows });
    } else {
      reply({
        type: 'failed',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
});
