/** Splits streamed text: returns the lines that a piece completes. */
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
 * Parses streamed NDJSON and passes on each value as soon as its line is complete; end with a line break to complete the
 * last one. Throws SyntaxError for a damaged or incomplete line.
 */
export function jsonLines<Line>(onLine: (line: Line) => void): (text: string) => void {
  const split = lineSplitter();
  return (text) => {
    for (const line of split(text)) if (line.trim()) onLine(JSON.parse(line) as Line);
  };
}

/** The values of a whole NDJSON text. Throws SyntaxError as jsonLines. */
export function parseJsonLines<Line>(text: string): Line[] {
  const lines: Line[] = [];
  jsonLines<Line>((line) => lines.push(line))(`${text}\n`);
  return lines;
}
