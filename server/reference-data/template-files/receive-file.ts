import type { Context } from 'koa';
import { text } from '#shared/fields.ts';
import { LARGEST_FILE } from '#shared/limits.ts';
import type { User } from '#shared/schemas/user.ts';
import type { IncomingFiles } from '../../http/request/incoming-files.ts';
import { type FileLimit, type Received, receiveFiles } from '../../http/request/receive-files.ts';
import { headOf, type UploadedFile } from '../../http/request/uploaded-file.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import { MOST_STREAMED_BYTES, type TemplateFileKind } from './kinds.ts';

const MAX_FIELDS_BYTES = 100_000;
const MAX_JSON_BYTES = Math.ceil((LARGEST_FILE * 4) / 3) + MAX_FIELDS_BYTES;
const MAX_JSON_VALUES = 50;
const fileName = text().min(1);

/**
 * Receives a template file. `kindOf`: which one it is for, by the fields that came before it. One that comes in JSON without
 * a name gets one. Throws AppError 413 for a file larger than its kind may be, and as receiveFiles does.
 */
export async function receiveFile(
  ctx: Context,
  incoming: IncomingFiles,
  user: User,
  kindOf: (fields: Readonly<Record<string, unknown>>) => TemplateFileKind | undefined,
): Promise<Pick<Received<'file'>, 'fields' | 'remove'> & { file: UploadedFile | undefined }> {
  const limitOf = (fields: Readonly<Record<string, unknown>>): FileLimit => {
    const kind = kindOf(fields) ?? { mostBytes: LARGEST_FILE };
    return { bytes: kind.mostBytes, tooLarge: () => tooLarge(kind) };
  };
  const kind = kindOf({});
  if (kind && (ctx.request.length ?? 0) > kind.mostBytes + MAX_FIELDS_BYTES && ctx.is('multipart/form-data'))
    throw tooLarge(kind);
  const { files, ...received } = await receiveFiles(ctx, incoming, user.id, {
    names: ['file'],
    form: { bytes: MOST_STREAMED_BYTES + MAX_FIELDS_BYTES, tooLarge: 'too_large' },
    json: { bytes: MAX_JSON_BYTES, values: MAX_JSON_VALUES, tooLarge: 'max_size_exceded' },
    limitOf,
    refuseOther(name) {
      throw invalidInput([{ path: [name], message: 'expected one file, named file' }]);
    },
    checkName(field, name) {
      if (fileName.safeParse(name).success) return;
      throw invalidInput([{ path: [field], message: 'has a file name that is too long or no text' }]);
    },
    nameInJson: (field, fields) => String(fields.fileName || field),
  });
  const { file } = files;
  const sentFor = kindOf(received.fields);
  const isNamed = Boolean(ctx.is('multipart/form-data') || received.fields.fileName);
  return { ...received, file: file && sentFor && !isNamed ? await named(file, sentFor) : file };
}

/** A file named for its kind, with the ending that fits what it holds; the first of the kind's where none does. */
async function named(file: UploadedFile, { key, extensions }: TemplateFileKind): Promise<UploadedFile> {
  const head = Buffer.from(await headOf(file, 64))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  const fitting = head.startsWith('PK')
    ? /xlsx|xlsm|zip/
    : head.startsWith('<')
      ? /html/
      : /^[[{]/.test(head)
        ? /json/
        : /csv/;
  return { ...file, name: `${key}${extensions.find((each) => fitting.test(each)) ?? extensions[0]}` };
}

function tooLarge({ mostBytes }: Pick<TemplateFileKind, 'mostBytes'>): AppError {
  const megabytes = Math.floor(mostBytes / 1024 / 1024);
  return new AppError(413, 'template_file_too_large', { params: { megabytes } });
}
