import type { Context } from 'koa';
import { AppError, type ErrorCode, invalidInput } from '../../platform/errors.ts';
import { readForm } from './form.ts';
import type { IncomingFile, IncomingFiles, IncomingPlace } from './incoming-files.ts';
import { type JsonLimits, receiveJson } from './json.ts';
import type { UploadedFile } from './uploaded-file.ts';

const LONGEST_HEAD = 300;

/** Decodes a base64 data URL that comes in pieces, escaped as in JSON. */
class DataUrlDecoder {
  /** Undecoded rest: the head, or up to three characters. */
  #rest = '';
  #isInContent = false;
  #isRefused = false;

  /** The bytes decoded so far. */
  decode(piece: Buffer): Buffer {
    if (this.#isRefused) return Buffer.alloc(0);
    // JSON allows a slash to be escaped as \/.
    let text = this.#rest + piece.toString('latin1').replaceAll('\\', '');
    if (!this.#isInContent) {
      const head = /^data:[^,]{0,255};base64,/.exec(text.slice(0, LONGEST_HEAD))?.[0];
      this.#isInContent = head !== undefined;
      this.#isRefused = head === undefined && text.length >= LONGEST_HEAD;
      if (head === undefined) {
        this.#rest = this.#isRefused ? '' : text;
        return Buffer.alloc(0);
      }
      text = text.slice(head.length);
    }
    const complete = text.length - (text.length % 4);
    this.#rest = text.slice(complete);
    return Buffer.from(text.slice(0, complete), 'base64');
  }

  /** The last bytes; undefined when it was no base64 data URL. */
  end(): Buffer | undefined {
    return this.#isInContent ? Buffer.from(this.#rest, 'base64') : undefined;
  }
}

/** What a file may be. */
export type FileLimit = {
  bytes: number;
  /** The error for one that is larger. */
  tooLarge: () => AppError;
};

export type ReceiveOptions<Name extends string> = {
  /** Names of files; each may be sent once. */
  names: readonly Name[];
  form: { bytes: number; tooLarge: ErrorCode };
  json: Omit<JsonLimits, 'count'>;
  /** The limit of a file, by the fields read so far. */
  limitOf(fields: Readonly<Record<string, unknown>>): FileLimit;
  /** Called for files of other names; by default they are ignored. */
  refuseOther?: (name: string) => never;
  /** Refuses the name of a file. */
  checkName(field: Name, fileName: string): void;
  /** The name of a file sent in JSON. */
  nameInJson(field: Name, fields: Readonly<Record<string, unknown>>): string;
};

export type Received<Name extends string> = {
  fields: Record<string, unknown>;
  files: { [N in Name]?: UploadedFile };
  /** The request's own directory, present if there is a file; removed with the files. */
  directory: string;
  /** Removes the files; the receiver calls it when they are no longer needed, also after a failure. */
  remove(): Promise<void>;
};

type Sent<Name extends string> = Pick<Received<Name>, 'fields' | 'files'>;

/**
 * Receives multipart/form-data, or JSON with data URLs; files are streamed to disk. Throws AppError 413 for too large
 * files, 429, 503 or 507 without room, 415, 408 or 400, or ClientGoneError.
 */
export async function receiveFiles<Name extends string>(
  ctx: Context,
  incoming: IncomingFiles,
  userId: number,
  options: ReceiveOptions<Name>,
): Promise<Received<Name>> {
  const isForm = Boolean(ctx.is('multipart/form-data'));
  const { bytes, tooLarge = 'too_large' } = isForm ? options.form : options.json;
  const length = ctx.request.length ?? 0;
  if (length > bytes) throw new AppError(413, tooLarge);
  const place = incoming.open(userId, length);
  try {
    const sent = await (isForm ? receiveForm : receiveDataUrls)(ctx, place, options);
    return { ...sent, directory: place.directory, remove: () => place.remove() };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

async function receiveForm<Name extends string>(
  ctx: Context,
  place: IncomingPlace,
  options: ReceiveOptions<Name>,
): Promise<Sent<Name>> {
  const { names, limitOf, refuseOther, checkName, form } = options;
  const incoming = new Map<Name, { file: IncomingFile; name: string }>();
  const limits = { ...form, count: (bytes: number) => place.count(bytes) };
  const fields = await readForm(ctx, limits, async (part, before) => {
    const field = names.find((name) => name === part.name);
    if (field === undefined) {
      refuseOther?.(part.name);
      return async () => undefined;
    }
    if (incoming.has(field)) throw invalidInput([{ path: [field], message: 'expected one file' }]);
    checkName(field, part.fileName);
    const file = await place.file();
    incoming.set(field, { file, name: part.fileName || field });
    return writerOf(file, limitOf(before));
  });
  const files: Sent<Name>['files'] = {};
  for (const [field, { file, name }] of incoming)
    files[field] = checked(await file.end(name), limitOf(fields));
  return { fields, files };
}

async function receiveDataUrls<Name extends string>(
  ctx: Context,
  place: IncomingPlace,
  { names, limitOf, checkName, nameInJson, json: limits }: ReceiveOptions<Name>,
): Promise<Sent<Name>> {
  const long: (DataUrlFile | undefined)[] = [];
  const count = (bytes: number) => place.count(bytes);
  const json = await receiveJson(ctx, { ...limits, count }, async (string, bytes) => {
    long[string] ??= new DataUrlFile(await place.file());
    await long[string].write(bytes);
  });
  const body = json.value();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidInput([{ path: [], message: 'expected an object' }]);
  }
  const fields: Record<string, unknown> = { ...body };
  const files: Sent<Name>['files'] = {};
  for (const field of names) {
    const value = fields[field];
    delete fields[field];
    if (value === undefined || value === null || value === '') continue;
    const number = json.longString(value);
    const name = nameInJson(field, fields);
    const file = number === undefined ? await shortFile(place, value) : long[number];
    // Used once: a short string may equal a placeholder.
    if (number !== undefined) long[number] = undefined;
    const ended = await file?.end(name);
    if (!ended) {
      const issues = [{ path: field, message: 'expected a base64 data URL' }];
      throw new AppError(400, 'data_url_invalid', { issues });
    }
    checkName(field, name);
    files[field] = checked(ended, limitOf(fields));
  }
  return { fields, files };
}

async function shortFile(place: IncomingPlace, value: unknown): Promise<DataUrlFile | undefined> {
  if (typeof value !== 'string') return undefined;
  const file = new DataUrlFile(await place.file());
  await file.write(Buffer.from(value));
  return file;
}

function writerOf(
  file: IncomingFile,
  { bytes: most, tooLarge }: FileLimit,
): (bytes: Buffer) => Promise<void> {
  return async (bytes) => {
    if (file.size + bytes.byteLength > most) throw tooLarge();
    await file.write(bytes);
  };
}

function checked(file: UploadedFile, { bytes, tooLarge }: FileLimit): UploadedFile {
  if (file.size > bytes) throw tooLarge();
  return file;
}

/** A file that comes as a data URL. */
class DataUrlFile {
  readonly #file: IncomingFile;
  readonly #decoder = new DataUrlDecoder();

  constructor(file: IncomingFile) {
    this.#file = file;
  }

  write(piece: Buffer): Promise<void> {
    return this.#file.write(this.#decoder.decode(piece));
  }

  /** Undefined when it was no data URL. */
  async end(name: string): Promise<UploadedFile | undefined> {
    const last = this.#decoder.end();
    if (!last) return undefined;
    await this.#file.write(last);
    return this.#file.end(name);
  }
}
