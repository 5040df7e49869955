import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'koa';
import { AppError, invalidInput } from '../errors.ts';
import { text } from '../request/fields.ts';
import { receiveJson } from '../request/json.ts';
import { readStreamedForm } from '../request/streamed-form.ts';
import { decodeDataUrl } from '../uploads/data-url.ts';
import { MOST_BYTES, MOST_STREAMED_BYTES, type TemplateFileKind } from './kinds.ts';

/** A file that was sent, on this machine. */
export type ReceivedFile = { path: string; name: string; size: number; sha256: Uint8Array };

/** What was sent: a file where there is one, and the fields beside it. Whoever received it removes the file. */
export type Received = Sent & { remove(): Promise<void> };
type Sent = { fields: Record<string, unknown>; file: ReceivedFile | undefined };

const MAX_FIELDS_BYTES = 100_000;
const MAX_JSON_BYTES = Math.ceil((MOST_BYTES * 4) / 3) + MAX_FIELDS_BYTES;
const MAX_JSON_VALUES = 50;
const fileName = text().min(1);

/**
 * Receives what a request sends, as multipart/form-data or as JSON with a data URL; the file goes to `directory` piece by
 * piece. `kindOf`: which template file it is for, by the fields that came before it. Throws AppError 413 for a file larger
 * than its kind may be, 415 or 400.
 */
export async function receiveFile(
  ctx: Context,
  directory: string,
  kindOf: (fields: Readonly<Record<string, unknown>>) => TemplateFileKind | undefined,
): Promise<Received> {
  const path = join(directory, `template-file-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  try {
    return { ...(await receive(ctx, path, kindOf)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Throws AppError 400 for a file whose name does not end as files of its kind do. */
export function checkExtension({ name }: { name: string }, kind: TemplateFileKind): void {
  if (kind.extensions.includes(extname(name).toLowerCase())) return;
  throw new AppError(400, 'template_file_extension', { params: { extensions: kind.extensions.join(', ') } });
}

function tooLarge({ mostBytes }: Pick<TemplateFileKind, 'mostBytes'>): AppError {
  const megabytes = Math.floor(mostBytes / 1024 / 1024);
  return new AppError(413, 'template_file_too_large', { params: { megabytes } });
}

async function receive(
  ctx: Context,
  path: string,
  kindOf: (fields: Readonly<Record<string, unknown>>) => TemplateFileKind | undefined,
): Promise<Sent> {
  const writing = await open(path, 'w', 0o600);
  const sha256 = createHash('sha256');
  let size = 0;
  const writer = (limit: { mostBytes: number }) => async (bytes: Buffer) => {
    size += bytes.byteLength;
    if (size > limit.mostBytes) throw tooLarge(limit);
    sha256.update(bytes);
    await writing.write(bytes);
  };
  const received = (name: string): ReceivedFile => ({ path, name, size, sha256: sha256.digest() });
  try {
    if (!ctx.is('multipart/form-data')) {
      const { fields, file } = await readJson(ctx);
      if (!file) return { fields, file: undefined };
      await writer(kindOf(fields) ?? { mostBytes: MOST_BYTES })(file);
      return { fields, file: received(String(fields.fileName ?? '')) };
    }
    let name: string | undefined;
    const most = { bytes: MOST_STREAMED_BYTES + MAX_FIELDS_BYTES, tooLarge: 'too_large' };
    const kind = kindOf({});
    if (kind && (ctx.request.length ?? 0) > kind.mostBytes + MAX_FIELDS_BYTES) throw tooLarge(kind);
    const fields = await readStreamedForm(ctx, most, (part, before) => {
      if (part.name !== 'file' || name !== undefined) {
        throw invalidInput([{ path: [part.name], message: 'expected one file, named file' }]);
      }
      if (!fileName.safeParse(part.fileName).success) {
        throw invalidInput([{ path: ['file'], message: 'has a file name that is too long or no text' }]);
      }
      name = part.fileName;
      return writer(kindOf(before) ?? { mostBytes: MOST_BYTES });
    });
    if (name === undefined) return { fields, file: undefined };
    const limit = kindOf(fields);
    if (limit && size > limit.mostBytes) throw tooLarge(limit);
    return { fields, file: received(name) };
  } finally {
    await writing.close();
  }
}

async function readJson(
  ctx: Context,
): Promise<{ fields: Record<string, unknown>; file: Buffer | undefined }> {
  const json = await receiveJson(ctx, {
    bytes: MAX_JSON_BYTES,
    values: MAX_JSON_VALUES,
    tooLarge: 'max_size_exceded',
  });
  const body = json.value();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidInput([{ path: [], message: 'expected an object' }]);
  }
  const { file, ...fields } = body as Record<string, unknown>;
  if (file === undefined || file === null || file === '') return { fields, file: undefined };
  const pieces = json.longString(file) ?? (typeof file === 'string' ? [Buffer.from(file)] : []);
  const bytes = await decodeDataUrl(pieces);
  const issues = [{ path: 'file', message: 'expected a base64 data URL' }];
  if (!bytes) throw new AppError(400, 'data_url_invalid', { issues });
  if (!fileName.safeParse(fields.fileName).success) {
    throw invalidInput([{ path: ['fileName'], message: 'expected the name of the file' }]);
  }
  return { fields, file: bytes };
}
