import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';

const resolve = createRequire(import.meta.url).resolve;
const FAMILY = 'Open Sans';
const MM_PER_POINT = 25.4 / 72;

/** A font of fontkit, as the renderer embeds it. */
type FontFile = {
  unitsPerEm: number;
  characterSet: number[];
  hasGlyphForCodePoint(code: number): boolean;
  glyphForCodePoint(code: number): { advanceWidth: number };
};

export type Weight = 'regular' | 'bold';
const weights = { regular: 400, bold: 600 } as const;
const files = { regular: '400Regular/OpenSans_400Regular.ttf', bold: '600SemiBold/OpenSans_600SemiBold.ttf' };

/** Shown for letters that the typeface lacks, which would be blank. */
const SIGN = '\ufffd';
/** Right-to-left scripts, which are not laid out. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A measurable typeface with Latin, Greek and Cyrillic letters. */
export type Typeface = {
  /** For the renderer. */
  file(weight: Weight): FontFile;
  /** The text as drawn: a letter that the typeface lacks by its plain form, or by a replacement sign. */
  shown(text: string): string;
  /** Width of a line in millimetres, at `points`. */
  widthOf(text: string, points: number, weight?: Weight): number;
  /** `text` in lines of at most `width` millimetres; too long words are broken anywhere. */
  linesOf(text: string, width: number, points: number, weight?: Weight): string[];
  /** `text` on one line of at most `width` millimetres, cut with an ellipsis. */
  cut(text: string, width: number, points: number, weight?: Weight): string;
};

/** Reads the typeface from its package. */
export async function loadTypeface(): Promise<Typeface> {
  Font.register({
    family: FAMILY,
    fonts: (['regular', 'bold'] as const).map((weight) => ({
      src: resolve(`@expo-google-fonts/open-sans/${files[weight]}`),
      fontWeight: weights[weight],
    })),
  });
  const [regular, bold] = await Promise.all([load('regular'), load('bold')]);
  const read = { regular, bold };
  const advances = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const drawn = new Map<string, string>();
  return { file: (weight) => read[weight], shown, widthOf, linesOf, cut };

  function shown(text: string): string {
    let line = '';
    for (const letter of text) line += shownLetter(letter);
    return line;
  }

  function shownLetter(letter: string): string {
    let known = drawn.get(letter);
    if (known === undefined) {
      known = has(letter) ? letter : plainOf(letter);
      drawn.set(letter, known);
    }
    return known;
  }

  /** Both weights have the same letters; combining marks without a precomposed letter are not placed. */
  function has(letter: string): boolean {
    return (
      read.regular.hasGlyphForCodePoint(letter.codePointAt(0)!) &&
      !/[\p{M}\p{Cf}]/u.test(letter) &&
      !RIGHT_TO_LEFT.test(letter)
    );
  }

  /** Plain forms: Ἀ as Α and ㎎ as mg; empty for combining marks. */
  function plainOf(letter: string): string {
    if (/[\p{M}\p{Cf}]/u.test(letter)) return '';
    const plain = [...letter.normalize('NFKD')].filter(has).join('');
    return plain || SIGN;
  }

  function widthOf(text: string, points: number, weight: Weight = 'regular'): number {
    let width = 0;
    for (const letter of shown(text)) width += advance(letter, weight);
    return width * points * MM_PER_POINT;
  }

  /** Width of a letter in ems. */
  function advance(letter: string, weight: Weight): number {
    let width = advances[weight].get(letter);
    if (width === undefined) {
      const font = read[weight];
      width = font.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth / font.unitsPerEm;
      advances[weight].set(letter, width);
    }
    return width;
  }

  function linesOf(text: string, width: number, points: number, weight: Weight = 'regular'): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ').filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(longer, points, weight) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      const pieces = broken(word, width, points, weight);
      line = pieces.pop()!;
      lines.push(...pieces);
    }
    return line || lines.length === 0 ? [...lines, line] : lines;
  }

  function cut(text: string, width: number, points: number, weight: Weight = 'regular'): string {
    if (widthOf(text, points, weight) <= width) return text;
    const letters = [...text].slice(0, 300);
    while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`, points, weight) > width)
      letters.pop();
    return `${letters.join('').trimEnd()}…`;
  }

  function broken(word: string, width: number, points: number, weight: Weight): string[] {
    const pieces = [''];
    for (const letter of word) {
      const longer = pieces.at(-1)! + letter;
      if (widthOf(longer, points, weight) <= width || longer === letter) pieces[pieces.length - 1] = longer;
      else pieces.push(letter);
    }
    return pieces;
  }
}

async function load(weight: Weight): Promise<FontFile> {
  const asked = { fontFamily: FAMILY, fontWeight: weights[weight] };
  await Font.load(asked);
  const found = Font.getFont(asked) as unknown as { data?: FontFile } | undefined;
  if (!found?.data) throw new Error(`The typeface ${FAMILY} could not be read`);
  // A glyph that is first used as part of another one (µ, of the Greek μ) would never be extractable as text: register
  // all letters.
  for (const code of found.data.characterSet) found.data.glyphForCodePoint(code);
  return found.data;
}
