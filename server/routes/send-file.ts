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

/** Answers with a file. That browsers take it for nothing else than `type` says is set for all answers (middleware/security.ts). */
export function sendFile(ctx: Context, { type, bytes, saveAs, keep }: SentFile): void {
  if (saveAs !== undefined) {
    // Beside a plain name the true one goes in filename*: bytes beyond ASCII don't survive in a header.
    ctx.attachment(saveAs, { fallback: saveAs.replace(/[^\x20-\x7e]/g, '_') });
  }
  ctx.set('cache-control', keep ? `${keep.by}, max-age=${keep.seconds}` : 'no-store');
  ctx.type = type;
  ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
