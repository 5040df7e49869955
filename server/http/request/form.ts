import type { Context } from 'koa';
import { AppError, invalidInput } from '../../platform/errors.ts';
import { type BodyLimits, bodyPieces } from './body.ts';

const MOST_PARTS = 100;
const LONGEST_HEAD = 4096;
const LONGEST_NAME = 255;

/** Takes the bytes of a file as they come; no more are read before it is done with them. */
export type FileTaker = (bytes: Buffer) => Promise<void>;

/** Of a name that stands several times, all values. */
export type FormFields = Record<string, string | string[]>;

/** Of all fields together. */
const MOST_FIELD_BYTES = 100_000;

/**
 * Reads a multipart/form-data body without holding its files: `begin` is told of each with the fields that came before
 * it, and gives what takes its bytes. Resolves with all fields. Throws AppError 400, 413 or 415, ClientGoneError, and
 * whatever `begin` or a taker throws.
 */
export async function readForm(
  ctx: Context,
  limits: BodyLimits,
  begin: (part: { name: string; fileName: string }, fields: Readonly<FormFields>) => Promise<FileTaker>,
): Promise<FormFields> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(ctx.get('content-type'))}`);
  const pieces = bodyPieces(ctx, limits);
  const body = new ReadAhead(pieces);
  const fields: FormFields = Object.create(null);
  let fieldBytes = 0;
  try {
    // The first delimiter needs no line before it.
    if ((await body.ahead(2)) !== '\r\n') body.putBack(Buffer.from('\r\n'));
    if ((await body.take(delimiter.length)) !== delimiter.toString('latin1')) refuse();
    for (let parts = 0; (await body.ahead(2)) !== '--'; parts++) {
      if (parts === MOST_PARTS) throw new AppError(413, 'too_large');
      if ((await body.ahead(2)) !== '\r\n') refuse();
      const { name, fileName } = readHead(await body.takeHead());
      if (fileName !== undefined) {
        await body.passOn(delimiter, await begin({ name, fileName }, fields));
        continue;
      }
      const bytes = await readField(body, delimiter, MOST_FIELD_BYTES - fieldBytes);
      fieldBytes += bytes.byteLength;
      const value = textOf(name, bytes);
      fields[name] = name in fields ? [fields[name]!, value].flat() : value;
    }
    return fields;
  } finally {
    await pieces.return();
  }
}

async function readField(body: ReadAhead, delimiter: Buffer, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  await body.passOn(delimiter, async (bytes) => {
    length += bytes.length;
    if (length > most) throw new AppError(413, 'too_large');
    pieces.push(bytes);
  });
  return Buffer.concat(pieces);
}

function textOf(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidInput([{ path: [name], message: 'is not written in UTF-8' }]);
  }
}

/** What has come of a body and is not taken yet: never more than a piece and a delimiter. */
class ReadAhead {
  readonly #pieces: AsyncGenerator<Buffer, void, undefined>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncGenerator<Buffer, void, undefined>) {
    this.#pieces = pieces;
  }

  /** The next bytes as text, which stay; fewer at the end. */
  async ahead(length: number): Promise<string> {
    while (this.#held.length < length && (await this.#more()));
    return this.#held.toString('latin1', 0, length);
  }

  async take(length: number): Promise<string> {
    const text = await this.ahead(length);
    this.#held = this.#held.subarray(text.length);
    return text;
  }

  putBack(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  /** A part's head with the line break before it; what follows is its content. */
  async takeHead(): Promise<string> {
    let end = this.#held.indexOf('\r\n\r\n');
    while (end < 0 && this.#held.length < LONGEST_HEAD && (await this.#more()))
      end = this.#held.indexOf('\r\n\r\n');
    if (end < 0 || end > LONGEST_HEAD) refuse();
    const head = this.#held.toString('utf8', 0, end);
    this.#held = this.#held.subarray(end + 4);
    return head;
  }

  /** Hands on everything up to the delimiter, which is taken as well. */
  async passOn(delimiter: Buffer, taker: FileTaker): Promise<void> {
    for (;;) {
      const end = this.#held.indexOf(delimiter);
      // The delimiter may have begun at the end of what has come.
      const sure = end < 0 ? Math.max(0, this.#held.length - delimiter.length + 1) : end;
      const bytes = this.#held.subarray(0, sure);
      this.#held = this.#held.subarray(end < 0 ? sure : end + delimiter.length);
      if (bytes.length > 0) await taker(bytes);
      if (end >= 0) return;
      if (!(await this.#more())) refuse();
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }
}

/** What names a part of a multipart/form-data body (RFC 7578); `fileName` where it is a file. */
type PartHead = { name: string; fileName: string | undefined };

/** The boundary that a content-type names: 1 to 70 characters (RFC 2046). Throws AppError 400. */
function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? refuse();
}

/** What the head of a part says of it, its first line break included. Throws AppError 400. */
function readHead(head: string): PartHead {
  const disposition = /\r\ncontent-disposition:[ \t]*form-data([^\r\n]*)/i.exec(head)?.[1] ?? refuse();
  const encoding = /\r\ncontent-transfer-encoding:[ \t]*([^\s;]*)/i.exec(head)?.[1] ?? 'binary';
  if (!/^(binary|7bit|8bit)$/i.test(encoding)) refuse();
  const name = parameter(disposition, 'name') ?? refuse();
  const fileName = parameter(disposition, 'filename');
  if (name.length > LONGEST_NAME) refuse();
  // Some browsers sent the whole path.
  return {
    name,
    fileName: fileName?.slice(Math.max(fileName.lastIndexOf('\\'), fileName.lastIndexOf('/')) + 1),
  };
}

/** Browsers write quotes and line ends in a name as %22, %0D and %0A, other programs a quote as \". */
function parameter(disposition: string, wanted: string): string | undefined {
  const pattern = /;[ \t]*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;
  for (const [, key, quoted, plain] of disposition.matchAll(pattern)) {
    if (key?.toLowerCase() !== wanted) continue;
    const escaped = quoted?.replace(/\\(["\\])/g, '$1') ?? plain ?? '';
    return escaped.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
  }
  return undefined;
}

/** @throws AppError 400 */
function refuse(): never {
  throw new AppError(400, 'form_invalid');
}
