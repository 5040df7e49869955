import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Context } from 'koa';
import { AppError, ClientGoneError, invalidInput } from '../../platform/errors.ts';
import { type BodyLimits, bodyPieces } from './body.ts';

/** `parts` and bytes per field from which a form is refused as too large. */
const LIMITS = { parts: 101, fieldSize: 100_000 };

/** Takes a file's bytes; the next ones are read when its promise resolves. */
export type FileTaker = (bytes: Buffer) => Promise<void>;

/** A name that stands several times has all its values. */
export type FormFields = Record<string, string | string[]>;

/**
 * Streams a multipart/form-data body: `begin` is called per file with the fields read so far, and returns what takes its
 * bytes. Resolves with all fields. Throws AppError 400, 413 or 415, ClientGoneError, and what `begin` or a taker throws.
 */
export async function readForm(
  ctx: Context,
  limits: BodyLimits,
  begin: (part: { name: string; fileName: string }, fields: Readonly<FormFields>) => Promise<FileTaker>,
): Promise<FormFields> {
  const form = parserFor(ctx.get('content-type'));
  const fields: FormFields = Object.create(null);
  const streams: Readable[] = [];
  let taken = Promise.resolve();
  let refusal: unknown;
  const refuse = (error: unknown) => {
    refusal ??= error;
    form.destroy();
  };
  form.on('partsLimit', () => refuse(new AppError(413, 'too_large')));
  form.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) refuse(new AppError(413, 'too_large'));
    if (value.includes('\ufffd'))
      refuse(invalidInput([{ path: [name], message: 'is not written in UTF-8' }]));
    fields[name] = name in fields ? [fields[name]!, value].flat() : value;
  });
  form.on('file', (name, stream, { filename: fileName = '' }) => {
    // The error of an incomplete form is reported by the form itself.
    stream.on('error', () => undefined);
    streams.push(stream);
    const take = async () => {
      if (refusal) return;
      const taker = await begin({ name, fileName: unescaped(fileName) }, fields);
      for await (const bytes of stream) await taker(bytes);
    };
    taken = taken.then(take).catch((error) => {
      if (error !== stream.errored) refuse(error);
    });
  });
  try {
    await pipeline(bodyPieces(ctx, limits), form);
    await taken;
    if (refusal) throw refusal;
    return fields;
  } catch (error) {
    const reason = refusal ?? error;
    for (const stream of streams) stream.destroy();
    await taken;
    if (reason === refusal || reason instanceof AppError || reason instanceof ClientGoneError) throw reason;
    throw new AppError(400, 'form_invalid');
  }
}

/** @throws AppError 400 for a content-type without a boundary */
function parserFor(contentType: string): busboy.Busboy {
  try {
    return busboy({ headers: { 'content-type': contentType }, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw new AppError(400, 'form_invalid');
  }
}

/** Browsers escape quotes and line breaks in file names as %22, %0D and %0A. */
function unescaped(fileName: string): string {
  return fileName.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
}
