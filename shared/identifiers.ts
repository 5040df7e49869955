/** Notation of a GTIN-13 and a Pharmacode (Excel drops its leading zeros). */
export const gtinPattern = /^\d{13}$/;
export const pharmacodePattern = /^\d{1,7}$/;

/** Whether `text` is a GTIN-13 with a valid check digit. */
export function isGtin(text: string): boolean {
  return gtinPattern.test(text) && hasCheckDigit(text);
}

/** Whether the check digit of 13 digits is valid (GS1: weights 1 and 3 from the left, sum divisible by 10). */
export function hasCheckDigit(gtin: string): boolean {
  let sum = 0;
  for (let index = 0; index < 13; index++) sum += (gtin.charCodeAt(index) - 48) * (index % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** A Pharmacode padded to 7 digits. Null when it is none (its check digit is not verified). */
export function toPharmacode(text: string): string | null {
  return pharmacodePattern.test(text) && Number(text) > 0 ? text.padStart(7, '0') : null;
}
