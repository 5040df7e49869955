/** A piece of pasted text that is no product of the catalogue, and why. */
export type UnfitPiece = { text: string; reason: 'noGtin' | 'checkDigit' | 'unknown' };

/**
 * The GTINs in a pasted text: 13 digits, or 14 with a leading 0, one per line or between spaces, commas, semicolons and
 * tabs. What is no product of `known` is listed, nothing is dropped.
 */
export function readGtins(
  text: string,
  known: ReadonlySet<string>,
): { gtins: string[]; unfit: UnfitPiece[] } {
  const gtins = new Set<string>();
  const unfit: UnfitPiece[] = [];
  for (const piece of text.split(/[\s,;]+/).filter(Boolean)) {
    const gtin = /^["'’]*0?(\d{13})["'’]*$/.exec(piece)?.[1];
    if (!gtin) unfit.push({ text: piece, reason: 'noGtin' });
    else if (known.has(gtin)) gtins.add(gtin);
    else unfit.push({ text: piece, reason: hasCheckDigit(gtin) ? 'unknown' : 'checkDigit' });
  }
  return { gtins: [...gtins], unfit };
}

/** Whether the check digit of 13 digits holds: a typing error, unless the catalogue lacks the product. */
export function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
