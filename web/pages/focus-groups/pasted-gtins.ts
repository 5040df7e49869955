import { hasCheckDigit } from '#shared/identifiers.ts';
import { withoutInvisible } from '#shared/plain-text.ts';

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
  for (const piece of withoutInvisible(text)
    .split(/[\s,;]+/)
    .filter(Boolean)) {
    const gtin = /^["'’]*0?(\d{13})["'’]*$/.exec(piece)?.[1];
    if (!gtin) unfit.push({ text: piece, reason: 'noGtin' });
    else if (known.has(gtin)) gtins.add(gtin);
    else unfit.push({ text: piece, reason: hasCheckDigit(gtin) ? 'unknown' : 'checkDigit' });
  }
  return { gtins: [...gtins], unfit };
}
