import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';
import { Utf8Input } from './xml-encoding.ts';
import { copyResolved } from './xml-text.ts';

/** Results of `next()`. MORE: the buffer is used up, push another chunk. */
export const MORE = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;
export type Token = 0 | 1 | 2 | 3;

type Inside = 'content' | 'comment' | 'instruction' | 'cdata';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const AMPERSAND = 0x26;
const COLON = 0x3a;
/** Digits, '-' and '.' have lower codes and start no name. */
const FIRST_NAME_START = COLON;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const SEMICOLON = 0x3b;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const DASH = 0x2d;
const BRACKET = 0x5d;

const NAME = 0;
const SPACE = 1;
const NAME_END = 2;
const ILLEGAL = 3;
const CLASS = byteClasses();

const HASH_START = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

/** Ints per attribute: hash of the qualified name, name start, name end, value start, value end, has references. */
const STRIDE = 6;
const LONGEST_REFERENCE = 12;

/**
 * A strict, forward-only XML tokenizer over bytes: push chunks, pull tokens. Offsets point into `buffer` and are valid
 * until the next `push`. Elements are identified by a hash of their local name, whatever the namespace prefix. Checks
 * nesting, attribute syntax, references and the single root; refuses document type declarations. @throws ImportError
 * import_xml_damaged, import_document_type, import_encoding_unsupported
 */
export class XmlScanner {
  buffer = new Uint8Array(16 * 1024);
  /** Hash of the local name of the element last opened or closed. */
  name = 0;
  /** Open elements, including the last one opened, without the last one closed. */
  depth = 0;
  textStart = 0;
  textEnd = 0;
  /** The text contains references for copyResolved. */
  textHasReferences = false;
  attributeCount = 0;

  readonly part: string;
  private readonly limits: Limits;
  private readonly input: Utf8Input;
  /** Position of the next byte and end of the filled buffer; a reader may skip markup that it knows to be complete. */
  position = 0;
  end = 0;
  private readonly openNames: Int32Array;
  private readonly openLocalNames: Int32Array;
  private readonly attributes: Int32Array;
  private scratch = new Uint8Array(1024);
  private closePending = false;
  private rootClosed = false;
  private inside: Inside = 'content';

  constructor(part: string, limits: Limits) {
    this.part = part;
    this.limits = limits;
    this.input = new Utf8Input(part);
    this.openNames = new Int32Array(limits.depth + 1);
    this.openLocalNames = new Int32Array(limits.depth + 1);
    this.attributes = new Int32Array(limits.attributes * STRIDE);
  }

  push(chunk: Uint8Array): void {
    this.append(this.input.take(chunk));
  }

  /** Call after the last chunk and before pulling the last tokens. */
  finish(): void {
    this.append(this.input.finish());
  }

  /** Call once `next()` has returned MORE after `finish()`. */
  assertComplete(): void {
    if (this.position < this.end || this.inside !== 'content' || !this.rootClosed) throw this.damaged('end');
  }

  next(): Token {
    if (this.closePending) {
      this.closePending = false;
      return this.closeElement();
    }
    while (this.position < this.end) {
      if (this.inside !== 'content') {
        if (this.takeSpecial()) return TEXT;
        if (this.stillInside()) return MORE;
        continue;
      }
      const { buffer, position } = this;
      if (buffer[position] !== LT) {
        if (!this.takeText()) return MORE;
        if (this.depth > 0) return TEXT;
        this.assertBlank();
        continue;
      }
      if (position + 1 >= this.end) return MORE;
      const second = buffer[position + 1];
      if (second === SLASH) return this.takeClose();
      if (second === QUESTION) {
        this.inside = 'instruction';
        this.position += 2;
      } else if (second === EXCLAMATION) {
        if (!this.takeDeclaration()) return MORE;
      } else {
        return this.takeOpen();
      }
    }
    return MORE;
  }

  /** Hash of the local name of the parent of the last opened element. */
  parent(): number {
    return this.depth < 2 ? 0 : this.openLocalNames[this.depth - 2]!;
  }

  /** Index of the attribute with this qualified name, or -1. */
  attribute(nameHash: number): number {
    const last = this.attributeCount * STRIDE;
    for (let at = 0; at < last; at += STRIDE) if (this.attributes[at] === nameHash) return at;
    return -1;
  }

  valueStart(attribute: number): number {
    return this.attributes[attribute + 3]!;
  }

  valueEnd(attribute: number): number {
    return this.attributes[attribute + 4]!;
  }

  /** Value of an attribute of the element last opened, references resolved; undefined when it has none. */
  value(nameHash: number): string | undefined {
    const attribute = this.attribute(nameHash);
    return attribute < 0 ? undefined : this.valueAt(attribute);
  }

  /** As `value`, by local name under any prefix (r:id, ns0:id). */
  prefixedValue(localName: string): string | undefined {
    for (let at = 0; at < this.attributeCount * STRIDE; at += STRIDE) {
      const name = this.decode(this.attributes[at + 1]!, this.attributes[at + 2]!);
      if (name.endsWith(`:${localName}`) && !name.startsWith('xmlns:')) return this.valueAt(at);
    }
    return undefined;
  }

  /** Text of the last TEXT token. */
  text(): string {
    return this.textHasReferences
      ? this.resolved(this.textStart, this.textEnd)
      : this.decode(this.textStart, this.textEnd);
  }

  hasReferences(attribute: number): boolean {
    return this.attributes[attribute + 5] !== 0;
  }

  damaged(detail: string): ImportError {
    return new ImportError('import_xml_damaged', { part: this.part, detail });
  }

  private valueAt(attribute: number): string {
    const start = this.attributes[attribute + 3]!;
    const end = this.attributes[attribute + 4]!;
    return this.hasReferences(attribute) ? this.resolved(start, end) : this.decode(start, end);
  }

  private decode(start: number, end: number): string {
    return Buffer.from(this.buffer.buffer, start, end - start).toString('utf8');
  }

  private resolved(start: number, end: number): string {
    const out = Buffer.alloc(end - start);
    const length = copyResolved(this.buffer, start, end, out, 0);
    return out.toString('utf8', 0, length);
  }

  private append(bytes: Uint8Array): void {
    const rest = this.end - this.position;
    if (rest > this.limits.tagBytes) throw this.damaged('tag');
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(0))
      throw this.damaged('character');
    const needed = rest + bytes.length;
    if (needed >= this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed + 1, 2 * this.buffer.length));
      larger.set(this.buffer.subarray(this.position, this.end));
      this.buffer = larger;
    } else {
      this.buffer.copyWithin(0, this.position, this.end);
    }
    this.buffer.set(bytes, rest);
    // A sentinel that stops the search for the end of a text.
    this.buffer[needed] = LT;
    this.position = 0;
    this.end = needed;
  }

  private takeText(): boolean {
    const { buffer, end } = this;
    let q = this.position;
    let reference = -1;
    let byte = buffer[q]!;
    while (byte !== LT) {
      if (byte === AMPERSAND) reference = q;
      if (++q === end) break;
      byte = buffer[q]!;
    }
    const start = this.position;
    if (reference >= 0) {
      const unfinished = q === end && buffer.subarray(reference, end).indexOf(SEMICOLON) < 0;
      if (unfinished && q - reference <= LONGEST_REFERENCE) q = reference;
      this.assertReferences(start, q);
    }
    this.textStart = start;
    this.textEnd = q;
    this.textHasReferences = reference >= 0;
    this.position = q;
    return q > start;
  }

  private takeOpen(): Token {
    const { buffer, end, attributes } = this;
    let q = this.position + 1;
    let hash = HASH_START;
    let local = HASH_START;
    const nameStart = q;
    let byte = buffer[q]!;
    let kind = CLASS[byte]!;
    while (kind === NAME) {
      hash = Math.imul(hash ^ byte, HASH_PRIME);
      local = byte === COLON ? HASH_START : Math.imul(local ^ byte, HASH_PRIME);
      if (++q >= end) return MORE;
      byte = buffer[q]!;
      kind = CLASS[byte]!;
    }
    if (q === nameStart || buffer[nameStart]! < FIRST_NAME_START) throw this.damaged('name');
    let count = 0;
    for (;;) {
      const spaceStart = q;
      while (kind === SPACE) {
        if (++q >= end) return MORE;
        byte = buffer[q]!;
        kind = CLASS[byte]!;
      }
      if (kind === NAME_END) break;
      if (kind !== NAME || q === spaceStart || byte < FIRST_NAME_START) throw this.damaged('attribute');
      if (count === this.limits.attributes) throw this.damaged('attribute');
      const attributeStart = q;
      let attributeHash = HASH_START;
      while (kind === NAME) {
        attributeHash = Math.imul(attributeHash ^ byte, HASH_PRIME);
        if (++q >= end) return MORE;
        byte = buffer[q]!;
        kind = CLASS[byte]!;
      }
      const attributeEnd = q;
      while (byte !== EQUALS) {
        if (CLASS[byte] !== SPACE) throw this.damaged('attribute');
        if (++q >= end) return MORE;
        byte = buffer[q]!;
      }
      do {
        if (++q >= end) return MORE;
        byte = buffer[q]!;
      } while (CLASS[byte] === SPACE);
      if (byte !== QUOTE && byte !== APOSTROPHE) throw this.damaged('attribute');
      const quote = byte;
      const valueStart = q + 1;
      let references = 0;
      for (;;) {
        if (++q >= end) return MORE;
        byte = buffer[q]!;
        if (byte === quote) break;
        if (byte === LT) throw this.damaged('attribute');
        if (byte === AMPERSAND) references = 1;
      }
      if (references !== 0) this.assertReferences(valueStart, q);
      const at = count * STRIDE;
      for (let i = 0; i < at; i += STRIDE) {
        if (attributes[i] === attributeHash) throw this.damaged('attribute');
      }
      attributes[at] = attributeHash;
      attributes[at + 1] = attributeStart;
      attributes[at + 2] = attributeEnd;
      attributes[at + 3] = valueStart;
      attributes[at + 4] = q;
      attributes[at + 5] = references;
      count++;
      if (++q >= end) return MORE;
      byte = buffer[q]!;
      kind = CLASS[byte]!;
    }
    const selfClosing = byte === SLASH;
    if (selfClosing) {
      if (++q >= end) return MORE;
      if (buffer[q] !== GT) throw this.damaged('tag');
    }
    if (this.rootClosed || this.depth >= this.limits.depth) throw this.damaged('nesting');
    this.openNames[this.depth] = hash;
    this.openLocalNames[this.depth] = local;
    this.depth++;
    this.name = local;
    this.attributeCount = count;
    this.closePending = selfClosing;
    this.position = q + 1;
    return OPEN;
  }

  private takeClose(): Token {
    const { buffer, end } = this;
    let q = this.position + 2;
    if (q >= end) return MORE;
    let hash = HASH_START;
    let byte = buffer[q]!;
    while (CLASS[byte] === NAME) {
      hash = Math.imul(hash ^ byte, HASH_PRIME);
      if (++q >= end) return MORE;
      byte = buffer[q]!;
    }
    while (byte !== GT) {
      if (CLASS[byte] !== SPACE) throw this.damaged('tag');
      if (++q >= end) return MORE;
      byte = buffer[q]!;
    }
    if (this.depth === 0 || this.openNames[this.depth - 1] !== hash) throw this.damaged('nesting');
    this.position = q + 1;
    return this.closeElement();
  }

  private closeElement(): Token {
    this.depth--;
    this.name = this.openLocalNames[this.depth]!;
    if (this.depth === 0) this.rootClosed = true;
    return CLOSE;
  }

  private takeDeclaration(): boolean {
    const start = this.decode(this.position, Math.min(this.position + 9, this.end));
    if (start.startsWith('<!--')) {
      this.inside = 'comment';
      this.position += 4;
      return true;
    }
    if (start === '<![CDATA[') {
      if (this.depth === 0) throw this.damaged('nesting');
      this.inside = 'cdata';
      this.position += 9;
      return true;
    }
    if (
      start.length < 9 &&
      ('<!--'.startsWith(start) || '<![CDATA['.startsWith(start) || '<!DOCTYPE'.startsWith(start))
    ) {
      return false;
    }
    if (start.startsWith('<!DOCTYPE') || start.startsWith('<!ENTITY')) {
      throw new ImportError('import_document_type', { part: this.part });
    }
    throw this.damaged('tag');
  }

  private stillInside(): boolean {
    return this.inside !== 'content';
  }

  /** Continues in a CDATA section, comment or instruction; true when that gave text. */
  private takeSpecial(): boolean {
    if (this.inside === 'cdata') return this.takeCdata();
    this.skipTo(this.inside === 'comment' ? DASH : QUESTION);
    return false;
  }

  private takeCdata(): boolean {
    const { buffer, end } = this;
    let q = this.position;
    while (q + 2 < end && !(buffer[q] === BRACKET && buffer[q + 1] === BRACKET && buffer[q + 2] === GT)) q++;
    this.textStart = this.position;
    this.textEnd = q;
    this.textHasReferences = false;
    const found = q + 2 < end;
    this.position = found ? q + 3 : q;
    if (found) this.inside = 'content';
    return q > this.textStart;
  }

  /** Skips to the `-->` or `?>` of a comment or instruction, as far as the buffer goes. */
  private skipTo(mark: number): void {
    const { buffer, end } = this;
    const width = mark === DASH ? 2 : 1;
    for (let q = this.position; q + width < end; q++) {
      if (buffer[q] === mark && buffer[q + width] === GT && (width === 1 || buffer[q + 1] === DASH)) {
        this.inside = 'content';
        this.position = q + width + 1;
        return;
      }
    }
    this.position = Math.max(this.position, end - width);
  }

  private assertReferences(start: number, end: number): void {
    if (this.scratch.length < end - start) this.scratch = new Uint8Array(2 * (end - start));
    if (copyResolved(this.buffer, start, end, this.scratch, 0) < 0) throw this.damaged('reference');
  }

  private assertBlank(): void {
    for (let q = this.textStart; q < this.textEnd; q++) {
      if (CLASS[this.buffer[q]!] !== SPACE) throw this.damaged('nesting');
    }
  }
}

/** The hash by which XmlScanner identifies a name. */
export function nameHash(name: string): number {
  let hash = HASH_START;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, HASH_PRIME);
  return hash;
}

function byteClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  // Control characters, this punctuation and Latin-1 signs (by their lead byte), e.g. a no-break space, are illegal in
  // names.
  classes.fill(ILLEGAL, 0, 0x20);
  for (const byte of Buffer.from('!"#$%&\'()*+,;<=?@[\\]^`{|}~\x7f\xc2', 'latin1')) classes[byte] = ILLEGAL;
  for (const byte of [0x20, 0x09, 0x0a, 0x0d]) classes[byte] = SPACE;
  for (const byte of [GT, SLASH]) classes[byte] = NAME_END;
  return classes;
}
