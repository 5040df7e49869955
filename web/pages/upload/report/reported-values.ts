/** The filled cells of a row on one line. */
export function valuesText(values: readonly string[]): string {
  return values.filter((value) => value !== '').join(' · ');
}
