/** Whether what names a row has every word that is looked for, whatever the case and the accents. */
export function isFound(
  lookedFor: readonly string[] = [],
  names: readonly (string | null | undefined)[],
): boolean {
  const text = folded(names.filter((name) => name != null).join('\n'));
  return folded(lookedFor.join(' '))
    .split(/[\s\p{Z}]+/u)
    .every((word) => text.includes(/^0\d{13}$/.test(word) ? word.slice(1) : word));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
