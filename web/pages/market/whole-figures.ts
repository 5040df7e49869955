/** The name of a product with its numbers held to their units, so that a name of two lines does not tear "10 mg" apart. */
export function wholeFigures(name: string): string {
  return name.replaceAll(/(?<=\d) (?=[\p{L}%]{1,4}(?![\p{L}\d]))/gu, '\u00a0');
}
