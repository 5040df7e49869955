import { Writable } from 'node:stream';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { AppError } from '../errors.ts';
import { MAX_FILE_BYTES, type RawUpload, type UploadedFile } from './upload.ts';

/** Two files as base64 data URLs, and the fields. */
const MAX_JSON_BYTES = Math.ceil((2 * MAX_FILE_BYTES * 4) / 3) + 100_000;
const MAX_FORM_BYTES = 2 * MAX_FILE_BYTES + 100_000;

/** Reads an upload sent as multipart/form-data or as JSON with data URLs. Throws AppError 413, 415 or 400. */
export async function readUploadRequest(ctx: Context): Promise<RawUpload> {
  const multipart = Boolean(ctx.is('multipart'));
  if (!multipart && !ctx.is('json')) throw new AppError(415, 'unsupported_media_type');
  const limit = multipart ? MAX_FORM_BYTES : MAX_JSON_BYTES;
  if ((ctx.request.length ?? 0) > limit) throw new AppError(413, 'max_size_exceded');
  return multipart ? readForm(ctx) : readJson(ctx);
}

async function readJson(ctx: Context): Promise<RawUpload> {
  await koaBody({ json: true, urlencoded: false, text: false, multipart: false, jsonLimit: MAX_JSON_BYTES })(
    ctx,
    async () => undefined,
  );
  const { file, consentFile, ...fields } = (ctx.request.body ?? {}) as Record<string, unknown>;
  return {
    fields,
    ...optional('file', fromDataUrl(file)),
    ...optional('consentFile', fromDataUrl(consentFile)),
  };
}

async function readForm(ctx: Context): Promise<RawUpload> {
  const contents = new Map<unknown, Buffer[]>();
  try {
    await koaBody({
      multipart: true,
      json: false,
      urlencoded: false,
      text: false,
      formidable: {
        maxFileSize: MAX_FILE_BYTES,
        maxTotalFileSize: 2 * MAX_FILE_BYTES,
        maxFieldsSize: 100_000,
        maxFields: 50,
        maxFiles: 2,
        allowEmptyFiles: true,
        minFileSize: 0,
        fileWriteStreamHandler: (file) => {
          const chunks: Buffer[] = [];
          contents.set(file, chunks);
          return new Writable({
            write(chunk: Buffer, _encoding, done) {
              chunks.push(chunk);
              done();
            },
          });
        },
      },
    })(ctx, async () => undefined);
  } catch (error) {
    if ((error as { httpCode?: number }).httpCode === 413) throw new AppError(413, 'max_size_exceded');
    throw error;
  }
  const files = (ctx.request.files ?? {}) as Record<string, unknown>;
  const uploaded = (name: string): UploadedFile | undefined => {
    const file = [files[name]].flat()[0] as { originalFilename?: string | null } | undefined;
    const chunks = contents.get(file);
    return chunks && { name: file?.originalFilename ?? name, bytes: Buffer.concat(chunks) };
  };
  return {
    fields: (ctx.request.body ?? {}) as Record<string, unknown>,
    ...optional('file', uploaded('file')),
    ...optional('consentFile', uploaded('consentFile')),
  };
}

/** The bytes of a base64 data URL; nothing when there is none. */
function fromDataUrl(value: unknown): UploadedFile | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const match = typeof value === 'string' ? /^data:[^,]{0,255};base64,/.exec(value) : null;
  if (!match) throw new AppError(400, 'data_url_invalid');
  return { name: 'file', bytes: Buffer.from((value as string).slice(match[0].length), 'base64') };
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}
