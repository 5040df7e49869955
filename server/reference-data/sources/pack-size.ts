const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const BARE = new RegExp(`^${NUMBER}$`);
const TIMES = new RegExp(`^((?:${NUMBER} ?(?:x|à|zu) ?)*)(${NUMBER}) ?(.*)$`);
const EXPLAINED = new RegExp(`^(${NUMBER}) ?\\((.+)\\)$`);
/** Characters; longer texts are sentences. */
const LONGEST = 100;
/** An amount that a container holds, alone or as a strength: "ml", "mg/5ml". */
const MEASURE =
  /^(?:ml|cl|dl|l|kg|g|mg|µg|ug|mcg|i\.?e\.?|u\.?i\.?|e|mbq|gbq|mm|cm)(?: ?\/ ?(?:\d+(?:[.,]\d+)?)? ?(?:ml|l|g|dosis))?$/;

/**
 * The number of `unit` in a pack as its text says, as a decimal number; '' where it says none that can be relied on.
 *
 * "10 x 1000" of ml is 10000, "10 x 10 ml" of ampoules is 10, "180 (2x90)" is 180. Unknown are words, ranges, and sums:
 * in the list of authorised packs "1 + 1" is a powder and its solvent and "28 + 28" tablets of two strengths, so a sum
 * hardly ever counts the same things, and nothing in the text tells when it does.
 */
export function packSizeOf(text: string, unit: string): string {
  if (text.length > LONGEST) return '';
  const plain = normal(text);
  if (BARE.test(plain)) return written([plain]);
  const explained = EXPLAINED.exec(plain);
  if (explained) {
    const size = written([explained[1]!]);
    return size !== '' && packSizeOf(explained[2]!, unit) === size ? size : '';
  }
  const times = TIMES.exec(plain);
  if (!times) return '';
  const factors = times[1]!
    .split(/x|à|zu/)
    .map((factor) => factor.trim())
    .filter(Boolean);
  const [last, inner] = [times[2]!, times[3]!.trim()];
  const of = normal(unit);
  if (inner === '' || isSame(inner, of)) return written([...factors, last]);
  // What each container holds does not change how many there are.
  return MEASURE.test(inner) && !MEASURE.test(of) && of !== '' ? written(factors) : '';
}

function normal(text: string): string {
  return text
    .replace(/[\s\u00a0]+/gu, ' ')
    .replace(/['’]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll('×', 'x');
}

/** "ml" and "mL", "Amp" and "Ampulle(n)", "Tabletten" and "Tablette(n)". */
function isSame(inner: string, unit: string): boolean {
  if (inner === unit) return true;
  if (MEASURE.test(inner) || MEASURE.test(unit)) return false;
  const [a, b] = [inner, unit].map((each) => each.replace(/\(.*$/, '').replace(/[^\p{L}]/gu, ''));
  return a!.length >= 3 && b!.length >= 3 && (a!.startsWith(b!) || b!.startsWith(a!));
}

/** The product of the factors, exact to three decimals as a pack size is kept; '' beyond that, and for zero. */
function written(factors: readonly string[]): string {
  const size = factors.reduce((product, factor) => product * Number(factor.replace(',', '.')), 1);
  const rounded = Math.round(size * 1000) / 1000;
  if (rounded <= 0 || rounded >= 1e9 || Math.abs(size - rounded) > 1e-9 * Math.max(1, size)) return '';
  return String(rounded);
}
