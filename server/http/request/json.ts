import type { Context } from 'koa';
import { AppError } from '../../platform/errors.ts';
import { type BodyLimits, bodyPieces } from './body.ts';
import { IncomingJson } from './incoming-json.ts';

export type JsonLimits = BodyLimits & {
  /** Members and elements, however nested. */
  values: number;
};

/**
 * Receives the JSON of a request's body; `setAside` takes what comes of long strings. Throws AppError 415 for what is not
 * JSON in UTF-8, 400 for what holds too much, and whatever bodyPieces and `setAside` throw.
 */
export async function receiveJson(
  ctx: Context,
  limits: JsonLimits,
  setAside: (string: number, bytes: Buffer) => Promise<void> = async () => undefined,
): Promise<IncomingJson> {
  if (!ctx.is('json')) throw new AppError(415, 'unsupported_media_type');
  if (!/^(utf-?8)?$/i.test(ctx.request.charset)) throw new AppError(415, 'encoding_unsupported');
  const json = new IncomingJson(limits.values);
  for await (const piece of bodyPieces(ctx, limits))
    for (const { string, bytes } of json.read(piece)) await setAside(string, bytes);
  return json;
}
