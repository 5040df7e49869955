import { isUtf8 } from 'node:buffer';
import { ImportError } from './import-error.ts';

const DECLARATION = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;
const SINGLE_BYTE = /^(iso-8859-1|latin1|windows-1252|cp1252)$/i;
/** .NET exports declare UTF-16 in files that are not; the bytes decide. */
const AS_UTF8 = /^(utf-?8|us-ascii|ascii|utf-?16)$/i;

/**
 * Converts the chunks of an XML part to valid UTF-8 without byte order mark, each ending at a character boundary. @throws
 * ImportError import_encoding_unsupported, import_xml_damaged
 */
export class Utf8Input {
  private readonly part: string;
  private decoder: TextDecoder | undefined;
  private started = false;
  private rest: Uint8Array = new Uint8Array(0);

  constructor(part: string) {
    this.part = part;
  }

  take(chunk: Uint8Array): Uint8Array {
    let bytes = this.rest.length === 0 ? chunk : joined(this.rest, chunk);
    this.rest = new Uint8Array(0);
    if (!this.started) {
      if (bytes.length < 4) {
        this.rest = bytes.slice();
        return this.rest.subarray(0, 0);
      }
      bytes = this.start(bytes);
    }
    if (this.decoder) return Buffer.from(this.decode(bytes, true));
    const complete = completeLength(bytes);
    if (complete < bytes.length) this.rest = bytes.slice(complete);
    const valid = bytes.subarray(0, complete);
    if (!isUtf8(valid)) throw this.damaged();
    return valid;
  }

  /** The incomplete character at the end, if any. */
  finish(): Uint8Array {
    if (!this.started && this.rest.length > 0) throw this.damaged();
    if (this.decoder) return Buffer.from(this.decode(new Uint8Array(0), false));
    if (this.rest.length > 0) throw this.damaged();
    return this.rest;
  }

  private start(bytes: Uint8Array): Uint8Array {
    this.started = true;
    const [a, b, c, d] = bytes;
    if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.subarray(3);
    if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && d === 0)) {
      this.decoder = new TextDecoder('utf-16le', { fatal: true });
      return bytes;
    }
    if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0)) {
      this.decoder = new TextDecoder('utf-16be', { fatal: true });
      return bytes;
    }
    const encoding = DECLARATION.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1];
    if (encoding === undefined || AS_UTF8.test(encoding)) return bytes;
    if (!SINGLE_BYTE.test(encoding)) {
      throw new ImportError('import_encoding_unsupported', { part: this.part, encoding });
    }
    this.decoder = new TextDecoder('windows-1252');
    return bytes;
  }

  private decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.decoder!.decode(bytes, { stream });
    } catch {
      throw this.damaged();
    }
  }

  private damaged(): ImportError {
    return new ImportError('import_xml_damaged', { part: this.part, detail: 'encoding' });
  }
}

/** Length up to the last complete UTF-8 character. */
function completeLength(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back]!;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < needed ? end - back : end;
    }
  }
  return end;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
