import { readFileSync } from 'node:fs';
import type { ReadProgress } from '#shared/read-report.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { ColumnChoice, TextChoice } from '#shared/schemas/preview.ts';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import type { Work } from '../../platform/threads.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import { LIMITS } from '../../workbooks/reading/limits.ts';
import { importLines, type SeenPreview } from './import-lines.ts';
import type { RememberedChoice } from './recognition/column-choice.ts';

/** The file's path, or its bytes; milliseconds of the processor's time after which the reader gives up. */
export type ReadRequest = {
  file: string | Uint8Array;
  linesPath: string;
  milliseconds: number;
  mostCodes: number;
  choice: ColumnChoice | undefined;
  text: TextChoice | undefined;
  remembered: readonly RememberedChoice[];
  standsBack: boolean;
};

/** What is said meanwhile. */
export type ReadMessage = { progress: ReadProgress } | { preview: SeenPreview };

/** `failed`: a fault, with the code of the system, which an error that is thrown would lose on its way. */
export type ReadReply =
  | { report: ReadReport }
  | Pick<ImportError, 'code' | 'params' | 'sheets'>
  | { failed: string; systemCode: string | undefined };

export default async function read({ request, port }: Work<ReadRequest>): Promise<ReadReply> {
  const { file, linesPath, milliseconds, mostCodes, choice, text, remembered } = request;
  if (request.standsBack) lowerThreadPriority();
  const say = (message: ReadMessage) => port.postMessage(message);
  try {
    const report = await importLines(typeof file === 'string' ? readFileSync(file) : file, linesPath, {
      limits: { ...LIMITS, milliseconds },
      mostCodes,
      choice,
      text,
      remembered,
      onProgress: (progress) => say({ progress }),
      onPreview: (preview) => say({ preview }),
    });
    return { report };
  } catch (error) {
    if (error instanceof ImportError) {
      const { code, params, sheets } = error;
      return { code, params, sheets };
    }
    const { stack, message, code } = error as NodeJS.ErrnoException;
    return { failed: stack ?? message, systemCode: code };
  }
}
