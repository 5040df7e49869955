import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import { type BodyLimits, readBody } from './body.ts';
import { IncomingJson } from './incoming-json.ts';

export type JsonLimits = BodyLimits & {
  /** Members and elements, however nested. */
  values: number;
};

/**
 * Receives the JSON of a request's body. Throws AppError 415 for what is not JSON in UTF-8, 400 for what holds too much,
 * 413 beyond the limit, or ClientGoneError.
 */
export async function receiveJson(ctx: Context, limits: JsonLimits): Promise<IncomingJson> {
  if (!ctx.is('json')) throw new AppError(415, 'unsupported_media_type');
  if (!/^(utf-?8)?$/i.test(ctx.request.charset)) throw new AppError(415, 'encoding_unsupported');
  const json = new IncomingJson(limits.values);
  await readBody(ctx, limits, (piece) => json.read(piece));
  return json;
}
