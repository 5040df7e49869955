/** Lengths of elements by application identifier; all others end at a separator (GS1 General Specifications, 7.8.5). */
const FIXED: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
};

/** The picture of FNC1, between two elements. */
const FNC1 = '\u241d';

/** Text for FNC1 of scanners that cannot send the control character GS. */
const WRITTEN_FNC1 = /[<{[](?:GS|FNC1)[>}\]]/gi;

/** Symbology identifier, where a scanner sends one: ]d2, ]C1, ]e0, ]Q3; and the first FNC1. */
const START = /^(?:\][a-z]\d)?\u241d?/i;

/**
 * The GTIN-14 in a GS1 element string from a DataMatrix or GS1-128, with brackets, `(17)271231(01)07680123456781(10)A1`,
 * or without, `]d2010768012345678117271231` with FNC1 after elements of variable length. Null without one; the check
 * digit is not verified.
 */
export function gs1Gtin(text: string): string | null {
  const elements = text.trim().replaceAll('\u001d', FNC1).replace(WRITTEN_FNC1, FNC1).replace(START, '');
  if (elements.startsWith('(')) return /\(01\)(\d{14})(?!\d)/.exec(elements)?.[1] ?? null;
  for (let at = 0; at < elements.length; ) {
    if (elements[at] === FNC1) {
      at++;
      continue;
    }
    const identifier = elements.slice(at, at + 2);
    const length = FIXED[identifier];
    if (identifier === '01') {
      const gtin = elements.slice(at + 2, at + 16);
      return /^\d{14}$/.test(gtin) ? gtin : null;
    }
    if (length === undefined) {
      const end = elements.indexOf(FNC1, at);
      // The end of the element is unknown, so the rest cannot be read.
      if (end < 0 || !/^\d\d/.test(identifier)) return null;
      at = end;
    } else {
      const value = elements.slice(at + 2, at + 2 + length);
      if (value.length < length || !/^\d+$/.test(value)) return null;
      at += 2 + length;
    }
  }
  return null;
}
