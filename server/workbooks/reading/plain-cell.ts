import { BOOLEAN, ERROR, NUMBER, STRING } from './row.ts';

/** Kind of a plain cell whose text is an index into the shared strings. */
export const SHARED_INDEX = 100;

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const SPACE = 0x20;
const QUOTE = 0x22;
const EQUALS = 0x3d;
const AMPERSAND = 0x26;
const UNDERSCORE = 0x5f;
const C = 0x63;
const V = 0x76;
const I = 0x69;
const R = 0x72;
const S = 0x73;
const T = 0x74;

/** Result of readPlainCell: text from start to end (empty when equal), and the position of the next markup. */
export class PlainCell {
  /** 0-based; -1 when not given. */
  column = -1;
  /** 1-based; -1 when not given. */
  row = -1;
  kind = NUMBER as number;
  /** Style index; -1 when not given. */
  style = -1;
  start = 0;
  end = 0;
  next = 0;
}

/**
 * Fast path: reads a whole `<c>` element at `at` if it is complete before `end` and has one of the forms `<c r="B2" s="1"
 * t="n"/>`, `<c …><v>5</v></c>`, `<c … t="inlineStr"><is><t>text</t></is></c>`, without references, escapes, formulas or
 * other attributes. Returns false for anything else.
 */
export function readPlainCell(b: Uint8Array, at: number, end: number, cell: PlainCell): boolean {
  // The shortest form has eight bytes after its text; reads beyond are checked at the end.
  if (at + 12 > end || b[at] !== LT || b[at + 1] !== C) return false;
  let q = at + 2;
  let row = -1;
  let column = -1;
  let kind = NUMBER as number;
  let inline = false;
  let typed = false;
  let style = -1;
  while (b[q] === SPACE) {
    if (b[q + 2] !== EQUALS || b[q + 3] !== QUOTE) return false;
    const name = b[q + 1];
    q += 4;
    if (name === R && row < 0) {
      column = 0;
      const lettersStart = q;
      let byte = b[q]!;
      while (byte >= 0x41 && byte <= 0x5a) {
        column = column * 26 + byte - 0x40;
        byte = b[++q]!;
      }
      const digitsStart = q;
      row = 0;
      while (byte >= 0x30 && byte <= 0x39) {
        row = row * 10 + byte - 0x30;
        byte = b[++q]!;
      }
      const letters = digitsStart - lettersStart;
      const digits = q - digitsStart;
      if (letters < 1 || letters > 3 || digits < 1 || digits > 7 || byte !== QUOTE) return false;
      column--;
    } else if (name === S && style < 0) {
      const digitsStart = q;
      style = 0;
      while (b[q]! >= 0x30 && b[q]! <= 0x39) style = style * 10 + b[q++]! - 0x30;
      if (b[q] !== QUOTE || q - digitsStart > 9) return false;
    } else if (name === T && !typed) {
      typed = true;
      const type = b[q];
      if (b[q + 1] === QUOTE) {
        if (type === S) kind = SHARED_INDEX;
        else if (type === 0x62) kind = BOOLEAN;
        else if (type === 0x65) kind = ERROR;
        else if (type !== 0x6e) return false;
        q += 1;
      } else if (type === I && isWord(b, q, INLINE_STR)) {
        kind = STRING;
        inline = true;
        q += INLINE_STR.length;
      } else if (type === S && b[q + 1] === T && b[q + 2] === R && b[q + 3] === QUOTE) {
        kind = STRING;
        q += 3;
      } else return false;
      if (b[q] !== QUOTE) return false;
    } else return false;
    q++;
  }
  cell.row = row;
  cell.column = column;
  cell.kind = kind;
  cell.style = style;
  if (b[q] === SLASH && b[q + 1] === GT) return finish(cell, q, q, q + 2, end);
  if (b[q] !== GT || b[q + 1] !== LT) return false;
  q += 2;
  if (b[q] === SLASH) return b[q + 1] === C && b[q + 2] === GT && finish(cell, q, q, q + 3, end);
  const valued = b[q] === V && b[q + 1] === GT;
  if (valued === inline) return false;
  if (valued) q += 2;
  else {
    if (!isWord(b, q, IS_T)) return false;
    q += IS_T.length;
    if (b[q] === SPACE && isWord(b, q, PRESERVE)) q += PRESERVE.length;
    if (b[q] !== GT) return false;
    q++;
  }
  const start = q;
  // Ends at the end of the buffer at the latest: XmlScanner puts a '<' there.
  while (PLAIN_TEXT[b[q]!] === 1) q++;
  if (b[q] !== LT || b[q + 1] !== SLASH) return false;
  if (valued) {
    if (b[q + 2] !== V || b[q + 3] !== GT || b[q + 4] !== LT || b[q + 5] !== SLASH || b[q + 6] !== C)
      return false;
    return b[q + 7] === GT && finish(cell, start, q, q + 8, end);
  }
  if (b[q + 2] !== T || b[q + 3] !== GT || b[q + 4] !== LT || b[q + 5] !== SLASH || b[q + 6] !== I)
    return false;
  if (b[q + 7] !== S || b[q + 8] !== GT || b[q + 9] !== LT || b[q + 10] !== SLASH || b[q + 11] !== C)
    return false;
  return b[q + 12] === GT && finish(cell, start, q, q + 13, end);
}

const INLINE_STR = Buffer.from('inlineStr');
const IS_T = Buffer.from('is><t');
const PRESERVE = Buffer.from(' xml:space="preserve"');

/** 1 for bytes of text that stand for themselves: no markup, reference or escape. */
const PLAIN_TEXT = new Uint8Array(256).fill(1);
PLAIN_TEXT[LT] = PLAIN_TEXT[AMPERSAND] = PLAIN_TEXT[UNDERSCORE] = 0;

function isWord(b: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (b[at + i] !== word[i]) return false;
  return true;
}

function finish(cell: PlainCell, start: number, textEnd: number, next: number, end: number): boolean {
  cell.start = start;
  cell.end = textEnd;
  cell.next = next;
  return next <= end;
}
