import { AppError } from '../../platform/errors.ts';

/** What names a part of a multipart/form-data body (RFC 7578); `fileName` where it is a file. */
type PartHead = { name: string; fileName: string | undefined };

export const MOST_PARTS = 100;
export const LONGEST_HEAD = 4096;
const LONGEST_NAME = 255;

/** The boundary that a content-type names: 1 to 70 characters (RFC 2046). Throws AppError 400. */
export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? refuse();
}

/** What the head of a part says of it, its first line break included. Throws AppError 400. */
export function readHead(head: string): PartHead {
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
