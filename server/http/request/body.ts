import { PassThrough } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Context } from 'koa';
import { AppError, ClientGoneError, type ErrorCode } from '../../platform/errors.ts';

export type BodyLimits = {
  /** Limit in bytes, unpacked. */
  bytes: number;
  /** Error code of the 413 beyond the limit. */
  tooLarge?: ErrorCode;
  /** Called with the size of each piece before it is passed on; an error stops the reading. */
  count?: (bytes: number) => Promise<void>;
  /** Milliseconds without data before the request fails. */
  patience?: number;
};

const PATIENCE_MILLISECONDS = 30_000;

/**
 * Reads a request body, unpacked, piece by piece and on demand. @throws AppError 413 beyond the limit, 408 when the
 * client stops sending, 415 for an unknown compression and 400 for a broken one; ClientGoneError; what `count` throws
 */
export async function* bodyPieces(
  ctx: Context,
  { count, ...limits }: BodyLimits,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of unpackedPieces(ctx, limits)) {
    await count?.(piece.byteLength);
    yield piece;
  }
}

async function* unpackedPieces(
  ctx: Context,
  { bytes: most, tooLarge = 'too_large', patience = PATIENCE_MILLISECONDS }: Omit<BodyLimits, 'count'>,
): AsyncGenerator<Buffer, void, undefined> {
  const { req } = ctx;
  if ((ctx.request.length ?? 0) > most) throw new AppError(413, tooLarge);
  const isGone = () => req.destroyed && !req.readableEnded;
  if (isGone()) throw new ClientGoneError();
  const unpacked = req.pipe(unpacking(ctx));
  const onGone = () => {
    if (isGone()) unpacked.destroy(new ClientGoneError());
  };
  const onStalled = () =>
    void unpacked.destroy(new AppError(408, 'body_stalled', { params: { seconds: patience / 1000 } }));
  req.once('close', onGone);
  const { timeout: usual = 0 } = req.socket;
  req.setTimeout(patience, onStalled);
  let received = 0;
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      received += piece.byteLength;
      if (received > most) throw new AppError(413, tooLarge);
      yield piece;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw isGone() ? new ClientGoneError() : new AppError(400, 'bad_request');
  } finally {
    req.off('close', onGone);
    req.off('timeout', onStalled);
    req.setTimeout(usual);
    req.unpipe();
    unpacked.destroy();
    // Drains the rest; otherwise it would be read as the next request of the connection.
    req.resume();
  }
}

function unpacking({ req }: Context): PassThrough | ReturnType<typeof createUnzip> {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return new PassThrough();
  if (encoding === 'gzip' || encoding === 'deflate') return createUnzip();
  if (encoding === 'br') return createBrotliDecompress();
  throw new AppError(415, 'encoding_unsupported');
}
