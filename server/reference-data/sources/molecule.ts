/**
 * Substances as Swissmedic lists them, in alphabetical order, each once, so that the same combination is the same
 * molecule in whichever order it is written. Commas separate unless they stand in brackets or between digits
 * ("alcohol 2,4-dichlorobenzylicus").
 */
export function moleculeOf(text: string): string {
  const substances = splitSubstances(text).map((substance) => substance.replace(/[\s\u00a0]+/gu, ' ').trim());
  const sorted = substances.filter(Boolean).sort(byCharacters);
  return sorted.filter((each, place) => each.toLowerCase() !== sorted[place - 1]?.toLowerCase()).join(', ');
}

function splitSubstances(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0 && !(isDigit(text[i - 1]) && isDigit(text[i + 1]))) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  // A bracket that is never closed would swallow all that follows it.
  if (depth > 0) return text.split(/,(?=\s)/);
  return [...parts, text.slice(start)];
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** The same everywhere, whatever languages a machine knows. */
function byCharacters(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x !== y) return x < y ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
