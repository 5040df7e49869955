import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';
import { CLOSE, MORE, nameHash, OPEN, TEXT, XmlScanner } from './xml-scanner.ts';
import { copyResolved, hasUnderscore, resolveEscapes } from './xml-text.ts';

const SI = nameHash('si');
const T = nameHash('t');
const R = nameHash('r');
const SST = nameHash('sst');
const BLOCK_BITS = 21;
const BLOCK_BYTES = 1 << BLOCK_BITS;

/** The shared strings as UTF-8 in blocks of bytes, without JavaScript strings. */
export class SharedStrings {
  count = 0;
  private readonly limits: Limits;
  private readonly blocks: Uint8Array[] = [];
  private starts = new Uint32Array(1024);
  private lengths = new Uint32Array(1024);
  private used = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  block(index: number): Uint8Array {
    return this.blocks[this.starts[index]! >>> BLOCK_BITS]!;
  }

  /** Offset of a string in its block. */
  start(index: number): number {
    return this.starts[index]! & (BLOCK_BYTES - 1);
  }

  length(index: number): number {
    return this.lengths[index]!;
  }

  add(bytes: Uint8Array, length: number): void {
    if (this.blocks.length === 0 || this.used + length > BLOCK_BYTES) this.addBlock();
    const index = this.count++;
    if (index === this.starts.length) this.grow();
    const block = this.blocks.length - 1;
    this.blocks[block]!.set(length < bytes.length ? bytes.subarray(0, length) : bytes, this.used);
    this.starts[index] = block * BLOCK_BYTES + this.used;
    this.lengths[index] = length;
    this.used += length;
  }

  private addBlock(): void {
    if ((this.blocks.length + 1) * BLOCK_BYTES > this.limits.sharedStringBytes) throw this.tooLarge();
    this.blocks.push(new Uint8Array(BLOCK_BYTES));
    this.used = 0;
  }

  private grow(): void {
    const size = 2 * this.starts.length;
    if (size > 2 * this.limits.sharedStrings) throw this.tooLarge();
    const starts = new Uint32Array(size);
    const lengths = new Uint32Array(size);
    starts.set(this.starts);
    lengths.set(this.lengths);
    this.starts = starts;
    this.lengths = lengths;
  }

  private tooLarge(): ImportError {
    return new ImportError('import_shared_strings_too_large', { limit: this.limits.sharedStrings });
  }
}

/** Reads xl/sharedStrings.xml: plain and rich text, without phonetic runs. */
export class SharedStringsReader {
  readonly strings: SharedStrings;
  private readonly scanner: XmlScanner;
  private readonly limits: Limits;
  private text = new Uint8Array(4096);
  private length = 0;
  private segmentStart = 0;
  private inItem = false;
  private inText = false;
  private skipDepth = 0;

  constructor(part: string, limits: Limits) {
    this.scanner = new XmlScanner(part, limits);
    this.strings = new SharedStrings(limits);
    this.limits = limits;
  }

  push(chunk: Uint8Array): void {
    this.scanner.push(chunk);
    this.drain();
  }

  finish(): SharedStrings {
    this.scanner.finish();
    this.drain();
    this.scanner.assertComplete();
    return this.strings;
  }

  private drain(): void {
    const { scanner } = this;
    for (let token = scanner.next(); token !== MORE; token = scanner.next()) {
      if (token === OPEN) this.open();
      else if (token === CLOSE) this.close();
      else if (token === TEXT && this.inText) this.append();
    }
  }

  private open(): void {
    const { scanner } = this;
    if (this.skipDepth > 0) return;
    if (scanner.depth === 1) {
      if (scanner.name !== SST) throw scanner.damaged('root');
    } else if (scanner.depth === 2 && scanner.name === SI) {
      this.inItem = true;
      this.length = 0;
    } else if (this.inItem && scanner.name === T && !this.inText) {
      this.inText = true;
      this.segmentStart = this.length;
    } else if (!(this.inItem && scanner.name === R && scanner.depth === 3)) {
      this.skipDepth = scanner.depth;
    }
  }

  private close(): void {
    const { scanner } = this;
    if (this.skipDepth > 0) {
      if (scanner.depth < this.skipDepth) this.skipDepth = 0;
    } else if (this.inText) {
      this.inText = false;
      if (hasUnderscore(this.text, this.segmentStart, this.length)) {
        this.length = resolveEscapes(this.text, this.segmentStart, this.length);
      }
    } else if (scanner.depth === 1) {
      this.inItem = false;
      if (this.strings.count >= this.limits.sharedStrings) {
        throw new ImportError('import_shared_strings_too_large', { limit: this.limits.sharedStrings });
      }
      this.strings.add(this.text, this.length);
    }
  }

  private append(): void {
    if (this.skipDepth > 0) return;
    const { scanner } = this;
    const needed = this.length + scanner.textEnd - scanner.textStart;
    if (needed > this.limits.cellBytes) {
      const params = { part: scanner.part, cell: `#${this.strings.count + 1}`, limit: this.limits.cellBytes };
      throw new ImportError('import_cell_too_large', params);
    }
    if (needed > this.text.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.text);
      this.text = larger;
    }
    this.length = copyText(scanner, this.text, this.length);
  }
}

/** Copies the scanner's text to `out` at `at`, references resolved; returns the new end. */
export function copyText(scanner: XmlScanner, out: Uint8Array, at: number): number {
  const { buffer, textStart, textEnd } = scanner;
  if (scanner.textHasReferences) return copyResolved(buffer, textStart, textEnd, out, at);
  for (let i = textStart; i < textEnd; i++) out[at++] = buffer[i]!;
  return at;
}
