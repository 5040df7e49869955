import { AppError } from '../errors.ts';

/** One part of a multipart/form-data body; `fileName` where it is a file. */
export type FormPart = { name: string; fileName: string | undefined; bytes: Buffer };

export const MOST_PARTS = 100;
export const LONGEST_HEAD = 4096;
const LONGEST_NAME = 255;

/** The boundary that a content-type names: 1 to 70 characters (RFC 2046). Throws AppError 400. */
export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? refuse();
}

/** The parts of a body (RFC 7578), which share its memory. Throws AppError 400, or 413 when there are too many. */
export function splitForm(body: Buffer, boundary: string): FormPart[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // The first delimiter needs no line before it.
  const lineEnd = body.toString('latin1', 0, 2) === '\r\n' ? 0 : 2;
  let at = delimiter.length - lineEnd;
  if (!body.subarray(0, at).equals(delimiter.subarray(lineEnd))) refuse();
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (parts.length === MOST_PARTS) throw new AppError(413, 'too_large');
    if (body.toString('latin1', at, at + 2) !== '\r\n') refuse();
    const headEnd = body.subarray(at, at + LONGEST_HEAD).indexOf('\r\n\r\n');
    if (headEnd < 0) refuse();
    const start = at + headEnd + 4;
    const end = body.indexOf(delimiter, start);
    if (end < 0) refuse();
    const head = body.toString('utf8', at, at + headEnd);
    parts.push({ ...readHead(head), bytes: body.subarray(start, end) });
    at = end + delimiter.length;
  }
  return parts;
}

/** What the head of a part says of it, its first line break included. Throws AppError 400. */
export function readHead(head: string): Omit<FormPart, 'bytes'> {
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
export function refuse(): never {
  throw new AppError(400, 'form_invalid');
}
