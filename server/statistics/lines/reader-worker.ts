import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ReadProgress } from '#shared/read-report.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { ColumnChoice, ShownSheet } from '#shared/schemas/preview.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import { LIMITS } from '../../workbooks/reading/limits.ts';
import { importLines, type SeenPreview } from './import-lines.ts';
import type { RememberedChoice } from './recognition/remembered-table.ts';

/** What the main side sends: the file's path, or its bytes, which are handed over, not shared; milliseconds until the reader gives up. */
export type ReadRequest = {
  file: string | Uint8Array;
  linesPath: string;
  milliseconds: number;
  choice: ColumnChoice | undefined;
  remembered: readonly RememberedChoice[];
};

/** What comes back: progress any number of times and what was seen, then one of the others. */
export type ReadReply =
  | { type: 'progress'; progress: ReadProgress }
  | { type: 'preview'; preview: SeenPreview }
  | { type: 'report'; report: ReadReport }
  | {
      type: 'refused';
      code: ImportError['code'];
      params: ImportError['params'];
      sheets: ShownSheet[] | undefined;
    }
  | { type: 'failed'; reason: string; code: string | undefined };

const port = parentPort!;
const reply = (message: ReadReply) => port.postMessage(message);

port.on('message', async ({ file, linesPath, milliseconds, choice, remembered }: ReadRequest) => {
  try {
    const onProgress = (progress: ReadProgress) => reply({ type: 'progress', progress });
    const onPreview = (preview: SeenPreview) => reply({ type: 'preview', preview });
    const limits = { ...LIMITS, milliseconds };
    const bytes = typeof file === 'string' ? readFileSync(file) : file;
    reply({
      type: 'report',
      report: await importLines(bytes, linesPath, { limits, choice, remembered, onProgress, onPreview }),
    });
  } catch (error) {
    if (error instanceof ImportError) {
      reply({ type: 'refused', code: error.code, params: error.params, sheets: error.sheets });
    } else {
      reply({
        type: 'failed',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
        code: (error as NodeJS.ErrnoException).code,
      });
    }
  }
});
