import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import type { MadeFileLine } from '#shared/schemas/made-file.ts';
import type { MakeOptions } from '../workbooks/writing/make-workbook.ts';
import { describeError, languageOf } from './answer-errors.ts';
import { clientGone } from './client-gone.ts';
import { sendFile } from './send-file.ts';

const NDJSON = 'application/x-ndjson';
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
  if (ctx.accepts(type, NDJSON) !== NDJSON) {
    const bytes = await make({ signal });
    onMade?.();
    sendFile(ctx, { type, bytes, saveAs: name });
    return;
  }
  const stream = new PassThrough();
  const write = (line: MadeFileLine) => stream.write(`${JSON.stringify(line)}\n`);
  ctx.set('cache-control', 'no-store');
  ctx.type = NDJSON;
  ctx.body = stream;
  let told = Number.NEGATIVE_INFINITY;
  const onProgress: MakeOptions['onProgress'] = (progress) => {
    if (performance.now() - told < PROGRESS_EVERY) return;
    told = performance.now();
    write({ progress });
  };
  make({ signal, onProgress })
    .then((bytes) => {
      onMade?.();
      write({ file: { name, type, base64: Buffer.from(bytes).toString('base64') } });
    })
    .catch((error: unknown) => {
      write({ error: describeError(error, languageOf(ctx), ctx.state.requestId, ctx.state.log).body });
    })
    .finally(() => stream.end());
}
