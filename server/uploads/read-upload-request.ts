import type { Context } from 'koa';
import { AppError, invalidInput } from '../errors.ts';
import { text } from '../request/fields.ts';
import { readForm } from '../request/form.ts';
import { receiveJson } from '../request/json.ts';
import { decodeDataUrl } from './data-url.ts';
import type { RawUpload } from './upload.ts';
import { MAX_FILE_BYTES, type UploadedFile } from './uploaded-file.ts';

const MAX_FIELDS_BYTES = 100_000;
/** Two files as base64 data URLs, and the fields. */
const MAX_JSON_BYTES = Math.ceil((2 * MAX_FILE_BYTES * 4) / 3) + MAX_FIELDS_BYTES;
const MAX_FORM_BYTES = 2 * MAX_FILE_BYTES + MAX_FIELDS_BYTES;
/** Some twenty fields, one of which names columns. */
const MAX_JSON_VALUES = 200;
const fileName = text();
const tooLarge = 'max_size_exceded';

/** Reads an upload sent as multipart/form-data or as JSON with data URLs. Throws AppError 413, 415 or 400. */
export async function readUploadRequest(ctx: Context): Promise<RawUpload> {
  const upload = ctx.is('multipart/form-data') ? await formUpload(ctx) : await jsonUpload(ctx);
  for (const file of [upload.file, upload.consentFile]) {
    if (file && file.bytes.byteLength > MAX_FILE_BYTES) throw new AppError(413, tooLarge);
  }
  return upload;
}

async function jsonUpload(ctx: Context): Promise<RawUpload> {
  const json = await receiveJson(ctx, { bytes: MAX_JSON_BYTES, values: MAX_JSON_VALUES, tooLarge });
  const body = json.value();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidInput([{ path: [], message: 'expected an object' }]);
  }
  const { file, consentFile, ...fields } = body as Record<string, unknown>;
  return {
    fields,
    ...optional('file', await uploaded('file', file)),
    ...optional('consentFile', await uploaded('consentFile', consentFile)),
  };

  async function uploaded(field: string, value: unknown): Promise<UploadedFile | undefined> {
    if (value === undefined || value === null || value === '') return undefined;
    const pieces = json.longString(value) ?? (typeof value === 'string' ? [Buffer.from(value)] : []);
    const bytes = await decodeDataUrl(pieces);
    if (bytes) return { name: field, bytes };
    const issues = [{ path: field, message: 'expected a base64 data URL' }];
    throw new AppError(400, 'data_url_invalid', { issues });
  }
}

async function formUpload(ctx: Context): Promise<RawUpload> {
  const { fields, files } = await readForm(ctx, { bytes: MAX_FORM_BYTES, tooLarge });
  const fieldBytes = Object.values(fields)
    .flat()
    .reduce((sum, text) => sum + text.length, 0);
  if (fieldBytes > MAX_FIELDS_BYTES) throw new AppError(413, 'too_large');
  const uploaded = (wanted: string): UploadedFile | undefined => {
    const [file, second] = files.filter(({ name }) => name === wanted);
    if (second) throw invalidInput([{ path: [wanted], message: 'expected one file' }]);
    if (file && !fileName.safeParse(file.fileName).success) {
      throw invalidInput([{ path: [wanted], message: 'has a file name that is too long or no text' }]);
    }
    return file && { name: file.fileName || wanted, bytes: file.bytes };
  };
  return {
    fields,
    ...optional('file', uploaded('file')),
    ...optional('consentFile', uploaded('consentFile')),
  };
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}
