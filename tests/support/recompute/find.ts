/** Whether what names a row has every word that is looked for, whatever the case and the accents. */
export function isFound(
  lookedFor: readonly string[] = [],
  names: readonly (string | null | undefined)[],
): boolean {
  const text = folded(names.filter((name) => name != null).join('\n'));
  return folded(lookedFor.join(' '))
    .split(/[\s\p{Z}]+/u)
    .every((word) => text.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
