import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { asciiFileName, givenFileName } from '../platform/i18n/file-name.ts';

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

/** Answers with a file. That browsers take it for nothing else than `type` says is set for all answers (security-headers.ts). */
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
