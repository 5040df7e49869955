/** Splits a text that comes in pieces: gives the lines that a piece completes. */
export function lineSplitter(): (text: string) => string[] {
  let rest = '';
  return (text) => {
    const [end = '', ...lines] = text.split('\n');
    rest += end;
    if (lines.length === 0) return [];
    const complete = [rest, ...lines];
    rest = complete.pop()!;
    return complete;
  };
}

/**
 * Hands on what stands in each line of JSON, as soon as it is complete, of a text that comes in pieces. A line break of one's
 * own at the end completes the last one. Throws SyntaxError for a line that is damaged or cut off.
 */
export function jsonLines<Line>(onLine: (line: Line) => void): (text: string) => void {
  const split = lineSplitter();
  return (text) => {
    for (const line of split(text)) if (line.trim()) onLine(JSON.parse(line) as Line);
  };
}

/** What stands in the lines of JSON of a whole text. Throws SyntaxError as jsonLines. */
export function parseJsonLines<Line>(text: string): Line[] {
  const lines: Line[] = [];
  jsonLines<Line>((line) => lines.push(line))(`${text}\n`);
  return lines;
}
