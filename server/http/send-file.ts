import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { asciiFileName, givenFileName } from '../platform/i18n/file-name.ts';
import type { MakeOptions } from '../workbooks/writing/make-workbook.ts';
import { clientGone } from './client-gone.ts';

export type MadeFile = {
  name: string;
  type: string;
  /** Aborted when the client is gone. */
  make(options: MakeOptions): Promise<Uint8Array>;
  /** Called before the file is sent. */
  onMade?: () => void;
};

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type SentFile = {
  type: string;
  /** All bytes, or a stream. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** In bytes, for streams. */
  size?: number;
  /** Name of the download. Without it browsers display the file: never for uploaded files, which are not trusted. */
  saveAs?: string;
  /** Cache-Control; by default no-store. */
  keep?: { by: 'public' | 'private'; seconds: number };
};

/** Answers with a file. `nosniff` is set for all answers (server/start/app.ts). */
export function sendFile(ctx: Context, { type, bytes, size, saveAs, keep }: SentFile): void {
  if (saveAs !== undefined) {
    const name = givenFileName(saveAs);
    // Headers are ASCII: an ASCII fallback, and the true name in filename*.
    ctx.attachment(name, { fallback: asciiFileName(name) });
  }
  ctx.set('cache-control', keep ? `${keep.by}, max-age=${keep.seconds}` : 'no-store');
  ctx.type = type;
  if (bytes instanceof Uint8Array) {
    ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return;
  }
  // A Readable as it is: it closes its file also where nobody reads.
  ctx.body = bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
  if (size !== undefined) ctx.length = size;
}

/** Makes a file and sends it under its name, which is also in `report-file-name`. */
export async function sendMadeFile(ctx: Context, { name, type, make, onMade }: MadeFile): Promise<void> {
  const signal = clientGone(ctx);
  ctx.set('report-file-name', encodeURIComponent(name));
  ctx.set('access-control-expose-headers', 'report-file-name');
  const bytes = await make({ signal });
  onMade?.();
  sendFile(ctx, { type, bytes, saveAs: name });
}
