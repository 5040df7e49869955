import { withoutBidiControls } from '#shared/plain-text.ts';

/** What spreadsheets allow. */
const MOST_CHARACTERS = 31;

/** The names as spreadsheets allow them: of 31 characters, without []:*?/\, no apostrophe at an end, no two alike. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const allowed =
      withoutBidiControls(name)
        .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
        .trim() || 'Sheet';
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const text = trimmed(`${allowed.slice(0, MOST_CHARACTERS - suffix.length)}${suffix}`);
      if (taken.has(text.toLowerCase())) continue;
      taken.add(text.toLowerCase());
      return text;
    }
  });
}

/** A sheet's name as it stands in references; not yet as XML. */
export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

function trimmed(name: string): string {
  return name.replace(/^'+|'+$/g, '').trim() || 'Sheet';
}
