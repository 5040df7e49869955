import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Context } from 'koa';
import { AppError, ClientGoneError } from '../errors.ts';

export type BodyLimits = {
  /** Of the body as it is when unpacked. */
  bytes: number;
  /** Code of the 413 beyond it. */
  tooLarge?: string;
};

/**
 * Reads the body of a request, unpacked, piece by piece; `look` may throw on a piece before the next one is read.
 * Throws AppError 413 beyond the limit, 415 for an unknown compression and 400 for a broken one, or ClientGoneError.
 */
export async function readBody(
  ctx: Context,
  limits: BodyLimits,
  look: (piece: Buffer) => void = () => undefined,
): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of bodyPieces(ctx, limits)) {
    look(piece);
    pieces.push(piece);
  }
  return pieces;
}

/** The same one piece after the other, the next one once it is asked for: for bodies that nobody wants to hold. */
export async function* bodyPieces(
  ctx: Context,
  { bytes: most, tooLarge = 'too_large' }: BodyLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const { req } = ctx;
  if ((ctx.request.length ?? 0) > most) throw new AppError(413, tooLarge);
  const unpacked = unpack(ctx);
  const onGone = () => {
    if (!req.complete) unpacked.destroy(new ClientGoneError());
  };
  req.once('close', onGone);
  let received = 0;
  try {
    for await (const piece of unpacked.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += piece.byteLength;
      if (received > most) throw new AppError(413, tooLarge);
      yield piece;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw req.destroyed && !req.complete ? new ClientGoneError() : new AppError(400, 'bad_request');
  } finally {
    req.off('close', onGone);
    if (unpacked !== req) {
      req.unpipe();
      unpacked.destroy();
    }
    // What is left unread would stand before the next request of the connection.
    req.resume();
  }
}

function unpack({ req }: Context): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return req;
  if (encoding === 'gzip' || encoding === 'deflate') return req.pipe(createUnzip());
  if (encoding === 'br') return req.pipe(createBrotliDecompress());
  throw new AppError(415, 'encoding_unsupported');
}
