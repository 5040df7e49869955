import { closeSync, openSync, writeSync } from 'node:fs';
import { LINES_COLUMNS } from '#shared/read-report.ts';

const FLUSH_BYTES = 1024 * 1024;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const SPACE = 0x20;
const DELETE = 0x7f;
const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Writes CSV (UTF-8, header, RFC 4180 quoting, LF) from bytes, in large chunks. Control characters become spaces,
 * so a line is always one line.
 */
export class LinesFile {
  private readonly file: number;
  private buffer: Uint8Array = Buffer.allocUnsafeSlow(FLUSH_BYTES + 64 * 1024);
  private length = 0;
  private closed = false;

  constructor(path: string) {
    this.file = openSync(path, 'w');
    this.ascii(`${Object.keys(LINES_COLUMNS).join(',')}\n`);
  }

  comma(): void {
    this.buffer[this.length++] = COMMA;
  }

  endLine(): void {
    this.buffer[this.length++] = NEWLINE;
    if (this.length >= FLUSH_BYTES) this.flush();
  }

  /** Makes room for a line whose texts have this many bytes. */
  reserve(bytes: number): void {
    const needed = this.length + 2 * bytes + 1024;
    if (needed <= this.buffer.length) return;
    this.flush();
    if (2 * bytes + 1024 > this.buffer.length) this.buffer = new Uint8Array(2 * bytes + 1024);
  }

  text(bytes: Uint8Array, start: number, end: number): void {
    const { buffer } = this;
    let at = this.length;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === COMMA || byte === QUOTE) {
        this.quoted(bytes, start, end);
        return;
      }
      buffer[at++] = byte < SPACE || byte === DELETE ? SPACE : byte;
    }
    this.length = at;
  }

  integer(value: number): void {
    const { buffer } = this;
    let rest = value;
    if (rest < 0) {
      buffer[this.length++] = MINUS;
      rest = -rest;
    }
    let digits = 1;
    for (let limit = 10; rest >= limit; limit *= 10) digits++;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      buffer[at] = ZERO + (rest % 10);
      rest = (rest / 10) | 0;
    }
    this.length += digits;
  }

  /** The first `count` of these ASCII bytes. */
  digits(bytes: Uint8Array, count: number): void {
    for (let i = 0; i < count; i++) this.buffer[this.length++] = bytes[i]!;
  }

  /** A short text without what would have to be quoted; room for some of them is in every line. */
  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.buffer[this.length++] = text.charCodeAt(i);
  }

  close(): void {
    this.flush();
    closeSync(this.file);
    this.closed = true;
  }

  /** Closes without writing what is left. */
  abandon(): void {
    if (!this.closed) closeSync(this.file);
    this.closed = true;
  }

  private quoted(bytes: Uint8Array, start: number, end: number): void {
    const { buffer } = this;
    let at = this.length;
    buffer[at++] = QUOTE;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === QUOTE) buffer[at++] = QUOTE;
      buffer[at++] = byte < SPACE || byte === DELETE ? SPACE : byte;
    }
    buffer[at++] = QUOTE;
    this.length = at;
  }

  private flush(): void {
    for (let written = 0; written < this.length; ) {
      written += writeSync(this.file, this.buffer, written, this.length - written);
    }
    this.length = 0;
  }
}
