import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { asciiFileName, givenFileName } from '../platform/i18n/file-name.ts';
import type { MakeOptions } from '../workbooks/writing/make-workbook.ts';
import { clientGone } from './client-gone.ts';

export type MadeFile = {
  name: string;
  type: string;
  /** Ends when nobody waits for the file any more. */
  make(options: MakeOptions): Promise<Uint8Array>;
  /** Told when it is made and about to be sent. */
  onMade?: () => void;
};

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type SentFile = {
  type: string;
  /** Whole, or piece by piece as they are asked for. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** In bytes, where they come piece by piece. */
  size?: number;
  /** The name that it is saved by. Without it browsers show it: never what was uploaded, which is not ours to trust. */
  saveAs?: string;
  /** Who may keep it for how many seconds; without it nobody. */
  keep?: { by: 'public' | 'private'; seconds: number };
};

/** Answers with a file. That browsers take it for nothing else than `type` says is set for all answers (server/start/app.ts). */
export function sendFile(ctx: Context, { type, bytes, size, saveAs, keep }: SentFile): void {
  if (saveAs !== undefined) {
    const name = givenFileName(saveAs);
    // Beside a plain name the true one goes in filename*: bytes beyond ASCII don't survive in a header.
    ctx.attachment(name, { fallback: asciiFileName(name) });
  }
  ctx.set('cache-control', keep ? `${keep.by}, max-age=${keep.seconds}` : 'no-store');
  ctx.type = type;
  if (bytes instanceof Uint8Array) {
    ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return;
  }
  // A stream as it is: what was opened is closed with it, also where nobody reads.
  ctx.body = bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
  if (size !== undefined) ctx.length = size;
}

/** Answers with a file that is made for it, under its name, which stands in `report-file-name` too. */
export async function sendMadeFile(ctx: Context, { name, type, make, onMade }: MadeFile): Promise<void> {
  const signal = clientGone(ctx);
  ctx.set('report-file-name', encodeURIComponent(name));
  ctx.set('access-control-expose-headers', 'report-file-name');
  const bytes = await make({ signal });
  onMade?.();
  sendFile(ctx, { type, bytes, saveAs: name });
}
