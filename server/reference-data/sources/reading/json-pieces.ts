import { isUtf8 } from 'node:buffer';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MOST_DEPTH = 128;
const MOST_OF_PIECE = 16 * 1024 * 1024;

/** Told of what a JSON file is made of. */
export type PieceListener = {
  /** An object of a list that is the document itself or a member of it. */
  piece(value: unknown): void;
  /** A document has ended; a file may hold several, one after the other. */
  documentEnd(): void;
};

/** Why a text is no JSON that is read. */
export class JsonDamaged extends Error {}

/**
 * Takes JSON apart without ever holding more of it than one object of a list: documents one per line or pretty-printed,
 * lists, objects with lists. What stands between the pieces is only held against its brackets.
 */
export class JsonPieces {
  private readonly listener: PieceListener;
  private readonly brackets: number[] = [];
  private inString = false;
  private escaped = false;
  /** Depth of the list whose objects are pieces while one is read; -1 outside of one. */
  private pieceDepth = -1;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private isFirst = true;

  constructor(listener: PieceListener) {
    this.listener = listener;
  }

  /** @throws JsonDamaged */
  push(bytes: Buffer): void {
    let at = this.isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.isFirst = false;
    let start = at;
    while (at < bytes.length) {
      if (this.inString) {
        at = this.skipString(bytes, at);
        continue;
      }
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        if (this.brackets.length === 0) throw new JsonDamaged('text outside a document');
        this.inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (byte === OPEN_OBJECT && this.pieceDepth < 0 && this.beginsPiece()) {
          this.pieceDepth = this.brackets.length;
          start = at;
        }
        this.brackets.push(byte);
        if (this.brackets.length > MOST_DEPTH) throw new JsonDamaged('nested too deeply');
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (this.brackets.pop() !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_ARRAY)) {
          throw new JsonDamaged('brackets do not match');
        }
        if (this.brackets.length === this.pieceDepth) {
          this.endPiece(bytes.subarray(start, at + 1));
        } else if (this.brackets.length === 0) this.listener.documentEnd();
      } else if (this.brackets.length === 0 && byte > 0x20 && byte !== COMMA) {
        throw new JsonDamaged('text outside a document');
      }
      at++;
    }
    if (this.pieceDepth >= 0) this.hold(bytes.subarray(start));
  }

  /** @throws JsonDamaged where a document has not ended */
  finish(): void {
    if (this.brackets.length > 0) throw new JsonDamaged('the file ends early');
  }

  /** In a list that is the document, or a member of it. */
  private beginsPiece(): boolean {
    const { brackets } = this;
    if (brackets.at(-1) !== OPEN_ARRAY) return false;
    return brackets.length === 1 || (brackets.length === 2 && brackets[0] === OPEN_OBJECT);
  }

  /** Where what follows a text begins, or the end of these bytes. */
  private skipString(bytes: Buffer, from: number): number {
    let at = from;
    if (this.escaped) {
      this.escaped = false;
      at++;
    }
    for (;;) {
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 ? bytes.length : quote;
      let slashes = 0;
      while (end - 1 - slashes >= at && bytes[end - 1 - slashes] === BACKSLASH) slashes++;
      const isEscaped = slashes % 2 === 1;
      if (quote < 0) {
        this.escaped = isEscaped;
        return end;
      }
      at = quote + 1;
      if (!isEscaped) {
        this.inString = false;
        return at;
      }
    }
  }

  private hold(bytes: Buffer): void {
    this.heldBytes += bytes.length;
    if (this.heldBytes > MOST_OF_PIECE) throw new JsonDamaged('an object is too large');
    // The reader's buffer is used anew for what comes next.
    this.held.push(Buffer.from(bytes));
  }

  private endPiece(end: Buffer): void {
    if (this.heldBytes + end.length > MOST_OF_PIECE) throw new JsonDamaged('an object is too large');
    const bytes = this.held.length === 0 ? end : Buffer.concat([...this.held, end]);
    this.held = [];
    this.heldBytes = 0;
    this.pieceDepth = -1;
    this.listener.piece(parsed(bytes));
  }
}

function parsed(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new JsonDamaged('not UTF-8');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new JsonDamaged('no JSON');
  }
}
