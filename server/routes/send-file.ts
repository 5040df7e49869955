import type { Context } from 'koa';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type SentFile = {
  type: string;
  bytes: Uint8Array;
  /** The name that it is saved by. Without it browsers show it: never what was uploaded, which is not ours to trust. */
  saveAs?: string;
  /** Who may keep it for how many seconds; without it nobody. */
  keep?: { by: 'public' | 'private'; seconds: number };
};

/** Answers with a file; browsers take it for what `type` says and for nothing else. */
export function sendFile(ctx: Context, { type, bytes, saveAs, keep }: SentFile): void {
  if (saveAs !== undefined) {
    // Beside a plain name the true one goes in filename*: bytes beyond ASCII don't survive in a header.
    ctx.attachment(saveAs, { fallback: saveAs.replace(/[^\x20-\x7e]/g, '_') });
  }
  ctx.set('cache-control', keep ? `${keep.by}, max-age=${keep.seconds}` : 'no-store');
  ctx.set('x-content-type-options', 'nosniff');
  ctx.type = type;
  ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
