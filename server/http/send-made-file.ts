import type { Context } from 'koa';
import type { MadeFileLine } from '#shared/schemas/made-file.ts';
import type { MakeOptions, WritingProgress } from '../workbooks/writing/make-workbook.ts';
import { answerLines, wantsLines } from './answer-lines.ts';
import { clientGone } from './client-gone.ts';
import { sendFile } from './send-file.ts';

/** Milliseconds between two lines of progress. */
const PROGRESS_EVERY = 100;

export type MadeFile = {
  name: string;
  type: string;
  /** Ends when nobody waits for the file any more. */
  make(options: MakeOptions): Promise<Uint8Array>;
  /** Told when it is made and about to be sent. */
  onMade?: () => void;
};

/**
 * Answers with a file that is made for it, under its name, which stands in `report-file-name` too; whoever asks for
 * application/x-ndjson gets lines of progress and then the file, or the error.
 */
export async function sendMadeFile(ctx: Context, { name, type, make, onMade }: MadeFile): Promise<void> {
  const signal = clientGone(ctx);
  ctx.set('report-file-name', encodeURIComponent(name));
  ctx.set('access-control-expose-headers', 'report-file-name');
  ctx.vary('accept');
  if (!wantsLines(ctx, type)) {
    const bytes = await make({ signal });
    onMade?.();
    sendFile(ctx, { type, bytes, saveAs: name });
    return;
  }
  ctx.set('cache-control', 'no-store');
  answerLines<WritingProgress>(ctx, makeLine, PROGRESS_EVERY);

  async function makeLine(onProgress: (progress: WritingProgress) => void): Promise<MadeFileLine> {
    const bytes = await make({ signal, onProgress });
    onMade?.();
    return { file: { name, type, base64: Buffer.from(bytes).toString('base64') } };
  }
}
